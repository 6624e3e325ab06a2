import { InexactNumber } from '@mkt/protocol';

/** Whether a value is an object or an array. */
export const isComposite = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof InexactNumber);
