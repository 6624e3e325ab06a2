/** Repetitions between two readings of the clock, which take time too. */
const BATCH = 50;

/**
 * How often this can be done in a second of CPU time, one after the other: other programs on the
 * machine do not count.
 */
export function perCpuSecond(seconds: number, work: () => void): number {
  const endMs = performance.now() + seconds * 1000;
  const before = process.cpuUsage();
  let count = 0;
  while (performance.now() < endMs) {
    for (let i = 0; i < BATCH; i++) work();
    count += BATCH;
  }
  const { user, system } = process.cpuUsage(before);
  return (count * 1_000_000) / (user + system);
}
