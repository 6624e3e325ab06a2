import { Agent, request } from 'undici';
import { quantile } from './statistics.ts';

export interface PacedReads {
  url: string;
  perSecond: number;
  headers: Readonly<Record<string, string>>;
}

/** Reads at a steady rate until the returned function is called, which returns percentiles of the latencies. */
export function startPacedReads({ url, perSecond, headers }: PacedReads) {
  const dispatcher = new Agent();
  const times: number[] = [];
  let refused = 0;
  const read = async () => {
    const beganMs = performance.now();
    const response = await request(url, { headers, dispatcher });
    await response.body.dump();
    if (response.statusCode === 200) times.push(performance.now() - beganMs);
    else refused += 1;
  };
  const timer = setInterval(() => {
    // Requests that the end of the measurement aborts do not count.
    read().catch(() => undefined);
  }, 1_000 / perSecond);
  return async function stop() {
    clearInterval(timer);
    await dispatcher.destroy();
    const sorted = times.toSorted((a, b) => a - b);
    return { p50Ms: quantile(sorted, 0.5), p99Ms: quantile(sorted, 0.99), refused };
  };
}
