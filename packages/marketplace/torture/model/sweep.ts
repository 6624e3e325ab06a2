import { invariant } from './invariant.ts';
import { CALL_LIMITS, type Process } from './process.ts';
import { EXPIRES_MS, type Row } from './row-rules.ts';
import type { Scene } from './scene.ts';

/** Whether a call of this order would exceed a limit of the process. */
function isFull(scene: Scene, process: Process, row: Row): boolean {
  const rows = scene
    .callsOf(process)
    .map(({ request }) => scene.ledger.lastRows.get(request.orderId));
  const count = (column: 'seller_id' | 'buyer_id') =>
    rows.filter((other) => other?.[column] === row[column]).length;
  return (
    rows.length >= CALL_LIMITS.callsPerProcess ||
    count('seller_id') >= CALL_LIMITS.callsPerSeller ||
    count('buyer_id') >= CALL_LIMITS.callsPerBuyer
  );
}

function checkSwept(scene: Scene, process: Process, rows: readonly Row[]): void {
  const nowMs = scene.world.clock.now();
  const live = new Set(scene.callsOf(process).map(({ request }) => request.orderId));
  for (const row of rows) {
    if (row.state === 'pending') {
      const waitedMs = nowMs - row.created_at;
      invariant(waitedMs < EXPIRES_MS, 'a sweep expires orders that waited too long', row);
      invariant(isFull(scene, process, row), 'a waiting order runs when a place is free', row);
    }
    if (row.state !== 'running' || live.has(row.id)) continue;
    invariant((row.open_until ?? 0) >= nowMs, 'a sweep settles calls whose lease expired', row);
    const isOrphan = scene.exclusive && row.lease_owner !== process.leaseOwner;
    invariant(!isOrphan, 'a sweep settles the calls of a dead process', row);
  }
  if (!scene.exclusive || process.gate.wasHeld()) return;
  const pending = rows.filter(({ state }) => state === 'pending').length;
  const waiting = process.slots.waiting();
  invariant(waiting === pending, 'the count of waiting orders is correct', { waiting, pending });
}

/** One sweep; if nothing delays it, it must have done its work. */
export async function sweep(scene: Scene, process: Process): Promise<void> {
  const isFree = process.isServing() && !process.gate.isHeld();
  scene.background(process.run('sweep'));
  await scene.untilIdle();
  const rows = await scene.check();
  if (!isFree) return;
  scene.ledger.count('sweep');
  checkSwept(scene, process, rows);
}
