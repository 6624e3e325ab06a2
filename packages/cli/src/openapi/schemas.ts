import type { SchemaValidator } from '@mkt/conformance';
import { type Detail, isObject, pointerSegments } from '@mkt/protocol';
import {
  type ApiDocument,
  type Node,
  pointerOf,
  targetOf,
  TooLarge,
  Unsupported,
} from './document.ts';

/** Each round removes at least one keyword, and reports list ten at a time. */
const MAX_ROUNDS = 200;

/**
 * Removes the formats and patterns that the marketplace does not know or accept: without them the schema
 * only accepts more. Returns what else is wrong with it, if anything.
 */
export async function withoutUnknown(
  schema: Schema,
  schemas: Pick<SchemaValidator, 'inspect'>,
): Promise<Detail | undefined> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { details, warnings } = await schemas.inspect(schema, { path: '' });
    const removable = [
      ...details.filter(({ path, keyword }) => keyword === 'pattern' || path.endsWith('/pattern')),
      ...warnings.filter(({ code }) => code === 'unknown_format' || code === 'unknown_keyword'),
    ];
    const removed = removable.filter(({ path = '' }) => removeAt(schema, path));
    if (removed.length === 0) return details[0];
  }
  return { path: '', message: 'has too many parts that mkt does not know' };
}

function removeAt(root: unknown, pointer: string): boolean {
  const segments = pointerSegments(pointer);
  const last = segments.pop();
  let holder = root;
  for (const segment of segments) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, segment))
      return false;
    holder = (holder as Record<string, unknown>)[segment];
  }
  if (last === undefined || !isObject(holder) || !Object.hasOwn(holder, last)) return false;
  return delete holder[last];
}

const MAX_EXAMPLE_DEPTH = 12;
const MAX_FIELDS = 200;

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  time: '12:00:00Z',
  'date-time': '2026-01-31T12:00:00Z',
  duration: 'P1D',
  email: 'someone@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com',
  'uri-reference': '/path',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  byte: 'dGV4dA==',
};

/**
 * An example of a schema with `$defs`: the values that it gives, else made from its types. It may still
 * not match, for instance because of a pattern.
 */
export function exampleOf(root: Schema): unknown {
  const definitions = isObject(root['$defs']) ? root['$defs'] : {};
  let fields = 0;

  function from(schema: unknown, depth: number): unknown {
    if (!isObject(schema) || depth > MAX_EXAMPLE_DEPTH || ++fields > MAX_FIELDS) return null;
    const { $ref, examples, default: usual, enum: values, allOf } = schema;
    if (Array.isArray(examples) && examples.length > 0) return examples[0];
    if (usual !== undefined) return usual;
    if (Object.hasOwn(schema, 'const')) return schema['const'];
    if (Array.isArray(values)) return values[0];
    if (typeof $ref === 'string')
      return from(definitions[$ref.slice('#/$defs/'.length)], depth + 1);
    if (Array.isArray(allOf)) {
      const all = [{ ...schema, allOf: undefined }, ...allOf].map((each) => from(each, depth + 1));
      const objects = all.filter((each) => isObject(each));
      return objects.length > 0 ? Object.assign({}, ...objects) : (all[1] ?? null);
    }
    const options = schema['oneOf'] ?? schema['anyOf'];
    if (Array.isArray(options)) return from(options[0], depth + 1);
    return byType(schema, depth);
  }

  function byType(schema: Schema, depth: number): unknown {
    const given = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
    switch (given ?? (isObject(schema['properties']) ? 'object' : undefined)) {
      case 'object':
        return objectFrom(schema, depth);
      case 'array': {
        const least = Math.max(1, Math.min(Number(schema['minItems'] ?? 1), 10));
        return Array.from({ length: least }, () => from(schema['items'] ?? {}, depth + 1));
      }
      case 'string':
        return textFrom(schema);
      case 'integer':
      case 'number':
        return numberFrom(schema);
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  /** Required fields, and others that have an example of their own. */
  function objectFrom({ properties, required }: Schema, depth: number): unknown {
    if (!isObject(properties)) return {};
    const isShown = (name: string, schema: unknown) =>
      (Array.isArray(required) && required.includes(name)) ||
      (isObject(schema) && Array.isArray(schema['examples']));
    const shown = Object.entries(properties).filter(([name, schema]) => isShown(name, schema));
    return Object.fromEntries(shown.map(([name, schema]) => [name, from(schema, depth + 1)]));
  }

  return from(root, 0);
}

function textFrom({ format, minLength, maxLength }: Schema): string {
  const text = BY_FORMAT[String(format)] ?? 'text';
  const least = Math.min(Number(minLength ?? 0), 1_000);
  return text.padEnd(least, 'x').slice(0, Number(maxLength ?? 1_000));
}

function numberFrom({ minimum, exclusiveMinimum, maximum, multipleOf }: Schema): number {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : Number(minimum ?? 1);
  const step = Number(multipleOf ?? 0);
  const number = step > 0 ? Math.ceil(least / step) * step : least;
  return typeof maximum === 'number' ? Math.min(number, maximum) : number;
}

/** A JSON Schema. */
export type Schema = Record<string, unknown>;

/** The marketplace accepts schemas of up to 5,000 parts. */
const MAX_PARTS = 5_000;
const MAX_DEPTH = 60;

const SCHEMAS = ['additionalProperties', 'items', 'contains', 'not', 'if', 'then', 'else'] as const;
const MORE_SCHEMAS = ['propertyNames', 'unevaluatedProperties', 'unevaluatedItems'] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const MAPS = ['properties', 'patternProperties', 'dependentSchemas'] as const;
const AS_THEY_ARE = new Set(
  `title description type enum const default deprecated format multipleOf maximum minimum
  exclusiveMaximum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems
  minContains maxContains maxProperties minProperties required dependentRequired contentEncoding
  contentMediaType`.split(/\s+/),
);

export interface Translator {
  /** A schema of the document as JSON Schema 2020-12, without its definitions. */
  translate(schema: unknown): Schema | boolean;
  /** The definitions that the translated schemas refer to. To be called once. */
  definitions(): Schema;
}

/**
 * Translates the schemas of one operation. References become `$defs`, so that recursive schemas stay
 * finite. What JSON Schema does not define is left out, and so are fields that only the other side
 * sends: those with `readOnly` in an input, those with `writeOnly` in a result.
 */
export function createTranslator(
  document: ApiDocument,
  { hidden }: { hidden: 'readOnly' | 'writeOnly' },
): Translator {
  const names = new Map<string, string>();
  /** Definitions to translate: one by one, because a chain of them can be long. */
  const targets = new Map<string, unknown>();
  let parts = 0;

  function translate(
    schema: unknown,
    depth = 0,
    hiddenBeside: ReadonlySet<string> = new Set(),
  ): Schema | boolean {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) throw new Unsupported('it has a schema that is not an object');
    if (++parts > MAX_PARTS) throw new TooLarge('its schemas are too large');
    if (depth > MAX_DEPTH) throw new TooLarge('its schemas are nested too deeply');
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      if (Object.hasOwn(schema, keyword)) throw new Unsupported(`its schemas use ${keyword}`);
    }
    if (!Object.hasOwn(schema, '$ref')) return translated(schema, depth, hiddenBeside);
    const $ref = reference(schema['$ref']);
    // OpenAPI 3.0 ignores what is beside a $ref.
    return document.isOld ? { $ref } : { ...translated(schema, depth, hiddenBeside), $ref };
  }

  function reference(given: unknown): string {
    const target = targetOf(document, given);
    const pointer = pointerOf(String(given));
    let name = names.get(pointer);
    if (name === undefined) {
      name = uniqueName(pointer, names);
      names.set(pointer, name);
      targets.set(name, target);
    }
    return `#/$defs/${name}`;
  }

  const isHidden = (schema: unknown) => {
    const target =
      isObject(schema) && Object.hasOwn(schema, '$ref')
        ? targetOf(document, schema['$ref'])
        : schema;
    return isObject(target) && target[hidden] === true;
  };

  /** Adds the names of the hidden members of a value that a schema describes, references included. */
  function hiddenIn(schema: Node, names: Set<string>): Set<string> {
    const seen = new Set<unknown>([schema]);
    // Iterating over a set includes members that are added during the iteration.
    for (const each of seen) {
      if (!isObject(each)) continue;
      if (seen.size > MAX_PARTS) throw new TooLarge('its schemas are too large');
      const { $ref, properties, allOf } = each;
      if ($ref !== undefined) seen.add(targetOf(document, $ref));
      for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
        if (isHidden(member)) names.add(name);
      }
      for (const part of Array.isArray(allOf) ? allOf : []) seen.add(part);
    }
    return names;
  }

  function translated(given: Node, depth: number, hiddenBeside: ReadonlySet<string>): Schema {
    const schema = withPositions(given);
    const hiddenAround = hiddenIn(schema, new Set(hiddenBeside));
    const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      if (AS_THEY_ARE.has(keyword)) return [[keyword, value]];
      if ([...SCHEMAS, ...MORE_SCHEMAS].some((each) => each === keyword))
        return [[keyword, translate(value, depth + 1)]];
      if (LISTS.some((each) => each === keyword) && Array.isArray(value)) {
        const inPlace = keyword === 'prefixItems' ? undefined : hiddenAround;
        return withoutEmpty(
          keyword,
          value.map((each) => translate(each, depth + 1, inPlace)),
        );
      }
      if (!MAPS.some((each) => each === keyword) || !isObject(value)) return [];
      const shown = Object.entries(value).filter(
        ([, each]) => keyword !== 'properties' || !isHidden(each),
      );
      const inner = shown.map(([name, each]) => [name, translate(each, depth + 1)] as const);
      return [[keyword, Object.fromEntries(inner)]];
    });
    const result: Schema = Object.fromEntries(entries);
    const { required } = schema;
    if (Array.isArray(required)) {
      result['required'] = required.filter((name) => !hiddenAround.has(name as string));
    }
    withExamples(result, schema);
    return document.isOld ? asJsonSchema(result, schema) : result;
  }

  return {
    translate,
    definitions() {
      const done: [string, Schema | boolean][] = [];
      // Translating one may add others, which the loop then visits too.
      for (const [name, target] of targets) done.push([name, translate(target)]);
      return Object.fromEntries(done);
    },
  };
}

function withExamples(result: Schema, { example, examples }: Node): void {
  const given = Array.isArray(examples) ? examples : example === undefined ? [] : [example];
  if (given.length > 0) result['examples'] = given;
}

/** An empty list of alternatives matches nothing; JSON Schema does not allow empty lists of them. */
function withoutEmpty(keyword: string, list: (Schema | boolean)[]): [string, unknown][] {
  if (list.length > 0 || keyword === 'prefixItems') return [[keyword, list]];
  return keyword === 'allOf' ? [] : [[keyword, [false]]];
}

/** Some generators write tuples as in drafts before 2020-12. */
function withPositions(schema: Node): Node {
  const { items, additionalItems, ...others } = schema;
  if (!Array.isArray(items)) return schema;
  const rest = additionalItems === undefined ? {} : { items: additionalItems };
  return items.length > 0 ? { ...others, prefixItems: items, ...rest } : { ...others, ...rest };
}

/** What OpenAPI 3.0 writes in its own way. */
function asJsonSchema(schema: Schema, { nullable }: Node): Schema {
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof schema[flag] !== 'boolean') continue;
    if (schema[flag] && schema[limit] !== undefined) {
      schema[flag] = schema[limit];
      delete schema[limit];
    } else delete schema[flag];
  }
  if (nullable !== true) return schema;
  if (typeof schema['type'] !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const values = schema['enum'];
  return {
    ...schema,
    type: [schema['type'], 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}

function uniqueName(pointer: string, names: ReadonlyMap<string, string>): string {
  const last = pointer.split('/').at(-1) ?? '';
  const base = last.replaceAll(/[^A-Za-z0-9_.-]+/g, '_').slice(0, 60) || 'Schema';
  const taken = new Set(names.values());
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
  return name;
}
