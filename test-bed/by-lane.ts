import { it as register } from 'vitest';
import { isInLane } from './lanes.ts';

/** Stands for `it` with all its variants, and registers nothing. */
const ignore: unknown = new Proxy(() => undefined, {
  get: () => ignore,
  apply: () => ignore,
});

const inLane = (lane: Parameters<typeof isInLane>[0]) =>
  (isInLane(lane) ? register : ignore) as typeof register;

/**
 * For a file whose tests take long together. `it` proves its promises once, in the short lane; `test`
 * goes into detail, in the long one. Without a lane both run.
 */
export const it = inLane('short');
export const test = inLane('long');
