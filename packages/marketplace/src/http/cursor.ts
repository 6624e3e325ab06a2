import { LIMITS } from '@mkt/protocol';
import { invalidCursor, type Keyset, type PageRequest } from '../market/page.ts';
import { isUuid } from '../market/ids.ts';

/**
 * Opaque to callers. `list` names the list and its sort order, so that a cursor of a different list is
 * refused.
 */
export function cursorOf(list: string, { key, id }: Keyset): string {
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
  // Every key is a count or a price in micro-units; the server never issues any other number.
  const isValid = name === list && typeof key === 'number' && Number.isSafeInteger(key) && key >= 0;
  if (!isValid || typeof id !== 'string' || !isUuid(id)) throw invalidCursor();
  return { key, id };
}

export function pageRequest(list: string, query: { limit?: number; cursor?: string }): PageRequest {
  return {
    limit: query.limit ?? LIMITS.pageDefault,
    after: query.cursor === undefined ? null : decodeCursor(list, query.cursor),
  };
}
