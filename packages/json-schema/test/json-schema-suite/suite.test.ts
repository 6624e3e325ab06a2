import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../src/index.ts';
import { readSuite } from './suite.ts';

interface Gap {
  reason: string;
  expect: 'refused' | 'differs';
  /** `draft/file: group`, or `draft/file` for all its groups; `*` is any draft. */
  cases: string[];
}

const GAPS = JSON.parse(readFileSync(join(import.meta.dirname, 'gaps.json'), 'utf8')) as Gap[];
const SUITE = readSuite();

interface Outcome {
  group: string;
  test: string;
  kind: 'right' | Gap['expect'];
}

const known = new Map<string, Outcome[]>();

/** What each test of a file comes to here. */
function outcomesOf({ name, groups }: (typeof SUITE)[number]): Outcome[] {
  const outcomes =
    known.get(name) ??
    groups.flatMap(({ description: group, schema, tests }) => {
      const compiled = compileSchema(schema);
      return tests.map(({ description: test, data, valid }): Outcome => {
        if (!compiled.ok) return { group, test, kind: 'refused' };
        const isRight = (compiled.validate(data)?.length === 0) === valid;
        return { group, test, kind: isRight ? 'right' : 'differs' };
      });
    });
  known.set(name, outcomes);
  return outcomes;
}

/** Whether a case of gaps.json names a group of a file. */
function names(each: string, file: string, group: string): boolean {
  const [path = '', ...rest] = each.split(': ');
  const isFile = path === file || path === file.replace(/^[^/]+/, '*');
  return isFile && (rest.length === 0 || rest.join(': ') === group);
}

const isListed = (file: string, { group, kind }: Outcome) =>
  GAPS.some((gap) => gap.expect === kind && gap.cases.some((each) => names(each, file, group)));

describe('the official test suite', () => {
  it.each(SUITE.map((file) => [file.name, file] as const))('%s', (name, file) => {
    const outcomes = outcomesOf(file);
    expect(outcomes.length).toBeGreaterThan(0);
    const unlisted = outcomes.filter(({ kind }) => kind !== 'right');
    expect(unlisted.filter((outcome) => !isListed(name, outcome))).toEqual([]);
  });

  it('has as many tests as the README of this package says', () => {
    const all = SUITE.flatMap(outcomesOf);
    const count = (kind: Outcome['kind']) => all.filter((each) => each.kind === kind).length;
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8').replaceAll(
      /\s+/g,
      ' ',
    );
    const figure = (number: number) => number.toLocaleString('en-US');
    expect(readme).toContain(`${figure(all.length)} tests of the official suite`);
    expect(readme).toContain(
      `${figure(count('right'))} pass, ${figure(count('refused'))} do not run because their schema is refused, and ${figure(count('differs'))} give a different result`,
    );
  });
});

describe.each(GAPS)('$reason Of that:', ({ expect: kind, cases }) => {
  it.each(cases)(`%s is ${kind}`, (each) => {
    const found = SUITE.flatMap((file) =>
      outcomesOf(file).filter(
        (outcome) => outcome.kind === kind && names(each, file.name, outcome.group),
      ),
    );
    expect(found.length).toBeGreaterThan(0);
  });
});
