import type { Client } from '@mkt/client';

/** With more, the lookups would delay the page noticeably. */
const MAX_LOOKUPS = 20;

/**
 * The slugs of listings by id, from the catalogue. One that is not published, or cannot be read, is
 * missing: show its id.
 */
export async function listingSlugs(
  client: Client,
  ids: Iterable<string>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const slugs = new Map<string, string>();
  const lookups = [...new Set(ids)].slice(0, MAX_LOOKUPS).map(async (id) => {
    try {
      const { slug } = await client.marketplace.listing(id, { signal, retries: 0 });
      slugs.set(id, slug);
    } catch {
      signal.throwIfAborted();
    }
  });
  await Promise.all(lookups);
  return slugs;
}
