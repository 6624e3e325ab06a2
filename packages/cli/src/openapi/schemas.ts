import { isObject } from '@mkt/protocol';
import { pointerOf, targetOf, type ApiDocument, type Node } from './api-document.ts';
import { TooLarge, Unsupported } from './unsupported.ts';

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
