import { isObject, pointerSegments } from '@mkt/protocol';

export type Schema = Record<string, unknown>;

/** References in a row, which may lead back to where they started. */
const MAX_REFERENCES = 20;
/** Schemas and members that are merged for one form: strangers' schemas refer to each other at will. */
const MAX_MERGED = 20_000;

/** The schema cannot be drawn as a form; the message says why. */
export class CannotDraw extends Error {}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function targetOf(ref: string, root: Schema): unknown {
  let target: unknown = root;
  for (const segment of pointerSegments(decodeURIComponent(ref.slice(1)))) {
    if (typeof target !== 'object' || target === null) return undefined;
    target = Object.hasOwn(target, segment) ? Reflect.get(target, segment) : undefined;
  }
  return target;
}

/** The schema behind references, with the keywords beside them; `undefined` if one leads nowhere. */
function dereferenced(schema: unknown, root: Schema): Schema | undefined {
  let current = schema;
  for (let count = 0; count < MAX_REFERENCES; count++) {
    if (!isObject(current)) return undefined;
    const { $ref: ref, ...beside } = current;
    if (ref === undefined) return current;
    if (typeof ref !== 'string' || !/^#(\/|$)/.test(ref)) return undefined;
    const target = targetOf(ref, root);
    if (!isObject(target)) return undefined;
    current = { ...target, ...beside };
  }
  return undefined;
}

const membersOf = (schema: Schema) => (isObject(schema['properties']) ? schema['properties'] : {});

/** What both require; a keyword that both have is the first one's. */
export function merged(first: Schema, second: Schema): Schema {
  const required = [...new Set([...listOf(first['required']), ...listOf(second['required'])])];
  const properties = { ...membersOf(second), ...membersOf(first) };
  return {
    ...second,
    ...first,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** The schemas that may apply, each to some inputs: what they say about members is offered to all. */
const conditional = ({ then, else: otherwise, dependentSchemas }: Schema): readonly unknown[] => [
  then,
  otherwise,
  ...(isObject(dependentSchemas) ? Object.values(dependentSchemas) : []),
];

/**
 * Makes a function that returns a schema of `root` without `$ref`, `allOf` and conditions, as far as
 * fields are concerned: the validator judges the input by the original. `undefined` if there is
 * nothing to draw by.
 */
export function createFlattener(root: Schema): (schema: unknown) => Schema | undefined {
  let count = 0;
  function spend(schema: Schema): void {
    count += 1 + Object.keys(membersOf(schema)).length;
    if (count > MAX_MERGED) throw new CannotDraw('Its schema is too large for a form.');
  }
  function flat(schema: unknown, depth: number): Schema | undefined {
    const found = dereferenced(schema, root);
    if (!found || depth > MAX_REFERENCES) return found;
    spend(found);
    const { allOf, ...own } = found;
    let whole: Schema = own;
    for (const part of listOf(allOf)) {
      const inner = flat(part, depth + 1);
      if (!inner) continue;
      whole = merged(whole, inner);
      spend(whole);
    }
    for (const part of conditional(own)) {
      const inner = flat(part, depth + 1);
      if (!inner) continue;
      whole = merged(whole, { properties: membersOf(inner) });
      spend(whole);
    }
    return whole;
  }
  return (schema) => flat(schema, 0);
}
