import { LIMITS } from '@mkt/protocol';
import { invalidCursor, type Keyset, type Page, type PageRequest } from '../domain/page.ts';
import { isUuid } from '../domain/slug.ts';

/** Opaque to callers; `list` names the list and its order, so that no other list takes it. */
function encodeCursor(list: string, { key, id }: Keyset): string {
  return Buffer.from(JSON.stringify([list, key, id])).toString('base64url');
}

function decodeCursor(list: string, cursor: string): Keyset {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalidCursor();
  const [name, key, id] = parts as unknown[];
  // Every key is a count or a price in micro-units; another number was never given.
  const fits = name === list && typeof key === 'number' && Number.isSafeInteger(key) && key >= 0;
  if (!fits || typeof id !== 'string' || !isUuid(id)) throw invalidCursor();
  return { key, id };
}

export function pageRequest(list: string, query: { limit?: number; cursor?: string }): PageRequest {
  return {
    limit: query.limit ?? LIMITS.pageDefault,
    after: query.cursor === undefined ? null : decodeCursor(list, query.cursor),
  };
}

/** Opaque; null on the last page. */
export function nextCursorOf(list: string, { next }: Pick<Page<unknown>, 'next'>): string | null {
  return next && encodeCursor(list, next);
}

export function pageBody<Item>(list: string, page: Page<Item>, present: (item: Item) => unknown) {
  return { data: page.items.map(present), nextCursor: nextCursorOf(list, page) };
}
