import type { Dialect } from '../dialect/dialect.ts';
import type { Problems } from '../inspect/schema-caps.ts';
import { standsAlone, type SchemaObject } from './subschemas.ts';

/** Base of a schema without `$id`; the domain is reserved (RFC 2606). */
export const DEFAULT_BASE = 'https://schema.invalid/';

/** The `$id`s and anchors of a document: URI, or URI and fragment, to JSON Pointer. */
export interface Identifiers {
  resources: Map<string, string>;
  anchors: Map<string, string>;
  /** Names of `$dynamicAnchor`, each with the resources that have it. */
  dynamicAnchors: Map<string, Set<string>>;
  /** Resources with `$recursiveAnchor: true`. */
  recursiveAnchors: Set<string>;
}

export const noIdentifiers = (): Identifiers => ({
  resources: new Map(),
  anchors: new Map(),
  dynamicAnchors: new Map(),
  recursiveAnchors: new Set(),
});

/** Resolves a URI reference: the URI without its fragment, and the decoded fragment. */
export function resolveUri(
  reference: string,
  base: string,
): { uri: string; fragment: string } | undefined {
  try {
    const url = new URL(reference, base);
    const fragment = decodeURIComponent(url.hash.slice(1));
    url.hash = '';
    return { uri: url.href, fragment };
  } catch {
    return undefined;
  }
}

/** Registers the names of a schema and returns the base URI of its contents. */
export function readIdentifiers(
  schema: SchemaObject,
  at: { pointer: string; base: string },
  into: { identifiers: Identifiers; dialect: Dialect; problems: Problems },
): string {
  const { identifiers, dialect, problems } = into;
  const { pointer } = at;
  const name = (map: Map<string, string>, key: string, keyword: string) => {
    const taken = map.get(key);
    if (taken !== undefined && taken !== pointer) {
      problems.add(
        `${pointer}/${keyword}`,
        'repeats a name that another schema already has',
        keyword,
      );
    }
    map.set(key, pointer);
  };

  let { base } = at;
  const { identifier } = dialect;
  const id = schema[identifier];
  if (typeof id === 'string' && !standsAlone(schema, dialect)) {
    const resolved = resolveUri(id, base);
    if (!resolved) {
      problems.add(`${pointer}/${identifier}`, 'is not a URI reference', identifier);
      return base;
    }
    if (!id.startsWith('#')) {
      base = resolved.uri;
      name(identifiers.resources, base, identifier);
    }
    if (resolved.fragment !== '' && dialect.identifierNames) {
      name(identifiers.anchors, `${base}#${resolved.fragment}`, identifier);
    }
  }
  if (dialect.identifierNames) return base;

  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = schema[keyword];
    if (typeof anchor !== 'string' || !dialect.annotations.has(keyword)) continue;
    name(identifiers.anchors, `${base}#${anchor}`, keyword);
    if (keyword === '$dynamicAnchor') {
      const resources = identifiers.dynamicAnchors.get(anchor) ?? new Set();
      identifiers.dynamicAnchors.set(anchor, resources.add(base));
    }
  }
  if (schema['$recursiveAnchor'] === true && dialect.name === '2019-09') {
    identifiers.recursiveAnchors.add(base);
  }
  return base;
}
