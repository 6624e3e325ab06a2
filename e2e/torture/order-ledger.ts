import type { RecordingSeller, Instruction } from './recording-seller.ts';
import type { Report } from './report.ts';

/** One activation from its buyer's point of view. */
export interface Attempt {
  instruction: Instruction;
  body: string;
  /** The Idempotency-Key, if any. */
  key: string | undefined;
  /** A response returned its order. */
  confirmed: boolean;
  /** The orders found for it anywhere; never more than one. */
  orderIds: Set<string>;
}

interface Known {
  state: string;
  /** When the order was first reported. */
  firstSeenAtMs: number;
  /** When this state was first reported, by the monotonic clock. */
  seenAtMs: number;
  /** The record of a settled order, as it was first returned. */
  final: string | undefined;
}

/** What is certain at a moment: a copy of the database that is made later has it. */
export interface Mark {
  /** By the monotonic clock. */
  atMs: number;
  /** The orders that had been called. */
  called: ReadonlySet<string>;
}

export interface OrderLedger {
  add(attempt: Attempt): void;
  attempts: ReadonlyMap<string, Attempt>;
  /** A buyer received a 2xx for this order: from now on it must not be lost. */
  acknowledge(orderId: string): void;
  acknowledged: ReadonlySet<string>;
  /** Compares a record with everything known; `where` is the endpoint that returned it. */
  compare(record: any, where: string, requestedAtMs: number): void;
  /** Orders that are known and not settled. */
  open(): string[];
  size(): number;
  mark(): Mark;
  /**
   * A copy of the database that was made after the mark has taken its place, and its open orders were
   * settled as `interrupted`. So orders may be missing that were first reported since, and others may be
   * interrupted that have settled since. Returns all of them.
   */
  rollBack(mark: Mark): string[];
  /**
   * Whether an order that does not exist may have been lost with a rollback. Then it must stay away, and
   * its key may make another one.
   */
  forget(orderId: string): boolean;
}

export interface LedgerOptions {
  report: Report;
  seller: Pick<RecordingSeller, 'callCounts'>;
  /** Kinds of failure that are expected here, such as `interrupted` after a crash. */
  excuses: (kind: string, attempt: Attempt) => boolean;
}

const TERMINAL = new Set(['completed', 'failed']);
/** The states from which each state can be reached. */
const EARLIER: Record<string, readonly string[]> = {
  pending: [],
  running: ['pending'],
  completed: ['pending', 'running'],
  failed: ['pending', 'running'],
};

/** How an order fails for each instruction to the seller, except `result`, which completes it. */
const FAILURE_OF = {
  status: 'seller_status',
  garbage: 'invalid_json',
  cut: 'connection',
  drip: 'timeout',
} as const;

/**
 * Everything that buyers received, with which every later response is compared: orders must not
 * vanish, multiply, change once settled, or differ from what their seller received.
 */
export function createOrderLedger({ report, seller, excuses }: LedgerOptions): OrderLedger {
  const attempts = new Map<string, Attempt>();
  const known = new Map<string, Known>();
  const acknowledged = new Set<string>();
  const acknowledgedAtMs = new Map<string, number>();
  /** Orders that a rollback concerns and that were not read since, as they were before it. */
  const unsure = new Map<string, Partial<Known> & { mayBeMissing: boolean }>();
  /** Orders that were lost with a rollback, with the number of their calls until then. */
  const lost = new Map<string, number>();
  const callsOf = (orderId: string) => seller.callCounts.get(orderId) ?? 0;

  function checkOutcome(record: any, attempt: Attempt, where: string): void {
    report.checked('settled orders');
    const { instruction } = attempt;
    const { id, orderState, failure, result } = record;
    const kind = failure?.kind;
    if (kind !== undefined && excuses(kind, attempt)) return;
    const isAsInstructed =
      instruction.kind === 'result'
        ? orderState === 'completed' &&
          result?.attempt === instruction.attempt &&
          result.orderId === id
        : orderState === 'failed' && kind === FAILURE_OF[instruction.kind];
    const calls = callsOf(id);
    // A call may get lost on its way, but a seller cannot respond to one that it never received.
    if (!isAsInstructed || (instruction.kind !== 'cut' && calls === 0)) {
      report.violation(
        'wrong outcomes',
        `${where}: ${JSON.stringify(record)}, called ${calls} times, with the instruction ${instruction.kind}`,
      );
    }
  }

  return {
    attempts,
    acknowledged,
    add: (attempt) => void attempts.set(attempt.instruction.attempt, attempt),
    acknowledge(orderId) {
      acknowledged.add(orderId);
      if (!acknowledgedAtMs.has(orderId)) acknowledgedAtMs.set(orderId, performance.now());
    },
    compare(record, where, requestedAtMs) {
      const { id, orderState, requestBody } = record;
      const attempt = attempts.get(requestBody?.attempt);
      if (!attempt || !EARLIER[orderState]) {
        report.violation('unknown orders', `${where}: ${JSON.stringify(record)}`);
        return;
      }
      attempt.orderIds.add(id);
      if (attempt.orderIds.size > 1) {
        report.violation(
          'ordered twice',
          `${where}: attempt ${attempt.instruction.attempt} (key ${attempt.key}) has ${[...attempt.orderIds].join(' and ')}`,
          attempt.instruction.attempt,
        );
      }
      const text = JSON.stringify(record);
      const undone = unsure.get(id);
      unsure.delete(id);
      const isUndone = record.failure?.kind === 'interrupted';
      const was = lost.has(id) ? 'lost' : undone?.final;
      if (was !== undefined && was !== text && (lost.has(id) || !isUndone)) {
        report.violation('changed after the fact', `${where}: was ${was}, now ${text}`, id);
        return;
      }
      const before = known.get(id);
      const isEarlier =
        before !== undefined && EARLIER[before.state]?.includes(orderState) === true;
      // Two responses may overtake each other: only a later request must not return an earlier state.
      if (isEarlier && requestedAtMs < before.seenAtMs) return;
      if (isEarlier || (before?.final !== undefined && before.final !== text)) {
        const was = before?.final ?? before?.state;
        report.violation('changed after the fact', `${where}: was ${was}, now ${text}`, id);
        return;
      }
      const terminal = TERMINAL.has(orderState);
      if (terminal && before?.final === undefined) checkOutcome(record, attempt, where);
      const isNewState = before === undefined || before.state !== orderState;
      const nowMs = performance.now();
      known.set(id, {
        state: orderState,
        firstSeenAtMs: before?.firstSeenAtMs ?? nowMs,
        seenAtMs: isNewState ? nowMs : before.seenAtMs,
        final: terminal ? text : undefined,
      });
    },
    open: () =>
      [...known].filter(([, { final }]) => final === undefined).map(([orderId]) => orderId),
    size: () => known.size,
    mark: () => ({ atMs: performance.now(), called: new Set(seller.callCounts.keys()) }),
    rollBack({ atMs, called }) {
      for (const id of new Set([...known.keys(), ...acknowledged, ...seller.callCounts.keys()])) {
        if (lost.has(id)) continue;
        const state = known.get(id);
        const firstMs = Math.min(
          state?.firstSeenAtMs ?? Infinity,
          acknowledgedAtMs.get(id) ?? Infinity,
        );
        const mayBeMissing = firstMs >= atMs && !called.has(id);
        if (!mayBeMissing && (state?.seenAtMs ?? 0) < atMs) continue;
        unsure.set(id, { ...state, mayBeMissing });
        known.delete(id);
      }
      return [...unsure.keys()];
    },
    forget(id) {
      if (lost.has(id)) return lost.get(id) === callsOf(id);
      if (unsure.get(id)?.mayBeMissing !== true) return false;
      unsure.delete(id);
      acknowledged.delete(id);
      lost.set(id, callsOf(id));
      for (const attempt of attempts.values()) {
        if (attempt.orderIds.delete(id)) attempt.confirmed = false;
      }
      report.checked('orders lost with a rollback');
      return true;
    },
  };
}
