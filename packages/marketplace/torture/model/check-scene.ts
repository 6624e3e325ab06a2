import { must } from './broken.ts';
import { CALL_LIMITS } from './process.ts';
import { EXPIRES_MS, isTerminal } from './row-rules.ts';
import type { Scene } from './scene.ts';

/** Who waits is answered when the order has ended, and when the time is over. */
export function checkWaits({ world, ledger, alone }: Scene): void {
  for (const wait of ledger.waits) {
    if (!wait.process.isServing() || wait.process.gate.wasHeld()) continue;
    const about = { ...wait, process: wait.process.leaseOwner };
    ledger.saw('buyer who waits');
    must(world.clock.now() < wait.untilMs, 'who waits is answered when the time is over', about);
    const row = ledger.seen.get(wait.orderId);
    const hasEnded = alone && row !== undefined && isTerminal(row);
    must(!hasEnded, 'who waits is answered when the order has ended', row);
  }
}

/** No process makes more calls at once than it may, and no more orders wait than may. */
export function checkLimits(scene: Scene): void {
  const processes = scene.processes();
  for (const process of processes) {
    const calls = scene.callsOf(process);
    const most = (column: 'seller_id' | 'buyer_id') => {
      const counts = new Map<string | undefined, number>();
      for (const { request } of calls) {
        const who = scene.ledger.seen.get(request.orderId)?.[column] ?? request.orderId;
        counts.set(who, (counts.get(who) ?? 0) + 1);
      }
      return Math.max(0, ...counts.values());
    };
    const { callsPerProcess, callsPerSeller, callsPerBuyer } = CALL_LIMITS;
    must(calls.length <= callsPerProcess, 'a process makes so many calls at once', calls.length);
    must(most('seller_id') <= callsPerSeller, 'a seller gets so many calls at once');
    must(most('buyer_id') <= callsPerBuyer, 'a buyer has so many calls at once');
    must(process.slots.running() >= calls.length, 'every call has its place');
  }
  const nowMs = scene.world.clock.now();
  // What is too old to be called waits for nothing but the sweep that ends it.
  const pending = [...scene.ledger.seen.values()].filter(
    (row) => row.state === 'pending' && nowMs - row.created_at < EXPIRES_MS,
  );
  // A claim that is under way has a place among the calls, and its row waits still.
  const mostWaiting = (scene.alone ? 1 : 2) * CALL_LIMITS.waitingPerProcess;
  const claims = processes.reduce((sum, process) => sum + process.slots.running(), 0);
  must(pending.length <= mostWaiting + claims, 'no more orders wait than may', pending.length);
}
