// packages/protocol/schemas/*.json → src/generated/{schemas,enums,wire-types,validators}.ts. Run by scripts/generate-code.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { _, stringify } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { compile } from 'json-schema-to-typescript';

const HEADER =
  '// Generated from packages/protocol/schemas by scripts/generate-code.mjs. Not checked in.\n';
/** Only what a server or the CLI checks is compiled; tests check responses. */
const COMPILED = /Request$|Query$|Form$|^SellerContract$|^SellerProvider$/;

/**
 * A definition whose name begins with a small letter is not a type: it is copied to wherever it is
 * referenced.
 */
const isShared = (name) => /^[a-z]/.test(name);

/** The keywords of a schema that `allOf` can add to another one. */
const COMPOSED = new Set(['description', 'type', 'required', 'properties', 'additionalProperties']);

/**
 * Every type by name, from a file per noun that has a schema for each of its types in `$defs`.
 * References may lead to another file. In the result they are `#/$defs/<name>`, and shared members are
 * copied into each type.
 */
function readSchemas(dir) {
  const files = {};
  for (const file of readdirSync(dir).toSorted()) {
    if (file.endsWith('.json')) files[file] = JSON.parse(readFileSync(join(dir, file), 'utf8'));
  }

  function target(ref, from) {
    const [path, name] = ref.split('#/$defs/');
    const file = path || from;
    const schema = files[file]?.$defs[name];
    if (!schema) throw new Error(`${from}: there is no ${ref}`);
    return { file, name, schema };
  }

  /** An object whose members are those of the schemas in `allOf`, then its own. */
  function composed({ allOf, required, properties, unevaluatedProperties, ...own }, file) {
    const parts = allOf.map(({ $ref }) => {
      const found = target($ref, file);
      const part = copied(found.schema, found.file);
      const unknown = Object.keys(part).find((keyword) => !COMPOSED.has(keyword));
      if (unknown) throw new Error(`${file}: allOf cannot add ${unknown}, which ${$ref} has`);
      return part;
    });
    const all = [...parts, { required, properties: copied(properties ?? {}, file) }];
    const names = all.flatMap((part) => part.required ?? []);
    const isClosed =
      unevaluatedProperties === false || parts.some((part) => part.additionalProperties === false);
    return {
      ...own,
      ...(names.length > 0 ? { required: names } : {}),
      properties: Object.assign({}, ...all.map((part) => part.properties)),
      ...(isClosed ? { additionalProperties: false } : {}),
    };
  }

  function copied(value, file) {
    if (Array.isArray(value)) return value.map((item) => copied(item, file));
    if (value === null || typeof value !== 'object') return value;
    if (value.allOf) return composed(value, file);
    const { $ref, ...siblings } = value;
    if (typeof $ref !== 'string') {
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [key, copied(inner, file)]),
      );
    }
    const { name, schema, file: where } = target($ref, file);
    return isShared(name)
      ? { ...copied(schema, where), ...siblings }
      : { $ref: `#/$defs/${name}`, ...siblings };
  }

  const schemas = {};
  for (const [file, { $defs }] of Object.entries(files)) {
    for (const [title, schema] of Object.entries($defs)) {
      if (schemas[title]) throw new Error(`${file}: there is another ${title}`);
      const complete = title === 'Currency' ? withCurrencyPattern(schema) : schema;
      if (!isShared(title)) schemas[title] = { title, ...copied(complete, file) };
    }
  }
  const names = Object.keys(schemas).toSorted();
  return Object.fromEntries(names.map((name) => [name, schemas[name]]));
}

/**
 * The listed codes in any case, as a pattern that every engine understands: an enum would need eight
 * spellings of each.
 */
function withCurrencyPattern(schema) {
  const anyCase = (letter) => `[${letter}${letter.toLowerCase()}]`;
  const byFirst = Map.groupBy(schema.examples, ([first]) => first);
  const groups = [...byFirst].map(([first, codes]) => {
    const rests = codes.map(([, second, third]) => anyCase(second) + anyCase(third));
    return `${anyCase(first)}(${rests.join('|')})`;
  });
  return { ...schema, pattern: `^(${groups.join('|')})$` };
}

/** A copy of the schema in which `replace(ref, siblings)` replaces every object that has a `$ref`. */
function mapRefs(value, replace) {
  if (Array.isArray(value)) return value.map((item) => mapRefs(item, replace));
  if (value === null || typeof value !== 'object') return value;
  if (typeof value.$ref === 'string') {
    const { $ref, ...siblings } = value;
    return replace($ref, siblings);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapRefs(inner, replace)]),
  );
}

function schemasModule(schemas) {
  const body = Object.entries(schemas)
    .map(
      ([title, schema]) => `export const ${title} = ${JSON.stringify(schema, null, 2)} as const;\n`,
    )
    .join('\n');
  return `${HEADER}\n${body}`;
}

function enumsModule(schemas) {
  const constant = (title) => `${title.replace(/(?<!^)([A-Z])/g, '_$1').toUpperCase()}_VALUES`;
  const body = Object.entries(schemas)
    .filter(([, schema]) => schema.enum)
    .map(
      ([title, schema]) =>
        `/** ${schema.description} */\nexport const ${constant(title)} = ${JSON.stringify(schema.enum)} as const;\n`,
    )
    .join('\n');
  const currencies = `/** ${schemas.Currency.$comment} */\nexport const CURRENCIES = ${JSON.stringify(schemas.Currency.examples)} as const;\n`;
  return `${HEADER}\n${body}\n${currencies}`;
}

/** A copy of the value in which `replace` may replace any object, innermost first. */
function mapObjects(value, replace) {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, replace));
  if (value === null || typeof value !== 'object') return value;
  return replace(
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, replace)]),
    ),
  );
}

const ANNOTATIONS = new Set(['description', 'readOnly', 'default']);

/** Alternatives that only say which members are required: TypeScript gains nothing from them. */
const onlyRequire = (alternatives) =>
  alternatives.every((each) => Array.isArray(each.required) && !each.type && !each.$ref);

/** The compiler reads a schema without keywords, and an object without properties, as `{}`. */
function withTsType({ anyOf, ...rest }) {
  const schema = anyOf && !onlyRequire(anyOf) ? { ...rest, anyOf } : rest;
  if (Object.keys(schema).every((key) => ANNOTATIONS.has(key)) && schema.description) {
    return { ...schema, tsType: 'unknown' };
  }
  const types = [schema.type].flat();
  if (schema.additionalProperties?.type === 'string') {
    return { ...schema, tsType: 'Record<string, string>' };
  }
  if (!types.includes('object') || schema.properties) return schema;
  const alternatives = types.map((type) => (type === 'object' ? 'Record<string, unknown>' : type));
  return { ...schema, tsType: alternatives.join(' | ') };
}

async function typesModule(schemas) {
  // A description beside a $ref would make the compiler write the type a second time.
  const $defs = mapObjects(
    mapRefs(schemas, ($ref) => ({ $ref })),
    withTsType,
  );
  const root = {
    title: 'Wire',
    type: 'object',
    additionalProperties: false,
    properties: {},
    $defs,
  };
  for (const title of Object.keys(schemas)) root.properties[title] = { $ref: `#/$defs/${title}` };
  root.required = Object.keys(schemas);
  return compile(root, 'Wire', {
    additionalProperties: false,
    bannerComment: HEADER,
    format: false,
    ignoreMinAndMaxItems: true,
    unknownAny: true,
    strictIndexSignatures: true,
  });
}

/** The message of each pattern: an error must not show a regular expression to people. */
const PATTERN_MESSAGES = [
  [/^\^\(\[Aa\]/, 'must be the ISO 4217 code of a national currency in use'],
  [/^\^\[a-z0-9-\]\{3,/, 'must be 3 to 64 characters of a-z, 0-9 and -'],
  [/^\^\[a-z0-9-\]\{1,/, 'must be 1 to 64 characters of a-z, 0-9 and -'],
  [/^\^\[A-Z\]\{3\}/, 'must be an ISO 4217 code'],
  [/^\^\[A-Za-z0-9_-\]\{1,1024/, 'must be characters of A-Z, a-z, 0-9, _ and -'],
  [/^\^whsec_/, 'must be a signing secret'],
  [/^\^mkt_/, 'must be an API key'],
  [/^\^\(none/, 'must be the id of an API key, or none'],
  [
    /^\^\[Hh\]\[Tt\]\[Tt\]\[Pp\]\[Ss\]:/,
    'must be an https URL without spaces, user name or password',
  ],
  [/^\^\[Hh\]/, 'must be an http(s) URL without spaces, user name or password'],
  [/^\^\[0-9\]\{4\}-\[/, 'must be a date'],
  [/^\^\[0-9\]\{4\}-\(/, 'must be an RFC 3339 date and time'],
  [/^\^\[ /, 'must be one line of printable characters, and not only spaces'],
  [/^\^\(\[A-Za-z0-9_'\+-\]/, 'must be an email address'],
  [/^\^\[\^\\x00\]\*\$/, 'must not contain the NUL character'],
  [/^\^\[A-Za-z0-9_\.-\]\{1,40\}/, 'must be 1 to 40 characters of A-Z, a-z, 0-9, _, . and -'],
];

/** The names that the schema defines, so that the message can suggest them; not those that are ignored. */
function withKnownNames({ params, parentSchema, gen }) {
  const names = Object.entries(parentSchema.properties ?? {})
    .filter(([, schema]) => schema.readOnly !== true)
    .map(([name]) => [name, true]);
  const code = stringify(Object.fromEntries(names));
  const properties = gen.scopeValue('schema', { ref: names, key: String(code), code });
  return _`{additionalProperty: ${params.additionalProperty}, properties: ${properties}}`;
}

const patternMessage = (pattern) => PATTERN_MESSAGES.find(([sign]) => sign.test(pattern))?.[1];

function createAjv() {
  const ajv = new Ajv2020({
    code: { source: true, esm: true, lines: true },
    allErrors: true,
    strict: true,
    allowUnionTypes: true,
    useDefaults: false,
    ownProperties: true,
    formats: { 'date-time': true, uuid: true },
  });
  const { definition: pattern } = ajv.RULES.all.pattern;
  ajv.removeKeyword('pattern');
  ajv.addKeyword({
    ...pattern,
    // Ajv's own meta-schemas have patterns too, which no message mentions.
    error: { ...pattern.error, message: ({ schema }) => patternMessage(schema) ?? '' },
  });
  const { definition: additional } = ajv.RULES.all.additionalProperties;
  ajv.removeKeyword('additionalProperties');
  ajv.addKeyword({ ...additional, error: { ...additional.error, params: withKnownNames } });
  ajv.addKeyword({
    keyword: 'wellFormed',
    type: 'string',
    schemaType: 'boolean',
    error: { message: 'must be valid Unicode' },
    code: (context) => context.fail(_`!${context.data}.isWellFormed()`),
  });
  return ajv;
}

/**
 * Text that is stored or looked up (it has a pattern) must have a UTF-8 form, else it would come
 * back as another text. No pattern can say so in every language's engine, so the published
 * schemas do not.
 */
function wellFormed(schema) {
  if (typeof schema.pattern !== 'string') return schema;
  if (!patternMessage(schema.pattern)) throw new Error(`No message for ${schema.pattern}`);
  return { ...schema, wellFormed: true };
}

const VALIDATOR_TYPE = `import type { SchemaViolation } from '../violations.ts';

export type Validator = ((value: unknown) => boolean) & { errors?: SchemaViolation[] | null };
`;

/**
 * Replaces ajv's own, so that the package needs no ajv: bundlers also differ in what the default
 * export of that CommonJS module is.
 */
const CHARACTERS = `
function characters(text) {
  let count = 0;
  for (const character of text) count++;
  return count;
}
`;

/** The items of a list that is too long are not looked at: 130,000 errors took 100 ms. */
function boundedItems(schema) {
  const { items, ...rest } = schema;
  const { type, maxItems } = rest;
  if (!items || maxItems === undefined) return schema;
  return { ...rest, if: { type: 'array', minItems: maxItems + 1 }, else: { type, items } };
}

/** In the same way, the members of an object that has too many. */
function boundedMembers(schema) {
  const { propertyNames, additionalProperties, ...rest } = schema;
  const { type, maxProperties } = rest;
  if (!propertyNames || maxProperties === undefined) return schema;
  return {
    ...rest,
    if: { type: 'object', minProperties: maxProperties + 1 },
    else: { type, propertyNames, additionalProperties },
  };
}

function validatorsModule(schemas) {
  const ajv = createAjv();
  const exported = {};
  for (const [title, schema] of Object.entries(schemas)) {
    const local = mapRefs(schema, (ref) => ({ $ref: ref.replace('#/$defs/', '') }));
    ajv.addSchema({
      $id: title,
      ...mapObjects(local, (each) => boundedMembers(boundedItems(wellFormed(each)))),
    });
    if (COMPILED.test(title)) exported[title] = title;
  }
  const code = standaloneCode.default(ajv, exported).replace(/^"use strict";/, '');
  const inlined = code.replaceAll('require("ajv/dist/runtime/ucs2length").default', 'characters');
  const [needed] = /require\("[^"]+"\)/.exec(inlined) ?? [];
  if (needed) throw new Error(`The validators would need ${needed} at run time: inline it.`);
  // Without a type of their own, their declarations would not compile.
  const typed = inlined.replaceAll(/^(export const \w+) =/gm, '$1: Validator =');
  return `${HEADER}// @ts-nocheck\n/* eslint-disable */\n${VALIDATOR_TYPE}${CHARACTERS}${typed}`;
}

/** @returns {Promise<Record<string, string>>} file path from the repository's root → text */
export async function generateProtocol(root) {
  const schemas = readSchemas(join(root, 'packages/protocol/schemas'));
  const out = 'packages/protocol/src/generated';
  return {
    [`${out}/schemas.ts`]: schemasModule(schemas),
    [`${out}/enums.ts`]: enumsModule(schemas),
    [`${out}/wire-types.ts`]: await typesModule(schemas),
    [`${out}/validators.ts`]: validatorsModule(schemas),
  };
}
