import { pointerTo } from './json-pointer.ts';
import { isReferenceOnly, type SchemaDocument, type SchemaNode } from './schema-document.ts';
import { isObject, type SchemaObject } from './subschemas.ts';

/** What of one object or array the schemas that accept it have looked at. */
export interface Evaluated {
  /** Every member was, those yet to be named included. */
  all: boolean;
  names: Set<string>;
  indexes: Set<number>;
}

export interface EvaluationContext {
  document: SchemaDocument;
  /** Whether the schema at a pointer accepts a value. */
  accepts(pointer: string, value: unknown): boolean;
  matches(pattern: string, name: string): boolean;
}

type Value = SchemaObject | readonly unknown[];

/**
 * What the schema at `pointer`, which accepts the value, and the schemas that apply in its place
 * have evaluated: the annotations that `unevaluatedProperties` and `unevaluatedItems` rest on
 * (JSON Schema core 2020-12, 11). ajv 8.20 gets 13 cases of the official suite wrong here and takes
 * a property named `constructor` as evaluated.
 */
export function evaluatedBy(pointer: string, value: Value, context: EvaluationContext): Evaluated {
  const evaluated: Evaluated = { all: false, names: new Set(), indexes: new Set() };
  collectInPlace(pointer, value, context, evaluated, true);
  return evaluated;
}

function collectInPlace(
  pointer: string,
  value: Value,
  context: EvaluationContext,
  into: Evaluated,
  isOwner = false,
): void {
  const node = context.document.nodes.get(pointer);
  if (!node || typeof node.schema === 'boolean') return;
  const follow = (inner: string) => collectInPlace(inner, value, context, into);
  for (const target of node.targets.values()) follow(target);
  if (isReferenceOnly(node, context.document.dialect)) return;
  if (Array.isArray(value)) collectItems(node, value, context, into, isOwner);
  else collectProperties(node.schema, value as SchemaObject, context, into, isOwner);
  for (const inner of branchesTaken(node, value, context)) follow(inner);
}

/** The schemas in place that accept the value, given that the schema around them does. */
function branchesTaken(
  { pointer, schema }: SchemaNode,
  value: Value,
  { accepts }: EvaluationContext,
): string[] {
  if (typeof schema === 'boolean') return [];
  const members = (keyword: string) => {
    const list = schema[keyword];
    const at = pointerTo(pointer, keyword);
    return Array.isArray(list) ? list.map((_, index) => pointerTo(at, index)) : [];
  };
  const taken = members('allOf');
  for (const branch of [...members('anyOf'), ...members('oneOf')]) {
    if (accepts(branch, value)) taken.push(branch);
  }
  if (schema['if'] !== undefined) {
    const condition = pointerTo(pointer, 'if');
    const holds = accepts(condition, value);
    if (holds) taken.push(condition);
    taken.push(pointerTo(pointer, holds ? 'then' : 'else'));
  }
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const dependent = schema[keyword];
    if (!isObject(dependent) || Array.isArray(value)) continue;
    for (const name of Object.keys(dependent)) {
      if (Object.hasOwn(value, name)) taken.push(pointerTo(pointerTo(pointer, keyword), name));
    }
  }
  return taken;
}

function collectProperties(
  schema: SchemaObject,
  value: SchemaObject,
  { matches }: EvaluationContext,
  into: Evaluated,
  isOwner: boolean,
): void {
  if (schema['additionalProperties'] !== undefined) into.all = true;
  if (schema['unevaluatedProperties'] !== undefined && !isOwner) into.all = true;
  const { properties, patternProperties } = schema;
  if (isObject(properties)) {
    for (const name of Object.keys(properties)) into.names.add(name);
  }
  if (!isObject(patternProperties)) return;
  const patterns = Object.keys(patternProperties);
  for (const name of Object.keys(value)) {
    if (patterns.some((pattern) => matches(pattern, name))) into.names.add(name);
  }
}

function collectItems(
  { pointer, schema }: SchemaNode,
  value: readonly unknown[],
  { accepts, document }: EvaluationContext,
  into: Evaluated,
  isOwner: boolean,
): void {
  if (typeof schema === 'boolean') return;
  const { items, prefixItems, additionalItems, contains } = schema;
  const is2020 = document.dialect.name === '2020-12';
  const listed = Array.isArray(items);
  const byPosition = is2020 ? prefixItems : items;
  const rest = !is2020 && listed ? additionalItems : items;
  if (rest !== undefined) into.all = true;
  if (schema['unevaluatedItems'] !== undefined && !isOwner) into.all = true;
  if (Array.isArray(byPosition)) {
    for (const index of byPosition.keys()) into.indexes.add(index);
  }
  if (contains === undefined || !is2020) return;
  for (const [index, item] of value.entries()) {
    if (accepts(pointerTo(pointer, 'contains'), item)) into.indexes.add(index);
  }
}
