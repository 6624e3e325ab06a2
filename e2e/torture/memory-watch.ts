import { median } from './percentile.ts';
import { readProcessFigures, type ProcessFigures } from './process-figures.ts';
import type { Report } from './report.ts';

export interface MemoryWatch {
  last(): ProcessFigures | undefined;
  stop(): void;
  /** Compares the end with the beginning, reports what grew, and says both in one text. */
  close(report: Report): string;
}

const SAMPLE_EVERY_MS = 1_000;
/**
 * What the last quarter may be above the second one. The database's page cache grows to its 64 MiB
 * by and by, and the heap breathes; a leak of 300 bytes a request is more than that in an hour.
 */
const MEMORY_MIB = 64;
const DESCRIPTORS = 40;
/** A shorter run is all warming up. */
const JUDGED_SAMPLES = 120;

/** Reads a process's memory and open files every second. */
export function watchMemory(pid: number): MemoryWatch {
  const samples: ProcessFigures[] = [];
  const timer = setInterval(() => {
    // The process may just have ended.
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
      if (samples.length < JUDGED_SAMPLES) {
        return `${Math.round(rssMib)} MiB and ${descriptors} descriptors at the end`;
      }
      const length = Math.floor(samples.length / 4);
      // The first quarter is warming up.
      const early = samples.slice(length, 2 * length);
      const late = samples.slice(samples.length - length);
      const middle = (some: readonly ProcessFigures[], what: keyof ProcessFigures) =>
        Math.round(median(some.map((each) => each[what])));
      const growth = (what: keyof ProcessFigures) =>
        [middle(early, what), middle(late, what)] as const;
      const [rss, open] = [growth('rssMib'), growth('descriptors')];
      if (rss[1] - rss[0] > MEMORY_MIB) report.broke('memory', `${rss.join(' → ')} MiB`);
      if (open[1] - open[0] > DESCRIPTORS) report.broke('descriptors', open.join(' → '));
      return `${rss.join(' → ')} MiB, ${open.join(' → ')} descriptors`;
    },
  };
}
