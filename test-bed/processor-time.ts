/**
 * The milliseconds that this thread has kept a processor busy: for limits of work, which a clock on the
 * wall would exceed whenever other programs run too.
 */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The milliseconds that this work takes. */
export function cpuMs(work: () => void): number {
  const startedMs = processorMs();
  work();
  return processorMs() - startedMs;
}

/** The best of several: the work itself, without what the collector or a compiler did meanwhile. */
export const bestCpuMs = (times: number, work: (round: number) => void): number =>
  Math.min(...Array.from({ length: times }, (_, round) => cpuMs(() => work(round))));
