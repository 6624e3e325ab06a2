import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a generator writes for a construct of its library, with values that this schema accepts and refuses. */
export interface Construct {
  construct: string;
  schema: unknown;
  valid: unknown[];
  invalid: unknown[];
}

const FOLDER = join(import.meta.dirname, 'fixtures');

/** Each generator's name and its constructs. */
export const GENERATORS = readdirSync(FOLDER).map((name) => {
  const { cases } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as { cases: Construct[] };
  return [name.replace('.json', ''), cases] as const;
});
