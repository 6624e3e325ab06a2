import type { PageItems, BoundedPageRequest } from '../market/page.ts';
import { OPERATOR, type Reader } from '../market/reader.ts';
import { byId } from '../market/ids.ts';

const PAGE = 100;

/** Reads all pages of a list. */
export async function everyPage<Item extends { id: string }>(
  read: (page: BoundedPageRequest, reader: Reader) => Promise<PageItems<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = { limit: PAGE, after: last ? byId(last) : null, maxBytes: Infinity };
    const { items, more } = await read(page, OPERATOR);
    all.push(...items);
    if (!more) return all;
  }
}
