import type { Dialect, Holds } from './dialect.ts';
import { pointerTo } from './json-pointer.ts';
import type { SchemaDocument, SchemaNode } from './schema-document.ts';
import { isObject, isSchema, standsAlone, type Schema, type SchemaObject } from './subschemas.ts';

/** Keywords of a lowered schema; their values are JSON Pointers into the seller's schema. */
export const REFERENCES = 'references';
export const UNEVALUATED = 'unevaluatedMembers';

/** Schemas for ajv by JSON Pointer: the whole (the empty pointer), and each that is asked alone. */
export type LoweredUnits = ReadonlyMap<string, Schema>;

/**
 * The schema as ajv gets it: only the keywords of its dialect that bear on validity, no identifiers,
 * and every reference's target as a unit of its own. So nothing of ajv's own reading of `$id`, of
 * draft-07's `$ref` siblings or of OpenAPI's `nullable` can change a verdict, and a chain of 500
 * references is 500 small compilations: one inside another, they ran out of stack.
 */
export function lowerSchema(document: SchemaDocument): LoweredUnits {
  const pointers = unitPointers(document);
  const { lowerBody } = lowering(document, pointers);
  const units = new Map<string, Schema>();
  for (const pointer of pointers) {
    const node = document.nodes.get(pointer);
    if (node) units.set(pointer, lowerBody(node));
  }
  return units;
}

const UNEVALUATED_KEYWORDS = ['unevaluatedProperties', 'unevaluatedItems'];
/** What unevaluated-keyword.ts asks of a schema in whose place others apply. */
const ASKED_ALONE = ['if', 'contains', ...UNEVALUATED_KEYWORDS];

function unitPointers({ nodes, dialect }: SchemaDocument): Set<string> {
  const pointers = new Set(['']);
  let tracksEvaluation = false;
  for (const { schema, targets } of nodes.values()) {
    for (const target of targets.values()) pointers.add(target);
    if (typeof schema === 'boolean') continue;
    tracksEvaluation ||= UNEVALUATED_KEYWORDS.some((keyword) => asserts(schema, keyword, dialect));
  }
  if (!tracksEvaluation) return pointers;
  for (const { pointer, schema } of nodes.values()) {
    if (typeof schema === 'boolean') continue;
    for (const keyword of ASKED_ALONE) pointers.add(pointerTo(pointer, keyword));
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = schema[keyword];
      if (!Array.isArray(branches)) continue;
      for (const index of branches.keys()) {
        pointers.add(pointerTo(pointerTo(pointer, keyword), index));
      }
    }
  }
  return pointers;
}

const asserts = (schema: SchemaObject, keyword: string, dialect: Dialect) =>
  dialect.applicators.has(keyword) && schema[keyword] !== undefined && schema[keyword] !== true;

function lowering({ dialect, nodes }: SchemaDocument, units: ReadonlySet<string>) {
  const lowerAt = (pointer: string): Schema => {
    if (units.has(pointer)) return { [REFERENCES]: [pointer] };
    const node = nodes.get(pointer);
    return node ? lowerBody(node) : true;
  };

  const lowerKeyword = (value: unknown, at: string, holds: Holds): unknown => {
    // By the keyword's shape, for a reference may lead to a pointer that only looks like a schema.
    if (holds === 'schema' || (holds === 'schema-or-list' && !Array.isArray(value))) {
      return lowerAt(at);
    }
    if (Array.isArray(value)) return value.map((_, index) => lowerAt(pointerTo(at, index)));
    if (!isObject(value)) return value;
    const members = Object.entries(value).map(([name, member]) => [
      name,
      isSchema(member) ? lowerAt(pointerTo(at, name)) : member,
    ]);
    return Object.fromEntries(members);
  };

  const lowerBody = ({ pointer, schema, targets }: SchemaNode): Schema => {
    if (typeof schema === 'boolean') return schema;
    const lowered: Record<string, unknown> = {};
    if (targets.size > 0) lowered[REFERENCES] = [...targets.values()];
    if (standsAlone(schema, dialect)) return lowered;
    for (const [keyword, value] of Object.entries(schema)) {
      const applicator = dialect.applicators.get(keyword);
      if (UNEVALUATED_KEYWORDS.includes(keyword)) {
        if (asserts(schema, keyword, dialect)) lowered[UNEVALUATED] = pointer;
      } else if (applicator) {
        lowered[keyword] = lowerKeyword(value, pointerTo(pointer, keyword), applicator.holds);
      } else if (dialect.assertions.has(keyword)) {
        lowered[keyword] = value;
      }
    }
    return lowered;
  };
  return { lowerBody };
}
