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
const respond: Step = { do: 'seller', call: 0, does: 'json' };
const start: Step = { do: 'start', process: 0, held: null };
const crash: Step = { do: 'crash', process: 0 };

/** Two calls, the limit of a seller, and an order that waits behind them. */
const twoRunningOneWaiting = [
  activate({ buyer: 0 }),
  activate({ buyer: 1 }),
  activate({ buyer: 2, waitMs: 30_000 }),
];
const withKey = activate({ idempotencyKey: 0 });

function history(shared: boolean, ...steps: readonly Step[]): History {
  return { shared, skewMs: 0, steps };
}

/**
 * Situations that random steps reach too rarely, such as just before and just after each time limit.
 * Every search plays them first.
 */
export const STAGED: readonly History[] = [
  // After ten minutes the next process's sweep expires a waiting order; just before, it is called.
  ...[false, true].flatMap((shared) => [
    history(shared, ...twoRunningOneWaiting, crash, late(TEN_MINUTES_MS + 1), start, sweep(1)),
    history(shared, ...twoRunningOneWaiting, crash, late(TEN_MINUTES_MS - 1), start, sweep(1)),
  ]),
  // A process is notified of an order that waited too long, before any sweep.
  history(
    true,
    ...twoRunningOneWaiting,
    crash,
    late(TEN_MINUTES_MS + 1),
    { do: 'job', process: 1, job: 0 },
    sweep(1),
  ),
  // A process is paused during its call: another one settles it after the lease, and not before.
  history(
    true,
    activate(),
    { do: 'hold', process: 0, where: 'everything' },
    late(LEASE_MS - 1),
    sweep(1),
    late(2),
    sweep(1),
    { do: 'resume', process: 0 },
  ),
  // The same for an order that waited before it was claimed.
  history(
    true,
    ...twoRunningOneWaiting,
    late(1_000),
    respond,
    { do: 'hold', process: 0, where: 'everything' },
    late(LEASE_MS - 1),
    sweep(1),
    late(2),
    sweep(1),
    { do: 'resume', process: 0 },
  ),
  // A key identifies its order for a day, and the order is kept that long; then the key is free again.
  history(
    false,
    withKey,
    respond,
    late(DAY_MS - 1),
    { do: 'prune', process: 0 },
    withKey,
    { do: 'read', process: 0, order: 0, waitMs: 0 },
    late(2),
    { do: 'prune', process: 0 },
    withKey,
    respond,
  ),
  // A stopping process starts no calls: waiting orders are left to the next one.
  ...[false, true].map((shared) =>
    history(
      shared,
      ...twoRunningOneWaiting,
      { do: 'stop', process: 0 },
      late(1_000),
      respond,
      late(1),
    ),
  ),
  // A claim whose response takes longer than 5 s is not followed by a call.
  history(
    false,
    ...twoRunningOneWaiting,
    { do: 'hold', process: 0, where: 'after' },
    respond,
    { do: 'release-one', process: 0, index: 0 },
    late(5_001),
    { do: 'resume', process: 0 },
  ),
  // The next process settles the calls of a dead one at once if it is the only one.
  history(false, activate(), crash, late(1_000), start, sweep(0)),
  // A process never interrupts its own calls, however late their outcomes are.
  history(
    false,
    activate(),
    { do: 'hold', process: 0, where: 'before' },
    late(30_001),
    late(10_001),
    sweep(0),
    { do: 'release-one', process: 0, index: 1 },
    { do: 'resume', process: 0 },
  ),
  // Every response to an activation, and a seller that never responds.
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
  // An order that waits for a paused listing is not called.
  history(
    false,
    ...twoRunningOneWaiting,
    { do: 'listing', process: 0, listing: 0, change: 'pause' },
    respond,
  ),
];
