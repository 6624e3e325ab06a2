import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Starts the hostile seller; the paths of its endpoints select its behaviour. */
export async function startHostileSeller() {
  const worker = new Worker(new URL('./hostile-seller.ts', import.meta.url));
  const [port] = (await once(worker, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, close: () => worker.terminate() };
}
