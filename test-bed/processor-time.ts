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

const REFERENCE_TEXT = JSON.stringify(
  Array.from({ length: 2_000 }, (_, i) => ({ id: i, name: `name ${i}`, tags: ['a', String(i)] })),
);
/** What the reference takes on the machine for which the limits of tests were chosen, when it is idle. */
const REFERENCE_MS = 16;

function reference(): void {
  for (let i = 0; i < 10; i++) JSON.stringify(JSON.parse(REFERENCE_TEXT));
}

/**
 * The best of several, which is the work itself, without what the collector or a compiler did meanwhile.
 * In milliseconds of an idle machine: a processor that shares its core with another takes up to twice as
 * long, which a reference beside the work shows.
 */
export function bestCpuMs(times: number, work: (round: number) => void): number {
  const beforeMs = cpuMs(reference);
  const best = Math.min(...Array.from({ length: times }, (_, round) => cpuMs(() => work(round))));
  const slowness = (beforeMs + cpuMs(reference)) / 2 / REFERENCE_MS;
  return best / Math.max(1, slowness);
}
