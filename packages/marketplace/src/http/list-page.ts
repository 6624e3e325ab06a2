import { PAGE_BYTES, type Keyset, type PageItems } from '../domain/page.ts';
import type { RouteResponse } from './response.ts';
import { cursorOf } from './cursor.ts';

/** Room for what stands around the items: the cursor is the longest of it. */
const ENVELOPE_BYTES = 1024;

/**
 * A page as JSON text: items until the next would make it longer than a page may be, and at least
 * one. `textOf` is called only for what is looked at.
 */
export function pageResponse<Item>(
  list: string,
  { items, more }: PageItems<Item>,
  keyOf: (item: Item) => Keyset,
  textOf: (item: Item) => string,
): RouteResponse {
  const texts: string[] = [];
  let bytes = ENVELOPE_BYTES;
  for (const item of items) {
    const text = textOf(item);
    bytes += Buffer.byteLength(text) + 1;
    if (bytes > PAGE_BYTES && texts.length > 0) break;
    texts.push(text);
  }
  const last = items[texts.length - 1];
  const goesOn = more || texts.length < items.length;
  const next = goesOn && last !== undefined ? cursorOf(list, keyOf(last)) : null;
  return {
    status: 200,
    text: `{"data":[${texts.join(',')}],"nextCursor":${JSON.stringify(next)}}`,
  };
}
