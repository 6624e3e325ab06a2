import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'fixtures');

/** The drafts of the suite, by the `$schema` that their tests are meant for. */
const DIALECTS = {
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;

export interface SuiteGroup {
  description: string;
  /** With the `$schema` of its draft. */
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

export interface SuiteFile {
  /** Like `draft7/optional/format/date.json`. */
  name: string;
  groups: SuiteGroup[];
}

const withDialect = (schema: unknown, dialect: string): unknown =>
  typeof schema === 'object' && schema !== null && !('$schema' in schema)
    ? { $schema: dialect, ...schema }
    : schema;

/** Every file of the three drafts. */
export function readSuite(): SuiteFile[] {
  return Object.entries(DIALECTS).flatMap(([draft, dialect]) =>
    readdirSync(join(FOLDER, draft), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((file) => {
        const text = readFileSync(join(FOLDER, draft, file), 'utf8');
        const groups = (JSON.parse(text) as SuiteGroup[]).map((group) => ({
          ...group,
          schema: withDialect(group.schema, dialect),
        }));
        return { name: `${draft}/${file}`, groups };
      }),
  );
}
