import { SCHEMA_CAPS } from './caps.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import type { Faults } from './faults.ts';
import { pointerTo, valueAt } from './json-pointer.ts';
import { checkKeyword } from './keyword-caps.ts';
import { resolveReference, type Reference } from './references.ts';
import {
  DEFAULT_BASE,
  noIdentifiers,
  readIdentifiers,
  type Identifiers,
} from './schema-identifiers.ts';
import { isSchema, standsAlone, subschemasOf, type Schema } from './subschemas.ts';

export interface SchemaNode {
  pointer: string;
  schema: Schema;
  /** Pointers of the schemas inside that look at the same value. */
  inPlace: string[];
  /** By keyword: the pointer that its reference leads to. */
  targets: Map<string, string>;
}

/** Every schema of a document that can come to apply, by JSON Pointer. */
export interface SchemaDocument {
  dialect: Dialect;
  nodes: Map<string, SchemaNode>;
  /** Schemas that only references lead to, under keywords that hold none. */
  strays: string[];
}

interface Visit {
  pointer: string;
  schema: Schema;
  base: string;
  depth: number;
}

/**
 * Walks a schema with a stack of its own, holding each cap as it goes; then follows the references
 * and walks what they lead to as well.
 */
export function readDocument(root: Schema, dialect: Dialect, faults: Faults): SchemaDocument {
  const document: SchemaDocument = { dialect, nodes: new Map(), strays: [] };
  const identifiers: Identifiers = noIdentifiers();
  identifiers.resources.set(DEFAULT_BASE, '');
  const references: (Reference & { node: SchemaNode })[] = [];
  const stack: Visit[] = [{ pointer: '', schema: root, base: DEFAULT_BASE, depth: 0 }];

  const walk = () => {
    for (let visit = stack.pop(); visit && !faults.full; visit = stack.pop()) {
      if (document.nodes.has(visit.pointer)) continue;
      if (document.nodes.size >= SCHEMA_CAPS.nodes) {
        faults.add('', `has more than ${SCHEMA_CAPS.nodes} schemas`);
        return false;
      }
      if (visit.depth > SCHEMA_CAPS.depth) {
        faults.add(visit.pointer, `is nested deeper than ${SCHEMA_CAPS.depth} schemas`);
        return false;
      }
      enter(visit);
    }
    return !faults.full;
  };

  const enter = ({ pointer, schema, base: outer, depth }: Visit) => {
    const node: SchemaNode = { pointer, schema, inPlace: [], targets: new Map() };
    document.nodes.set(pointer, node);
    if (typeof schema === 'boolean') return;
    const base = readIdentifiers(
      schema,
      { pointer, base: outer },
      { identifiers, dialect, faults },
    );
    if (
      pointer !== '' &&
      Object.hasOwn(schema, '$schema') &&
      dialectOf(schema['$schema']) !== dialect
    ) {
      faults.add(`${pointer}/$schema`, 'must be the same in the whole schema', '$schema');
    }
    for (const keyword of Object.keys(schema)) {
      checkKeyword(schema, keyword, pointer, faults);
      const text = schema[keyword];
      if (dialect.references.has(keyword) && typeof text === 'string') {
        references.push({ keyword, text, node, base });
      }
    }
    // The last goes onto the stack first, so that faults come in the document's order.
    for (const inner of subschemasOf(schema, pointer, dialect).toReversed()) {
      if (inner.inPlace) node.inPlace.push(inner.pointer);
      stack.push({ pointer: inner.pointer, schema: inner.schema, base, depth: depth + 1 });
    }
  };

  if (!walk()) return document;
  for (let i = 0; i < references.length && !faults.full; i++) {
    const reference = references[i];
    if (!reference) break;
    if (i >= SCHEMA_CAPS.references) {
      faults.add('', `has more than ${SCHEMA_CAPS.references} references`, '$ref');
      break;
    }
    const at = pointerTo(reference.node.pointer, reference.keyword);
    const resolved = resolveReference(reference, identifiers, dialect);
    if (!resolved.ok) {
      faults.add(at, resolved.message, reference.keyword);
      continue;
    }
    reference.node.targets.set(reference.keyword, resolved.pointer);
    if (document.nodes.has(resolved.pointer)) continue;
    const { found, value } = valueAt(root, resolved.pointer);
    if (!found || !isSchema(value)) {
      faults.add(at, 'refers to a schema that is not there', reference.keyword);
      continue;
    }
    document.strays.push(resolved.pointer);
    stack.push({ pointer: resolved.pointer, schema: value, base: resolved.base, depth: 0 });
    if (!walk()) break;
  }
  return document;
}

/** What hides beside a draft-07 `$ref` is no part of the document's meaning. */
export const isReferenceOnly = (node: SchemaNode, dialect: Dialect) =>
  typeof node.schema !== 'boolean' && standsAlone(node.schema, dialect);
