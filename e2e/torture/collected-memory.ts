import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { readProcessFigures } from './process-figures.ts';

/** For a process whose garbage is to be collected: its inspector takes any free port. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect-port=0' };

const OPENS_WITHIN_MS = 10_000;
const LISTENING = /Debugger listening on (ws:\/\/\S+)/;

interface Sample {
  atHours: number;
  rssMib: number;
  heapMib: number;
}

/** By how many MiB an hour a figure grows: the slope of the line that fits the samples best. */
function growthOf(samples: readonly Sample[], figure: 'rssMib' | 'heapMib'): number {
  const mean = (some: readonly number[]) => some.reduce((sum, each) => sum + each, 0) / some.length;
  const meanAt = mean(samples.map(({ atHours }) => atHours));
  const meanValue = mean(samples.map((sample) => sample[figure]));
  const by = samples.map(({ atHours }) => atHours - meanAt);
  const products = samples.map((sample, index) => (by[index] ?? 0) * (sample[figure] - meanValue));
  const squares = by.map((each) => each ** 2);
  return mean(products) / mean(squares);
}

/** Reads what is left of a Node process's memory after a garbage collection. Linux only. */
export async function inspectMemory(
  server: { pid: number; signal(signal: NodeJS.Signals): void },
  logFile: string,
) {
  server.signal('SIGUSR1');
  const lastAt = performance.now() + OPENS_WITHIN_MS;
  let url: string | undefined;
  while (url === undefined) {
    url = LISTENING.exec(await readFile(logFile, 'utf8'))?.[1];
    if (performance.now() > lastAt) throw new Error('The server’s inspector did not open.');
    await pause(20);
  }
  const socket = new WebSocket(url);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let count = 0;
  const send = (method: string) =>
    new Promise<any>((resolve) => {
      const id = (count += 1);
      const listen = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.removeEventListener('message', listen);
        resolve(message.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  const samples: Sample[] = [];
  return {
    close: () => socket.close(),
    async collect(): Promise<void> {
      await send('HeapProfiler.collectGarbage');
      const { usedSize } = await send('Runtime.getHeapUsage');
      const { rssMib } = await readProcessFigures(server.pid);
      samples.push({ atHours: performance.now() / 3_600_000, rssMib, heapMib: usedSize / 2 ** 20 });
    },
    /** MiB an hour, over all collections. */
    growth: () => ({
      collections: samples.length,
      rss: growthOf(samples, 'rssMib'),
      heap: growthOf(samples, 'heapMib'),
    }),
  };
}
