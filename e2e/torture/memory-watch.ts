import { median } from './percentile.ts';
import { readProcessFigures, type ProcessFigures } from './process-figures.ts';
import type { Report } from './report.ts';

export interface MemoryWatch {
  last(): ProcessFigures | undefined;
  stop(): void;
  /** Compares the end with the beginning, reports growth, and returns both figures as text. */
  close(report: Report): string;
}

const SAMPLE_EVERY_MS = 1_000;
/**
 * By how much the last quarter may exceed the second. The database's page cache gradually grows to
 * its 64 MiB, and the heap varies; a leak of 300 bytes a request exceeds that within an hour.
 */
const MEMORY_MIB = 64;
const DESCRIPTORS = 40;
/** A shorter run is only a warm-up. */
const MIN_SAMPLES = 120;

/** Reads a process's memory and open files every second. */
export function watchMemory(pid: number): MemoryWatch {
  const samples: ProcessFigures[] = [];
  const timer = setInterval(() => {
    // The process may have just ended.
    readProcessFigures(pid).then(
      (figures) => samples.push(figures),
      () => undefined,
    );
  }, SAMPLE_EVERY_MS);
  return {
    last: () => samples.at(-1),
    stop: () => clearInterval(timer),
    close(report) {
      clearInterval(timer);
      report.checked('samples of memory', samples.length);
      const { rssMib = 0, descriptors = 0 } = samples.at(-1) ?? {};
      if (samples.length < MIN_SAMPLES) {
        return `${Math.round(rssMib)} MiB and ${descriptors} descriptors at the end`;
      }
      const length = Math.floor(samples.length / 4);
      // The first quarter is the warm-up.
      const early = samples.slice(length, 2 * length);
      const late = samples.slice(samples.length - length);
      const middle = (some: readonly ProcessFigures[], what: keyof ProcessFigures) =>
        Math.round(median(some.map((each) => each[what])));
      const growth = (what: keyof ProcessFigures) =>
        [middle(early, what), middle(late, what)] as const;
      const [rss, open] = [growth('rssMib'), growth('descriptors')];
      if (rss[1] - rss[0] > MEMORY_MIB) report.violation('memory', `${rss.join(' → ')} MiB`);
      if (open[1] - open[0] > DESCRIPTORS) report.violation('descriptors', open.join(' → '));
      return `${rss.join(' → ')} MiB, ${open.join(' → ')} descriptors`;
    },
  };
}
