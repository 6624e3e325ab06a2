/** Milliseconds of processor time that this thread spends on the work: a busy machine adds none. */
export function cpuMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/** The best of several: the work itself, without what the collector or a compiler did meanwhile. */
export const bestCpuMs = (times: number, work: (round: number) => void): number =>
  Math.min(...Array.from({ length: times }, (_, round) => cpuMs(() => work(round))));
