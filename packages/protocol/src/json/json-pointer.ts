const escape = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');
const unescape = (segment: string) => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** A JSON Pointer one segment longer (RFC 6901). */
export const pointerTo = (parent: string, segment: string | number) =>
  `${parent}/${escape(String(segment))}`;

/** The segments of a JSON Pointer, unescaped. */
export const pointerSegments = (pointer: string): string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(unescape);

/** The value at a pointer. Only own members count. */
export function valueAt(root: unknown, pointer: string): { found: boolean; value?: unknown } {
  let value = root;
  for (const segment of pointerSegments(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) {
      return { found: false };
    }
    value = (value as Record<string, unknown>)[segment];
  }
  return { found: true, value };
}
