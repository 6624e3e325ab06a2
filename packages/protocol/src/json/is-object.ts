import { InexactNumber } from './inexact-number.ts';

/** Whether a value is a JSON object: neither `null` nor an array nor a number with its digits. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof InexactNumber);
