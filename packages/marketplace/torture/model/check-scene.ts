import { invariant } from './invariant.ts';
import { CALL_LIMITS } from './process.ts';
import { EXPIRES_MS, isSettled } from './row-rules.ts';
import type { Scene } from './scene.ts';

/** Checks that a waiting buyer gets a response when the order settles or the wait ends. */
export function checkWaits({ world, ledger, exclusive }: Scene): void {
  for (const wait of ledger.waits) {
    if (!wait.process.isServing() || wait.process.gate.wasHeld()) continue;
    const about = { ...wait, process: wait.process.leaseOwner };
    ledger.count('waiting buyer');
    invariant(world.clock.now() < wait.untilMs, 'a wait ends on time', about);
    const row = ledger.lastRows.get(wait.orderId);
    const hasEnded = exclusive && row !== undefined && isSettled(row);
    invariant(!hasEnded, 'a wait ends when the order settles', row);
  }
}

/** Checks the limits of concurrent calls and of waiting orders. */
export function checkLimits(scene: Scene): void {
  const processes = scene.processes();
  for (const process of processes) {
    const calls = scene.callsOf(process);
    const most = (column: 'seller_id' | 'buyer_id') => {
      const counts = new Map<string | undefined, number>();
      for (const { request } of calls) {
        const who = scene.ledger.lastRows.get(request.orderId)?.[column] ?? request.orderId;
        counts.set(who, (counts.get(who) ?? 0) + 1);
      }
      return Math.max(0, ...counts.values());
    };
    const { callsPerProcess, callsPerSeller, callsPerBuyer } = CALL_LIMITS;
    invariant(calls.length <= callsPerProcess, 'the calls of a process are limited', calls.length);
    invariant(most('seller_id') <= callsPerSeller, 'the calls to a seller are limited');
    invariant(most('buyer_id') <= callsPerBuyer, 'the calls of a buyer are limited');
    invariant(process.slots.running() >= calls.length, 'every call occupies a place');
  }
  const nowMs = scene.world.clock.now();
  // An order that is too old to be called only waits for the sweep that settles it.
  const pending = [...scene.ledger.lastRows.values()].filter(
    (row) => row.state === 'pending' && nowMs - row.created_at < EXPIRES_MS,
  );
  // A claim in flight occupies a place while its row is still pending.
  const maxWaiting = (scene.exclusive ? 1 : 2) * CALL_LIMITS.waitingPerProcess;
  const claims = processes.reduce((sum, process) => sum + process.slots.running(), 0);
  invariant(
    pending.length <= maxWaiting + claims,
    'the waiting orders are limited',
    pending.length,
  );
}
