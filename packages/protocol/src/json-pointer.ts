/** A member's name as a segment of a JSON Pointer (RFC 6901). */
export const pointer = (name: string) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** What a reference inside a schema (`#`, `#/$defs/City`) points at; `undefined` for any other. */
export function resolveLocal(reference: string, root: unknown): unknown {
  if (reference === '#') return root;
  if (!reference.startsWith('#/')) return undefined;
  let found = root;
  for (const segment of decode(reference.slice(2)).split('/')) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    if (found === null || typeof found !== 'object' || !Object.hasOwn(found, name)) {
      return undefined;
    }
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
