import { pointerTo, valueAt } from '@mkt/protocol';
import { type Dialect, dialectNamed, isForeign } from '../dialect/dialect.ts';
import { formProblemOf } from '../inspect/keyword-forms.ts';
import { checkKeyword, type Problems, SCHEMA_CAPS } from '../inspect/schema-caps.ts';
import {
  DEFAULT_BASE,
  type Identifiers,
  noIdentifiers,
  readIdentifiers,
  resolveUri,
} from './schema-identifiers.ts';
import {
  isHidden,
  isSchema,
  type Schema,
  type SchemaObject,
  standsAlone,
  subschemasOf,
} from './subschemas.ts';

interface Reference {
  keyword: string;
  text: string;
  /** The URI to which it is relative. */
  base: string;
}

type Resolved = { ok: true; pointer: string; base: string } | { ok: false; message: string };

const refuse = (message: string): Resolved => ({ ok: false, message });

/**
 * The target of a reference inside the document. `$recursiveRef` and `$dynamicRef` are also resolved
 * statically, which is correct as long as only one resource is possible. A schema in which several
 * `$id`s compete for a dynamic name is refused.
 */
function resolveReference(
  { keyword, text, base }: Reference,
  identifiers: Identifiers,
  dialect: Dialect,
): Resolved {
  if (keyword === '$recursiveRef' && text !== '#') return refuse('must be "#"');
  const resolved = resolveUri(text, base);
  if (!resolved) return refuse('is not a URI reference');
  const { uri, fragment } = resolved;
  const resource = identifiers.resources.get(uri);
  if (resource === undefined) {
    return refuse('refers to a different document; only references inside the schema are followed');
  }
  if (isDynamic(keyword, uri, fragment, identifiers)) {
    return refuse(
      'is resolved dynamically across several schemas with an "$id", which is not supported',
    );
  }
  if (fragment === '' || fragment.startsWith('/')) {
    return { ok: true, pointer: resource + fragment, base: uri };
  }
  const anchor = identifiers.anchors.get(`${uri}#${fragment}`);
  if (anchor !== undefined) return { ok: true, pointer: anchor, base: uri };
  const unknown = dialect.identifierNames ? dialect.identifier : '$anchor';
  return refuse(`refers to a name that no "${unknown}" defines`);
}

function isDynamic(keyword: string, uri: string, fragment: string, names: Identifiers): boolean {
  if (keyword === '$recursiveRef') {
    return names.recursiveAnchors.has(uri) && names.recursiveAnchors.size > 1;
  }
  if (keyword !== '$dynamicRef') return false;
  const resources = names.dynamicAnchors.get(fragment);
  return resources !== undefined && resources.has(uri) && resources.size > 1;
}

export interface SchemaNode {
  pointer: string;
  schema: Schema;
  /** Pointers of the contained schemas that apply to the same value. */
  inPlace: string[];
  /** By keyword: the pointer to the target of its reference. */
  targets: Map<string, string>;
}

/** Every schema of a document that can apply to a value, by JSON Pointer. */
export interface SchemaDocument {
  dialect: Dialect;
  nodes: Map<string, SchemaNode>;
  /** Schemas that are only reachable by reference, under keywords that contain no schemas. */
  strays: string[];
}

interface Visit {
  pointer: string;
  schema: Schema;
  base: string;
  depth: number;
}

/** Collects why a schema cannot be read. */
interface ReadingProblems {
  /** What no dialect allows: excessive sizes, unresolvable references. */
  problems: Problems;
  /** What this dialect does not allow: a keyword's value, a different `$schema`, foreign keywords. */
  dialectProblems: Problems;
  /** Whether keywords that only other dialects define are problems too. */
  refusesForeign: boolean;
}

/**
 * Walks a schema in one dialect without recursion and enforces each cap as it goes; then follows the
 * references and walks their targets as well. Returns whether it visited everything.
 */
export function readDocument(
  root: Schema,
  dialect: Dialect,
  { problems, dialectProblems, refusesForeign }: ReadingProblems,
): { document: SchemaDocument; isWhole: boolean } {
  const document: SchemaDocument = { dialect, nodes: new Map(), strays: [] };
  const identifiers: Identifiers = noIdentifiers();
  identifiers.resources.set(DEFAULT_BASE, '');
  const references: (Reference & { node: SchemaNode })[] = [];
  const stack: Visit[] = [{ pointer: '', schema: root, base: DEFAULT_BASE, depth: 0 }];
  const isFull = () => problems.full || dialectProblems.full;

  const walk = () => {
    for (let visit = stack.pop(); visit && !isFull(); visit = stack.pop()) {
      if (document.nodes.has(visit.pointer)) continue;
      if (document.nodes.size >= SCHEMA_CAPS.nodes) {
        problems.add('', `has more than ${SCHEMA_CAPS.nodes} schemas`);
        return false;
      }
      if (visit.depth > SCHEMA_CAPS.depth) {
        problems.add(visit.pointer, `is nested deeper than ${SCHEMA_CAPS.depth} schemas`);
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
      { identifiers, dialect, problems },
    );
    for (const keyword of Object.keys(schema)) {
      checkKeyword(schema, keyword, pointer, problems);
      fit(schema, keyword, pointer);
      const text = schema[keyword];
      if (dialect.references.has(keyword) && typeof text === 'string') {
        references.push({ keyword, text, node, base });
      }
    }
    // The last is pushed first, so that problems appear in the order of the document.
    for (const inner of subschemasOf(schema, pointer, dialect).toReversed()) {
      if (inner.inPlace) node.inPlace.push(inner.pointer);
      stack.push({ pointer: inner.pointer, schema: inner.schema, base, depth: depth + 1 });
    }
  };

  const fit = (schema: SchemaObject, keyword: string, pointer: string) => {
    const value = schema[keyword];
    const at = pointerTo(pointer, keyword);
    if (refusesForeign && isForeign(dialect, keyword)) {
      const message = `is not known to ${dialect.name}, and no dialect fits the whole schema`;
      dialectProblems.add(at, `${message}; say which one you mean with "$schema"`, keyword);
    } else if (keyword === '$schema' && pointer !== '' && dialectNamed(value) !== dialect) {
      dialectProblems.add(at, 'must be the same throughout the schema', keyword);
    } else if (!isHidden(keyword, schema, dialect)) {
      const found = formProblemOf(keyword, value, dialect);
      if (found) dialectProblems.add(at + found.pointer, found.message, keyword);
    }
  };

  const follow = (reference: Reference & { node: SchemaNode }) => {
    const at = pointerTo(reference.node.pointer, reference.keyword);
    const resolved = resolveReference(reference, identifiers, dialect);
    if (!resolved.ok) {
      problems.add(at, resolved.message, reference.keyword);
      return true;
    }
    reference.node.targets.set(reference.keyword, resolved.pointer);
    if (document.nodes.has(resolved.pointer)) return true;
    const { found, value } = valueAt(root, resolved.pointer);
    if (!found || !isSchema(value)) {
      problems.add(at, 'refers to a schema that does not exist', reference.keyword);
      return true;
    }
    document.strays.push(resolved.pointer);
    stack.push({ pointer: resolved.pointer, schema: value, base: resolved.base, depth: 0 });
    return walk();
  };

  if (!walk()) return { document, isWhole: false };
  // The list grows during iteration, because the target of a reference may contain others.
  for (const [index, reference] of references.entries()) {
    if (index >= SCHEMA_CAPS.references) {
      problems.add('', `has more than ${SCHEMA_CAPS.references} references`, '$ref');
      return { document, isWhole: false };
    }
    if (!follow(reference) || isFull()) return { document, isWhole: false };
  }
  return { document, isWhole: true };
}

/** Keywords hidden by the `$ref` of draft-07 and before have no meaning. */
export const isReferenceOnly = (node: SchemaNode, dialect: Dialect) =>
  typeof node.schema !== 'boolean' && standsAlone(node.schema, dialect);

/**
 * Follows references and in-place schemas from every schema, without recursion. A loop among them
 * would never end, whatever the value (`{"$ref":"#"}` overflowed the stack at every validation). Even
 * without loops, the number of schemas that apply to one value can double with each step, so they are
 * counted with every reference expanded.
 */
export function checkReferenceGraph(document: SchemaDocument, problems: Problems): void {
  const sizes = new Map<SchemaNode, number>();
  const open = new Set<SchemaNode>();
  for (const start of document.nodes.values()) {
    const stack: SchemaNode[] = [start];
    for (let node = stack.at(-1); node; node = stack.at(-1)) {
      if (sizes.has(node)) {
        stack.pop();
        continue;
      }
      const next = appliesInPlace(node, document);
      const waiting = next.filter((each) => !sizes.has(each));
      if (!open.has(node)) {
        open.add(node);
        const looped = waiting.some((each) => open.has(each));
        if (looped) {
          problems.add(
            node.pointer,
            'refers to itself without going deeper into the value, so checking would never end',
            '$ref',
          );
          return;
        }
        stack.push(...waiting);
        continue;
      }
      const size = next.reduce((sum, each) => sum + (sizes.get(each) ?? 0), 1);
      if (size > SCHEMA_CAPS.expansion) {
        problems.add(
          node.pointer,
          `expands to more than ${SCHEMA_CAPS.expansion} schemas when its references are followed`,
          '$ref',
        );
        return;
      }
      sizes.set(node, size);
      open.delete(node);
      stack.pop();
    }
  }
}

function appliesInPlace(node: SchemaNode, document: SchemaDocument): SchemaNode[] {
  const inPlace = isReferenceOnly(node, document.dialect) ? [] : node.inPlace;
  return [...inPlace, ...node.targets.values()].flatMap(
    (pointer) => document.nodes.get(pointer) ?? [],
  );
}
