// The benchmarks write bench/README.md section by section, when they are measured; a text that
// changes in the code has to be changed on the page too.
import { describe, expect, it } from 'vitest';
import { read } from '../scripts/documentation/pages.ts';
import { BENCHMARKS } from './benchmarks.ts';

const PAGE = read('bench/README.md');
const SECTIONS = Object.entries(BENCHMARKS).map(([name, benchmark]) => {
  const [, section] = PAGE.split(new RegExp(`<!-- /?bench:${name} -->`));
  return { name, benchmark, paragraphs: section?.trim().split('\n\n') };
});

describe('bench/README.md', () => {
  it('has a place for every benchmark', () => {
    const missing = SECTIONS.filter(({ paragraphs }) => !paragraphs).map(({ name }) => name);
    expect(missing).toEqual([]);
  });

  const written = SECTIONS.filter(({ paragraphs }) => paragraphs?.[0]);
  it.each(written)('describes $name as the code does', ({ benchmark, paragraphs }) => {
    const { title, method, notMeasured } = benchmark;
    expect(paragraphs?.slice(0, 2)).toEqual([`## ${title}`, method]);
    expect(paragraphs?.at(-1)).toBe(`Not measured: ${notMeasured.join(' ')}`);
  });
});
