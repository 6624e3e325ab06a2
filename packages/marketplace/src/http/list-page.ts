import { PAGE_BYTES, type Keyset, type PageItems } from '../market/page.ts';
import type { RouteResponse } from './response.ts';
import { cursorOf } from './cursor.ts';

/** Room for the JSON around the items, of which the cursor is the longest part. */
const ENVELOPE_BYTES = 1024;

/**
 * A page as JSON text: as many items as fit, and at least one. `textOf` is called only for these
 * and the next one.
 */
export function pageText<Item>(
  list: string,
  { items, more }: PageItems<Item>,
  keyOf: (item: Item) => Keyset,
  textOf: (item: Item) => string,
  /** Other members of the page. */
  others: object = {},
): string {
  const texts: string[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const item of items) {
    const text = textOf(item);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > PAGE_BYTES && texts.length > 0) break;
    texts.push(text);
  }
  const last = items[texts.length - 1];
  const hasMore = more || texts.length < items.length;
  const next = hasMore && last !== undefined ? cursorOf(list, keyOf(last)) : null;
  const rest = JSON.stringify({ nextCursor: next, ...others }).slice(1);
  return `{"data":[${texts.join(',')}],${rest}`;
}

/** The response with a page. */
export function pageResponse<Item>(...page: Parameters<typeof pageText<Item>>): RouteResponse {
  return { status: 200, text: pageText(...page) };
}
