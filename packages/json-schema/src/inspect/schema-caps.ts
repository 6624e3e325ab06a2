import { type Detail, isObject, LIMITS, pointerTo } from '@mkt/protocol';
import { words } from '../dialect/dialect.ts';
import type { SchemaObject } from '../document/subschemas.ts';

/**
 * The maximum sizes of a seller's JSON Schema. Each cap prevents something that was measured to hang
 * or crash ajv 8.20: 10 000 levels of `properties` or 2000 of `allOf` ran out of memory, an
 * `enum` of 200 000 and a `oneOf` of 5000 took over 5 s.
 */
export const SCHEMA_CAPS = {
  /** UTF-8 bytes of the schema's JSON text. */
  textBytes: 64 * 1024,
  /** Nesting of the JSON itself. */
  jsonDepth: LIMITS.jsonDepth,
  /** Schemas inside schemas. */
  depth: 32,
  /** Number of schemas. */
  nodes: 5000,
  /** Names in one `properties`, `required` or the like. */
  properties: 500,
  /** Values of one `enum`. */
  enumValues: 1000,
  /** Members of one `allOf`, `anyOf` or `oneOf`. */
  branches: 100,
  /** UTF-16 code units of one pattern. The one that arktype writes for IP addresses has 1,428. */
  patternLength: 2048,
  /**
   * Steps of all patterns of a schema together: compiling takes about 1 µs each. One that RE2 cannot run
   * counts its characters.
   */
  patternStepsInAll: 20_000,
  /** Number of references. */
  references: 500,
  /** Schemas that apply to one value, with every reference expanded. */
  expansion: 10_000,
} as const;

const MAX_PATH = 200;

/** Collects what is wrong with a schema, as details whose paths start with `path`. */
export interface Problems {
  add(pointer: string, message: string, keyword?: string): void;
  readonly details: Detail[];
  /** The list is full; further problems are ignored. */
  readonly full: boolean;
}

export function collectProblems(path: string): Problems {
  const details: Detail[] = [];
  return {
    details,
    get full() {
      return details.length >= LIMITS.details;
    },
    add(pointer, message, keyword) {
      if (details.length >= LIMITS.details) return;
      const at = (path + pointer).slice(0, MAX_PATH).toWellFormed();
      details.push({ path: at, message, ...(keyword ? { keyword } : {}) });
    },
  };
}

const BRANCHES = new Set(['allOf', 'anyOf', 'oneOf']);
/** Keywords to which the cap on `properties` applies: maps with any names, and lists. */
const MAPS = new Set(
  words(
    'properties patternProperties definitions $defs dependencies',
    'dependentSchemas dependentRequired',
  ),
);
const LISTS = new Set(['required', 'items', 'prefixItems', 'type']);
const MAPS_TO_NAMES = new Set(['dependencies', 'dependentRequired']);
/** Refuses a keyword that is invalid by itself: too many members, or ajv's `$async` and `$data`. */
export function checkKeyword(
  schema: SchemaObject,
  keyword: string,
  pointer: string,
  problems: Problems,
): void {
  const value = schema[keyword];
  const at = pointerTo(pointer, keyword);
  const cap = (count: number, max: number, what: string) => {
    if (count > max) problems.add(at, `has more than ${max} ${what}`, keyword);
  };
  if (keyword === '$async' || keyword === '$data') {
    problems.add(at, 'is not supported', keyword);
    return;
  }
  if (keyword === 'enum' && Array.isArray(value)) {
    cap(value.length, SCHEMA_CAPS.enumValues, 'values');
  }
  if (BRANCHES.has(keyword) && Array.isArray(value)) {
    cap(value.length, SCHEMA_CAPS.branches, 'branches');
  }
  if (LISTS.has(keyword) && Array.isArray(value)) {
    cap(value.length, SCHEMA_CAPS.properties, 'members');
  }
  if (!isObject(value)) return;
  if (MAPS.has(keyword)) cap(Object.keys(value).length, SCHEMA_CAPS.properties, 'members');
  if (MAPS_TO_NAMES.has(keyword)) {
    for (const names of Object.values(value)) {
      if (Array.isArray(names)) cap(names.length, SCHEMA_CAPS.properties, 'names');
    }
  }
  if (Object.hasOwn(value, '$data') && !MAPS.has(keyword)) {
    problems.add(pointerTo(at, '$data'), 'is not supported', '$data');
  }
}
