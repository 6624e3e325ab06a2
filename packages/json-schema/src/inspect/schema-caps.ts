import { words } from '../dialect/word-list.ts';
import { SCHEMA_CAPS } from './schema-caps-inspect-schema-caps.ts';
import type { Problems } from './problems.ts';
import { isObject, pointerTo } from '@mkt/protocol';
import type { SchemaObject } from '../document/subschemas.ts';

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
