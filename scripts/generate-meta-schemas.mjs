// The drafts' meta-schemas, each as one schema. Run by scripts/generate.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const OUT = 'packages/json-schema/src/generated/meta-schemas.ts';
const HEADER =
  '// Generated from the meta-schemas that ajv brings by `npm run fix`. Do not edit.\n/* eslint-disable */\n';
const REFS = dirname(createRequire(import.meta.url).resolve('ajv/dist/refs/data.json'));

const readJson = (path) => JSON.parse(readFileSync(join(REFS, path), 'utf8'));

/** Names and texts have no part in a verdict; formats are not asserted in a meta-schema. */
const LEFT_OUT = new Set([
  '$schema',
  '$id',
  '$vocabulary',
  '$anchor',
  '$recursiveAnchor',
  '$dynamicAnchor',
  '$comment',
  'title',
  'default',
  'format',
  'deprecated',
]);
/** Under these, names are members and not keywords. */
const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);

/** `#/$defs/x` of a vocabulary, or `meta/core#/$defs/x` of the whole, inside the joined schema. */
const localReference = (reference, home) =>
  reference
    .replace(/^meta\/([\w-]+)#\//, '#/$defs/$1/')
    .replace(/^#\/(?=\$defs\/\w+$|definitions\/)/, `#${home}/`);

/** A schema whose own definitions stand at `home`, and in which the whole is the root. */
function rewritten(schema, home) {
  if (Array.isArray(schema)) return schema.map((each) => rewritten(each, home));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([keyword]) => !LEFT_OUT.has(keyword))
    .map(([keyword, value]) => {
      if (keyword === '$recursiveRef' || keyword === '$dynamicRef') return ['$ref', '#'];
      if (keyword === '$ref') return ['$ref', localReference(value, home)];
      if (!MAPS.has(keyword)) return [keyword, rewritten(value, home)];
      const members = Object.entries(value).map(([name, each]) => [name, rewritten(each, home)]);
      return [keyword, Object.fromEntries(members)];
    });
  return Object.fromEntries(entries);
}

/** A draft that consists of vocabularies, with them as its definitions. */
function joined(folder) {
  const { allOf, ...rest } = readJson(`${folder}/schema.json`);
  const files = readdirSync(join(REFS, folder, 'meta'));
  const names = allOf.map(({ $ref }) => $ref.replace('meta/', ''));
  const known = names.filter((name) => files.includes(`${name}.json`));
  return {
    ...rewritten(rest, ''),
    $defs: Object.fromEntries(
      known.map((name) => [
        name,
        rewritten(readJson(`${folder}/meta/${name}.json`), `/$defs/${name}`),
      ]),
    ),
    allOf: known.map((name) => ({ $ref: `#/$defs/${name}` })),
  };
}

export function generateMetaSchemas() {
  const schemas = {
    DRAFT_07: rewritten(readJson('json-schema-draft-07.json'), ''),
    DRAFT_2019_09: joined('json-schema-2019-09'),
    DRAFT_2020_12: joined('json-schema-2020-12'),
  };
  const texts = Object.entries(schemas).map(
    ([name, schema]) => `export const ${name}: object = ${JSON.stringify(schema)};\n`,
  );
  return { [OUT]: `${HEADER}${texts.join('\n')}` };
}
