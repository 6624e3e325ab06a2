import type { ServiceResponse } from './responses.ts';

/**
 * What one step of a call passes to the next, or the response that ends the call. A step is
 * synchronous where it can be: a call then costs three promises instead of a dozen.
 */
export type Step<T> = { ok: true; value: T } | { ok: false; response: ServiceResponse };

export const proceed = <T>(value: T): Step<T> => ({ ok: true, value });

export const respondWith = (response: ServiceResponse): Step<never> => ({ ok: false, response });
