import type { PageRequest } from '../domain/page.ts';
import { byId } from '../domain/store.ts';

const PAGE = 100;

/** All items of a list that is read in pages. */
export async function everyPage<Item extends { id: string }>(
  read: (page: PageRequest) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const last = items.at(-1);
    const rows = await read({ limit: PAGE, after: last ? byId(last) : null });
    items.push(...rows.slice(0, PAGE));
    if (rows.length <= PAGE) return items;
  }
}
