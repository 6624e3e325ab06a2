import { setImmediate as nextTurn } from 'node:timers/promises';
import { LIMITS } from '@mkt/protocol';
import type { TestedMarketplace } from '../server/marketplace.ts';
import type { MovableClock } from '../server/outside.ts';

/** Milliseconds, or a string such as `'30s'`, `'5m'`, `'1.5h'`, `'2d'`. */
export type TestDuration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const SHAPE = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** Longer than anything that the marketplace keeps. */
const MAX_MS = 400 * 86_400_000;

/** Milliseconds of a duration. Throws a `TypeError` that calls it `name`. */
export function millisecondsOf(duration: TestDuration, name: string): number {
  const [, count, unit = ''] = SHAPE.exec(String(duration)) ?? [];
  const ms =
    typeof duration === 'number' ? duration : Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms >= 0 && ms <= MAX_MS) return ms;
  throw new TypeError(
    `${name} must be a number of milliseconds or a string such as '30s', '5m' or '2d', up to 400 days, not ${JSON.stringify(duration)}.`,
  );
}

/** The first minutes are moved in steps of this length; after each, the chores that are due run. */
const MIN_STEP_MS = 10_000;
/** Steps never get longer than the time between two probes of a listing, so that none is left out. */
const MAX_STEP_MS = LIMITS.healthProbeIntervalMs;
/** By then the steps grow. A month takes about 20 s, nearly 9,000 steps and the chores of each. */
const STEPS_BEFORE_GROWING = 60;
/** How long a step waits for calls, unless their sellers wait for the time to move. */
const CALL_MS = 100;
/** A chore that takes longer waits for something that needs the time to move, such as a timeout. */
const CHORE_MS = 200;

interface Advancing {
  market: Pick<TestedMarketplace, 'tick' | 'calls' | 'callsStarted'>;
  clock: MovableClock;
  scripted: ScriptedOrders;
}

/** Orders whose calls scripted sellers hold, and those that they have responded to. */
export interface ScriptedOrders {
  held: Set<string>;
  responded: Set<string>;
}

function stepAfter(elapsedMs: number): number {
  const grown = elapsedMs / STEPS_BEFORE_GROWING;
  return Math.min(MAX_STEP_MS, Math.max(MIN_STEP_MS, grown));
}

/** Whether an order is about to settle: the response to its call has been sent, or has timed out. */
function isSettling({ market, clock, scripted }: Advancing): boolean {
  const nowMs = clock.monotonic();
  for (const [orderId, claimedAtMs] of market.calls) {
    if (scripted.responded.has(orderId) || nowMs - claimedAtMs >= LIMITS.sellerTimeoutMs)
      return true;
  }
  return false;
}

/** Waits for the orders that the move has ended. */
async function ordersSettled(advancing: Advancing): Promise<void> {
  do await nextTurn();
  while (isSettling(advancing));
  advancing.scripted.responded.clear();
}

/**
 * Lets calls begin and end that do not wait for the clock: moving it would end them as interrupted
 * or as timeouts.
 */
async function callsUnderWay({ market, scripted }: Advancing): Promise<void> {
  const untilMs = performance.now() + CALL_MS;
  const isBusy = () => [...market.calls.keys()].some((orderId) => !scripted.held.has(orderId));
  for (;;) {
    await market.callsStarted();
    if (!isBusy() || performance.now() >= untilMs) return;
    await nextTurn();
  }
}

/** Resolves when the work has ended, or when it seems to wait for the clock. */
async function endedOrWaiting(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CHORE_MS);
  });
  await Promise.race([work, waiting]);
  clearTimeout(timer);
}

/**
 * Moves the time in steps that end at every timer and run every chore, as a server sees it that
 * waits. When it resolves, the chores have ended, and the orders whose time was over have settled.
 */
export async function advanceTime(advancing: Advancing, ms: number): Promise<void> {
  const { market, clock } = advancing;
  const ticks: Promise<void>[] = [];
  let elapsedMs = 0;
  do {
    await callsUnderWay(advancing);
    const left = ms - elapsedMs;
    // Beyond the timer by a little: it is due at a fraction of a millisecond.
    const toTimer = Math.ceil(clock.untilNextTimer()) || 1;
    const step = Math.min(left, toTimer, stepAfter(elapsedMs));
    clock.move(step);
    elapsedMs += step;
    const tick = market.tick(clock.monotonic());
    ticks.push(tick);
    await endedOrWaiting(tick);
    await ordersSettled(advancing);
  } while (elapsedMs < ms);
  await Promise.all(ticks);
  await ordersSettled(advancing);
}
