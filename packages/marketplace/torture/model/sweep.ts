import { must } from './broken.ts';
import { CALL_LIMITS, type Process } from './process.ts';
import { EXPIRES_MS, type Row } from './row-rules.ts';
import type { Scene } from './scene.ts';

/** Whether a call of this order would be one too many for the process. */
function isFull(scene: Scene, process: Process, row: Row): boolean {
  const rows = scene.callsOf(process).map(({ request }) => scene.ledger.seen.get(request.orderId));
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
      must(waitedMs < EXPIRES_MS, 'a sweep ends what waited too long', row);
      must(isFull(scene, process, row), 'what waits runs when there is room', row);
    }
    if (row.state !== 'running' || live.has(row.id)) continue;
    must((row.lease_until ?? 0) >= nowMs, 'a sweep ends what ran out of its lease', row);
    const isOrphan = scene.alone && row.lease_owner !== process.leaseOwner;
    must(!isOrphan, 'a sweep ends the calls of a process that is gone', row);
  }
  if (!scene.alone || process.gate.wasHeld()) return;
  const pending = rows.filter(({ state }) => state === 'pending').length;
  const waiting = process.slots.waiting();
  must(waiting === pending, 'who waits is who is counted', { waiting, pending });
}

/** One sweep; where nothing holds it up, what it has to do is done. */
export async function sweep(scene: Scene, process: Process): Promise<void> {
  const isFree = process.isServing() && !process.gate.isHeld();
  scene.background(process.run('sweep'));
  await scene.untilStill();
  const rows = await scene.look();
  if (!isFree) return;
  scene.ledger.saw('sweep');
  checkSwept(scene, process, rows);
}
