import type { History, Step } from './steps.ts';

const TEN_MINUTES_MS = 600_000;
const LEASE_MS = 40_000;
const DAY_MS = 86_400_000;

const activate = (more: Partial<Extract<Step, { do: 'activate' }>> = {}): Step => ({
  do: 'activate',
  process: 0,
  buyer: 0,
  listing: 0,
  idempotencyKey: null,
  guard: 'none',
  goodInput: true,
  waitMs: 0,
  ...more,
});
const late = (ms: number): Step => ({ do: 'time', ms, late: true });
const sweep = (process: number): Step => ({ do: 'sweep', process });
const answer: Step = { do: 'seller', call: 0, does: 'json' };
const start: Step = { do: 'start', process: 0, held: null };
const crash: Step = { do: 'crash', process: 0 };

/** Two calls, which is what a seller gets at once, and an order that waits behind them. */
const twoAndOneThatWaits = [
  activate({ buyer: 0 }),
  activate({ buyer: 1 }),
  activate({ buyer: 2, waitMs: 30_000 }),
];
const withKey = activate({ idempotencyKey: 0 });

function history(shared: boolean, ...steps: readonly Step[]): History {
  return { shared, skewMs: 0, steps };
}

/**
 * What random steps come to too seldom: each rule of time from both of its sides. They are played
 * before the random ones, in every search.
 */
export const STAGED: readonly History[] = [
  // An order that has waited ten minutes ends, by the sweep of who comes next; a moment before it is called.
  ...[false, true].flatMap((shared) => [
    history(shared, ...twoAndOneThatWaits, crash, late(TEN_MINUTES_MS + 1), start, sweep(1)),
    history(shared, ...twoAndOneThatWaits, crash, late(TEN_MINUTES_MS - 1), start, sweep(1)),
  ]),
  // The queue tells of an order that has waited too long, before any sweep has seen it.
  history(
    true,
    ...twoAndOneThatWaits,
    crash,
    late(TEN_MINUTES_MS + 1),
    { do: 'job', process: 1, job: 0 },
    sweep(1),
  ),
  // A process stands still with its call: another one ends that when its lease is over, and no sooner.
  history(
    true,
    activate(),
    { do: 'hold', process: 0, where: 'everything' },
    late(LEASE_MS - 1),
    sweep(1),
    late(2),
    sweep(1),
    { do: 'go-on', process: 0 },
  ),
  // The same of a call whose order has waited before it was claimed.
  history(
    true,
    ...twoAndOneThatWaits,
    late(1_000),
    answer,
    { do: 'hold', process: 0, where: 'everything' },
    late(LEASE_MS - 1),
    sweep(1),
    late(2),
    sweep(1),
    { do: 'go-on', process: 0 },
  ),
  // A key stands for its order for a day, and the order is there as long; then it is free again.
  history(
    false,
    withKey,
    answer,
    late(DAY_MS - 1),
    { do: 'prune', process: 0 },
    withKey,
    { do: 'read', process: 0, order: 0, waitMs: 0 },
    late(2),
    { do: 'prune', process: 0 },
    withKey,
    answer,
  ),
  // One that ends makes no more calls: what waits is for the next one.
  ...[false, true].map((shared) =>
    history(
      shared,
      ...twoAndOneThatWaits,
      { do: 'stop', process: 0 },
      late(1_000),
      answer,
      late(1),
    ),
  ),
  // A claim whose answer takes longer than 5 s is followed by no call.
  history(
    false,
    ...twoAndOneThatWaits,
    { do: 'hold', process: 0, where: 'after' },
    answer,
    { do: 'let-one', process: 0, index: 0 },
    late(5_001),
    { do: 'go-on', process: 0 },
  ),
  // The next one ends the calls of a process that is gone at once, where none is beside it.
  history(false, activate(), crash, late(1_000), start, sweep(0)),
  // A process gives up none of its own calls, whose outcomes are on their way, however late they are.
  history(
    false,
    activate(),
    { do: 'hold', process: 0, where: 'before' },
    late(30_001),
    late(10_001),
    sweep(0),
    { do: 'let-one', process: 0, index: 1 },
    { do: 'go-on', process: 0 },
  ),
  // Every answer that an activation may get, and a seller that says nothing.
  history(
    false,
    withKey,
    withKey,
    activate({ idempotencyKey: 0, guard: 'price-fits' }),
    activate({ guard: 'price-over' }),
    activate({ guard: 'revision-old' }),
    activate({ listing: 1, goodInput: false }),
    { do: 'time', ms: 30_001, late: false },
    { do: 'listing', process: 0, listing: 0, change: 'pause' },
    activate(),
  ),
  // What waits behind a listing that is not for sale any more is not called.
  history(
    false,
    ...twoAndOneThatWaits,
    { do: 'listing', process: 0, listing: 0, change: 'pause' },
    answer,
  ),
];
