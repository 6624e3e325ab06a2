import { SCHEMA_CAPS } from '../inspect/schema-caps.ts';
import { dialectNamed, isForeign, type Dialect } from '../dialect/dialect.ts';
import type { Faults } from '../inspect/faults.ts';
import { valueAt } from './value-at.ts';
import { pointerTo } from '@mkt/protocol';
import { checkKeyword } from '../inspect/keyword-caps.ts';
import { misfitOf } from '../inspect/keyword-forms.ts';
import { resolveReference, type Reference } from './references.ts';
import {
  DEFAULT_BASE,
  noIdentifiers,
  readIdentifiers,
  type Identifiers,
} from './schema-identifiers.ts';
import {
  isHidden,
  isSchema,
  standsAlone,
  subschemasOf,
  type Schema,
  type SchemaObject,
} from './subschemas.ts';

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

/** Where to tell what keeps a schema from being read. */
export interface ReadingFaults {
  /** What no dialect allows: sizes, references that lead nowhere. */
  faults: Faults;
  /** What this dialect lacks: forms of its keywords, another `$schema`, keywords if `lacksForeign`. */
  misfits: Faults;
  /** Whether a keyword that only another dialect knows is a misfit. */
  lacksForeign: boolean;
}

/**
 * Walks a schema as one of a dialect, with a stack of its own, holding each cap as it goes; then
 * follows the references and walks what they lead to as well. Returns whether it saw all of it.
 */
export function readDocument(
  root: Schema,
  dialect: Dialect,
  { faults, misfits, lacksForeign }: ReadingFaults,
): { document: SchemaDocument; isWhole: boolean } {
  const document: SchemaDocument = { dialect, nodes: new Map(), strays: [] };
  const identifiers: Identifiers = noIdentifiers();
  identifiers.resources.set(DEFAULT_BASE, '');
  const references: (Reference & { node: SchemaNode })[] = [];
  const stack: Visit[] = [{ pointer: '', schema: root, base: DEFAULT_BASE, depth: 0 }];
  const isFull = () => faults.full || misfits.full;

  const walk = () => {
    for (let visit = stack.pop(); visit && !isFull(); visit = stack.pop()) {
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
    return !isFull();
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
    for (const keyword of Object.keys(schema)) {
      checkKeyword(schema, keyword, pointer, faults);
      fit(schema, keyword, pointer);
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

  const fit = (schema: SchemaObject, keyword: string, pointer: string) => {
    const value = schema[keyword];
    const at = pointerTo(pointer, keyword);
    if (lacksForeign && isForeign(dialect, keyword)) {
      const message = `is not known to ${dialect.name}, and no dialect fits the whole schema`;
      misfits.add(at, `${message}; name one in "$schema"`, keyword);
    } else if (keyword === '$schema' && pointer !== '' && dialectNamed(value) !== dialect) {
      misfits.add(at, 'must be the same in the whole schema', keyword);
    } else if (!isHidden(keyword, schema, dialect)) {
      const misfit = misfitOf(keyword, value, dialect);
      if (misfit) misfits.add(at + misfit.pointer, misfit.message, keyword);
    }
  };

  const follow = (reference: Reference & { node: SchemaNode }) => {
    const at = pointerTo(reference.node.pointer, reference.keyword);
    const resolved = resolveReference(reference, identifiers, dialect);
    if (!resolved.ok) {
      faults.add(at, resolved.message, reference.keyword);
      return true;
    }
    reference.node.targets.set(reference.keyword, resolved.pointer);
    if (document.nodes.has(resolved.pointer)) return true;
    const { found, value } = valueAt(root, resolved.pointer);
    if (!found || !isSchema(value)) {
      faults.add(at, 'refers to a schema that is not there', reference.keyword);
      return true;
    }
    document.strays.push(resolved.pointer);
    stack.push({ pointer: resolved.pointer, schema: value, base: resolved.base, depth: 0 });
    return walk();
  };

  if (!walk()) return { document, isWhole: false };
  // A list that grows as it is gone through: what a reference leads to may have others.
  for (const [index, reference] of references.entries()) {
    if (index >= SCHEMA_CAPS.references) {
      faults.add('', `has more than ${SCHEMA_CAPS.references} references`, '$ref');
      return { document, isWhole: false };
    }
    if (!follow(reference) || isFull()) return { document, isWhole: false };
  }
  return { document, isWhole: true };
}

/** What hides beside a draft-07 `$ref` is no part of the document's meaning. */
export const isReferenceOnly = (node: SchemaNode, dialect: Dialect) =>
  typeof node.schema !== 'boolean' && standsAlone(node.schema, dialect);
