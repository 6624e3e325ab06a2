import type { Dialect } from '../dialect/dialect.ts';
import { resolveUri, type Identifiers } from './schema-identifiers.ts';

export interface Reference {
  keyword: string;
  text: string;
  /** The URI to which it is relative. */
  base: string;
}

export type Resolved = { ok: true; pointer: string; base: string } | { ok: false; message: string };

const refuse = (message: string): Resolved => ({ ok: false, message });

/**
 * The target of a reference inside the document. `$recursiveRef` and `$dynamicRef` are also resolved
 * statically, which is correct as long as only one resource is possible. A schema in which several
 * `$id`s compete for a dynamic name is refused.
 */
export function resolveReference(
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
