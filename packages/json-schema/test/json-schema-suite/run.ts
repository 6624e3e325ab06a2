// Runs the official JSON-Schema-Test-Suite against this package, from a checkout of its repository
// (json-schema-org/JSON-Schema-Test-Suite), which no registry has for these drafts:
//   node --conditions=mkt-source packages/json-schema/test/json-schema-suite/run.ts CHECKOUT
// Fails on any verdict or refusal that gaps.json does not list, and on a gap that is closed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSchema } from '../../src/index.ts';

const DRAFTS = {
  draft7: undefined,
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

interface Gap {
  reason: string;
  expect: 'refused' | 'differs';
  cases: string[];
}

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const checkout = process.argv[2];
if (checkout === undefined) {
  process.stderr.write('Usage: run.ts CHECKOUT\n');
  process.exit(2);
}
const gaps = JSON.parse(readFileSync(new URL('gaps.json', import.meta.url), 'utf8')) as Gap[];
const used = new Set<string>();

function listed(expect: Gap['expect'], draft: string, file: string, group: string): boolean {
  const cases = gaps.filter((gap) => gap.expect === expect).flatMap((gap) => gap.cases);
  const found = cases.filter((each) => {
    const [path = '', ...rest] = each.split(': ');
    const description = rest.join(': ');
    const isFile = path === `${draft}/${file}` || path === `*/${file}`;
    return isFile && (description === '' || description === group);
  });
  for (const each of found) used.add(each);
  return found.length > 0;
}

function withDialect(schema: unknown, dialect: string | undefined): unknown {
  const lacksOne = typeof schema === 'object' && schema !== null && !('$schema' in schema);
  return dialect !== undefined && lacksOne ? { $schema: dialect, ...schema } : schema;
}

const count = { right: 0, refused: 0, differs: 0 };
const unlisted: string[] = [];
for (const [draft, dialect] of Object.entries(DRAFTS)) {
  const folder = join(checkout, 'tests', draft);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.json')).toSorted()) {
    for (const group of JSON.parse(readFileSync(join(folder, file), 'utf8')) as Group[]) {
      const compiled = compileSchema(withDialect(group.schema, dialect));
      for (const { data, valid, description } of group.tests) {
        const verdict = compiled.ok ? compiled.validate(data).length === 0 : undefined;
        const outcome = verdict === undefined ? 'refused' : verdict === valid ? 'right' : 'differs';
        count[outcome] += 1;
        if (outcome === 'right' || listed(outcome, draft, file, group.description)) continue;
        unlisted.push(`${outcome}: ${draft}/${file}: ${group.description}: ${description}`);
      }
    }
  }
}
const closed = gaps.flatMap((gap) => gap.cases).filter((each) => !used.has(each));
for (const line of unlisted) process.stdout.write(`${line}\n`);
for (const each of closed) process.stdout.write(`no longer a gap: ${each}\n`);
const total = count.right + count.refused + count.differs;
process.stdout.write(
  `${total} tests: ${count.right} right, ${count.refused} refused, ${count.differs} differ; ${unlisted.length} not listed\n`,
);
process.exitCode = unlisted.length + closed.length > 0 ? 1 : 0;
