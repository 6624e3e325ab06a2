import type { Keyset } from './page.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The sort key of lists that are sorted by id only. */
export function byId(item: { id: string }): Keyset {
  return { key: 0, id: item.id };
}

export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Ids are stored in lower case, and accepted in any case (RFC 9562, section 4). A slug is unchanged. */
export const canonicalRef = (ref: string): string => (isUuid(ref) ? ref.toLowerCase() : ref);
