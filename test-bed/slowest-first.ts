import { matchesGlob, relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take minutes, mostly waiting. Started last, one of them would run alone at the end. */
const SLOWEST = 'e2e/torture/*.test.ts';

/** Starts the slowest files first; the others in vitest's order. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root } = this.ctx.config;
    const isSlow = ({ moduleId }: TestSpecification) =>
      matchesGlob(relative(root, moduleId), SLOWEST);
    // oxlint-disable-next-line unicorn/no-array-sort -- the order of vitest, not a method of arrays
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(isSlow(b)) - Number(isSlow(a)));
  }
}
