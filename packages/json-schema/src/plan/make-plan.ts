import { isObject, listValues, pointerTo } from '@mkt/protocol';
import { planPattern } from '../patterns/pattern.ts';
import type { Named, Plan, PlanNode, PlannedSchema } from './plan.ts';
import { sharedNodes } from './shared-nodes.ts';
import {
  isReferenceOnly,
  type SchemaDocument,
  type SchemaNode,
} from '../document/schema-document.ts';
import type { SchemaObject } from '../document/subschemas.ts';

/** Keywords copied into the plan unchanged. */
const PLAIN = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'format',
  'required',
] as const;
/** Sizes of texts, lists and objects, none of which reaches a number that a double would change. */
const SIZES = [
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
] as const;
const SINGLE = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'additionalProperties',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;

export interface LocatedPlan {
  plan: Plan;
  /** The JSON Pointer of each node in the schema, by the node's index. */
  pointers: string[];
}

/** Builds the plan of an accepted schema. Only schemas reachable from the root are included. */
export function makePlan(document: SchemaDocument): LocatedPlan {
  const indexes = new Map<string, number>();
  const order: SchemaNode[] = [];

  /** Follows nodes that only refer to another schema. */
  const resolved = (pointer: string): SchemaNode | undefined => {
    let node = document.nodes.get(pointer);
    for (let target = node && soleTarget(node, document); target !== undefined;) {
      node = document.nodes.get(target);
      target = node && soleTarget(node, document);
    }
    return node;
  };
  const indexOf = (pointer: string): number => {
    const node = resolved(pointer);
    if (!node) throw new Error('A subschema is not part of its document');
    const known = indexes.get(node.pointer);
    if (known !== undefined) return known;
    indexes.set(node.pointer, order.length);
    order.push(node);
    return order.length - 1;
  };

  indexOf('');
  const nodes: PlanNode[] = [];
  for (let i = 0; i < order.length; i++) {
    const node = order[i];
    if (node) nodes.push(planNode(node, document, indexOf));
  }
  const shared = sharedNodes(nodes);
  const planned = nodes.map((node, index) =>
    shared.has(index) && typeof node !== 'boolean' ? { ...node, shared: true as const } : node,
  );
  const plan = { nodes: planned, containsEvaluates: document.dialect.name === '2020-12' };
  return { plan, pointers: order.map(({ pointer }) => pointer) };
}

/** The pointer a node delegates to if it has no keyword except one reference or a single `allOf`. */
function soleTarget(node: SchemaNode, document: SchemaDocument): string | undefined {
  const { schema, targets } = node;
  if (typeof schema === 'boolean') return undefined;
  const { applicators, assertions } = document.dialect;
  const keywords = isReferenceOnly(node, document.dialect)
    ? []
    : Object.keys(schema).filter((keyword) => applicators.has(keyword) || assertions.has(keyword));
  const [target] = targets.values();
  if (keywords.length === 0) return targets.size === 1 ? target : undefined;
  const { allOf } = schema;
  const isOnly = keywords.length === 1 && targets.size === 0 && Array.isArray(allOf);
  return isOnly && allOf.length === 1 ? pointerTo(`${node.pointer}/allOf`, 0) : undefined;
}

function planNode(
  node: SchemaNode,
  { dialect }: SchemaDocument,
  indexOf: (pointer: string) => number,
): PlanNode {
  const { schema, pointer, targets } = node;
  if (typeof schema === 'boolean') return schema;
  const plan: Record<string, unknown> = {};
  if (targets.size > 0) plan['refs'] = [...targets.values()].map(indexOf);
  if (dialect.referenceStandsAlone && typeof schema['$ref'] === 'string') return plan;

  const own = (keyword: string): unknown =>
    dialect.assertions.has(keyword) || dialect.applicators.has(keyword)
      ? schema[keyword]
      : undefined;
  const inside = (keyword: string) => pointerTo(pointer, keyword);
  const each = (keyword: string, list: readonly unknown[]) =>
    list.map((_, index) => indexOf(pointerTo(inside(keyword), index)));

  for (const keyword of PLAIN) if (own(keyword) !== undefined) plan[keyword] = own(keyword);
  if (dialect.name === 'draft-04') makeLimitsNumeric(plan);
  for (const keyword of SIZES) {
    const size = own(keyword);
    if (size !== undefined) plan[keyword] = Number(size);
  }
  for (const keyword of SINGLE) {
    if (own(keyword) !== undefined) plan[keyword] = indexOf(inside(keyword));
  }
  for (const keyword of LISTS) {
    const list = own(keyword);
    if (Array.isArray(list)) plan[keyword] = each(keyword, list);
  }
  const type = own('type');
  if (type !== undefined) plan['type'] = [type].flat();
  // `null` is a constant like any other.
  if (Object.hasOwn(schema, 'const') && dialect.assertions.has('const')) {
    plan['const'] = { value: own('const'), text: listValues([own('const')]) };
  }
  const values = own('enum');
  if (Array.isArray(values)) plan['enum'] = { values, text: listValues(values) };
  if (own('uniqueItems') === true) plan['uniqueItems'] = true;
  const pattern = own('pattern');
  if (typeof pattern === 'string') plan['pattern'] = { ...planPattern(pattern), written: pattern };
  Object.assign(plan, planItems(schema, own, { each, inside, indexOf }));
  Object.assign(plan, planMembers(own, { inside, indexOf }));
  return plan;
}

/** In draft-04 `exclusiveMinimum` is a flag beside `minimum`. */
function makeLimitsNumeric(plan: Record<string, unknown>): void {
  for (const [flag, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const isExclusive = plan[flag];
    delete plan[flag];
    if (isExclusive !== true || plan[limit] === undefined) continue;
    plan[flag] = plan[limit];
    delete plan[limit];
  }
}

interface Places {
  each(keyword: string, list: readonly unknown[]): number[];
  inside(keyword: string): string;
  indexOf(pointer: string): number;
}

function planItems(
  schema: SchemaObject,
  own: (keyword: string) => unknown,
  { each, inside, indexOf }: Places,
): Pick<PlannedSchema, 'prefixItems' | 'items'> {
  const items = own('items');
  const byPosition = Array.isArray(items) ? 'items' : 'prefixItems';
  const rest = Array.isArray(items) ? 'additionalItems' : 'items';
  const prefix = own(byPosition);
  return {
    ...(Array.isArray(prefix) ? { prefixItems: each(byPosition, prefix) } : {}),
    ...(own(rest) !== undefined && schema[rest] !== undefined
      ? { items: indexOf(inside(rest)) }
      : {}),
  };
}

function planMembers(
  own: (keyword: string) => unknown,
  { inside, indexOf }: Pick<Places, 'inside' | 'indexOf'>,
): Partial<PlannedSchema> {
  const plan: Partial<PlannedSchema> = {};
  const named = (keyword: string, names: readonly string[]): Named =>
    names.map((name) => [name, indexOf(pointerTo(inside(keyword), name))] as const);
  const namesOf = (keyword: string): string[] => {
    const map = own(keyword);
    return isObject(map) ? Object.keys(map) : [];
  };

  if (own('properties') !== undefined) {
    plan.properties = named('properties', namesOf('properties'));
  }
  const patterns = named('patternProperties', namesOf('patternProperties'));
  if (patterns.length > 0) {
    plan.patternProperties = patterns.map(([text, node]) => [planPattern(text), node] as const);
  }
  // A member of `dependencies` is either a list of names or a schema.
  const needed: (readonly [string, readonly string[]])[] = [];
  const schemas: (readonly [string, number])[] = [];
  for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
    const map = own(keyword);
    if (!isObject(map)) continue;
    for (const [name, value] of Object.entries(map)) {
      if (Array.isArray(value)) needed.push([name, value as string[]]);
      else schemas.push(...named(keyword, [name]));
    }
  }
  if (needed.length > 0) plan.dependentRequired = needed;
  if (schemas.length > 0) plan.dependentSchemas = schemas;
  return plan;
}
