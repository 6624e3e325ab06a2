/** So many at a time, for the clock costs something too. */
const BATCH = 50;

/** How often a second this can be done, one after the other. */
export function perSecond(seconds: number, work: () => void): number {
  const startedMs = performance.now();
  let count = 0;
  let tookMs = 0;
  while (tookMs < seconds * 1000) {
    for (let i = 0; i < BATCH; i++) work();
    count += BATCH;
    tookMs = performance.now() - startedMs;
  }
  return (count * 1000) / tookMs;
}
