// Makes fixtures/*.json and packages/cli/test/fixtures/openapi-constructs.json: see README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { judges } from './judges.mjs';
import packageJson from './package.json' with { type: 'json' };

const { dependencies } = packageJson;

const GENERATORS = ['zod-3', 'zod-4', 'valibot', 'arktype', 'typebox-0', 'typebox-1'];
const BY_HAND = ['pydantic', 'schemars', 'dotnet', 'go', 'odd-schemas', 'openapi'];
const MOST = 8;

/** Values for every construct, in addition to its own. */
const POOL = [
  null,
  true,
  false,
  0,
  1,
  -1,
  2,
  1.5,
  42,
  1e21,
  '',
  'a',
  'b',
  'abc',
  'Hello',
  '123',
  ' ',
  '2024-02-29',
  '2024-02-30',
  '12:30:00Z',
  '2024-01-01T00:00:00Z',
  'P1DT2H',
  'a@example.com',
  'https://example.com',
  'f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
  '127.0.0.1',
  '::1',
  '/a/0',
  [],
  [1],
  ['a'],
  ['a', 'b'],
  [1, 'a'],
  [null],
  [1, 1],
  [[]],
  [{}],
  {},
  { a: 1 },
  { a: 'x' },
  { a: null },
  { b: 1 },
  { a: 'x', b: 1 },
  { c: true },
  { a: {} },
];

function classify({ construct, schema, judged, isJudge, more, accepts, values }, file) {
  const found = { valid: [], invalid: [] };
  const seen = new Set();
  const both = isJudge ? undefined : judges(judged ?? schema, `${file}: ${construct}`);
  const verdictOf = both ?? accepts ?? (() => undefined);
  for (const value of [...values, ...POOL]) {
    const text = JSON.stringify(value);
    if (seen.has(text)) continue;
    seen.add(text);
    const verdict = verdictOf(value);
    if (verdict === undefined) continue;
    if (accepts && values.includes(value) && accepts(value) !== verdict) {
      console.log(
        `${file}: ${construct}: the library ${verdict ? 'refuses' : 'accepts'} ${text}, its schema does not`,
      );
    }
    found[verdict ? 'valid' : 'invalid'].push(value);
  }
  // There is only one null.
  if (found.valid.length < 1 || found.invalid.length < 3) {
    console.log(
      `${file}: ${construct}: ${found.valid.length} valid, ${found.invalid.length} invalid`,
    );
  }
  return {
    construct,
    schema,
    ...more,
    valid: found.valid.slice(0, MOST),
    invalid: found.invalid.slice(0, MOST),
  };
}

mkdirSync(join(import.meta.dirname, 'fixtures'), { recursive: true });
const only = process.argv.slice(2);
for (const file of [...GENERATORS, ...BY_HAND].filter(
  (each) => only.length === 0 || only.includes(each),
)) {
  const { default: made } = await import(`./${file}.mjs`);
  const { libraries = [], source, into = `fixtures/${file}.json`, cases } = made;
  const versions = libraries.map((name) => `${name} ${dependencies[name].replace('npm:zod@', '')}`);
  const corpus = {
    source: source ?? versions.join(', '),
    cases: cases.map((each) => classify(each, file)),
  };
  const path = join(import.meta.dirname, into);
  const lines = corpus.cases.map((each) => JSON.stringify(each));
  const { source: from } = corpus;
  writeFileSync(path, `{"source":${JSON.stringify(from)},"cases":[\n${lines.join(',\n')}\n]}\n`);
  console.log(`${file}: ${cases.length} constructs`);
}
