import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Chart } from './chart.ts';
import { chartSvg } from './chart.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = `${ROOT}bench`;
const PAGE = `${FOLDER}/README.md`;

/** The path of a benchmark's chart, relative to the page. */
export const chartPathOf = (name: string) => `charts/${name}.svg`;

export function writeChart(name: string, chart: Chart): void {
  mkdirSync(`${FOLDER}/charts`, { recursive: true });
  writeFileSync(`${FOLDER}/${chartPathOf(name)}`, chartSvg(chart));
}

/** Puts a section between its markers; the rest of the page stays as it is. */
export function writeSection(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [before, rest] = page.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) {
    throw new Error(`bench/README.md has no place for ${name}: ${start} … ${end}`);
  }
  writeFileSync(PAGE, `${before}${start}\n\n${text}\n\n${end}${after}`);
}
