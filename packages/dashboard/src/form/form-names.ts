/**
 * Members as rjsf gets them: it reads dots and brackets in a name as a path, and names such as
 * `__proto__`, `$ref` or `ui:widget` mean something to it. A key has none of them, and represents one
 * name.
 */
const PREFIX = 'm';

/** The key of a member. */
export const keyOf = (name: string): string =>
  PREFIX +
  name.replaceAll(
    /[^A-Za-z0-9]/g,
    (unit) => `_${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The name of a member, by its key. */
export const nameOf = (key: string): string =>
  key
    .slice(PREFIX.length)
    .replaceAll(/_([0-9a-f]{4})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
