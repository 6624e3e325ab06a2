import type { ApiResponse } from './response.ts';
import { InvalidResponseError } from './errors.ts';
import type { Page } from './records.ts';

/**
 * A list: `await` gives its first page, `for await` every item of every page. Nothing is asked for
 * before one of them starts.
 */
export interface List<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {
  catch: Promise<Page<Item>>['catch'];
  finally: Promise<Page<Item>>['finally'];
}

/** Is given the cursor of the page before, and no member for the first, so that the query's own counts. */
type FetchPage<Item> = (after: { cursor?: string }) => Promise<ApiResponse<Page<Item>>>;

export function listOf<Item>(
  fetchPage: FetchPage<Item>,
  signal: AbortSignal | undefined,
): List<Item> {
  let first: Promise<Page<Item>> | undefined;
  const request = async () => (await fetchPage({})).data;
  const firstPage = () => (first ??= request());
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- to be awaited for its first page is its purpose
    then: (onPage, onError) => firstPage().then(onPage, onError),
    catch: (onError) => firstPage().catch(onError),
    finally: (onEnd) => firstPage().finally(onEnd),
    [Symbol.asyncIterator]: () => items(fetchPage, signal),
  };
}

async function* items<Item>(
  fetchPage: FetchPage<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  for (let after: { cursor?: string } = {}; ;) {
    const { data: page, status, requestId } = await fetchPage(after);
    for (const item of page.data) {
      signal?.throwIfAborted();
      yield item;
    }
    if (page.nextCursor === null) return;
    if (seen.has(page.nextCursor)) {
      const message = 'The list gives a cursor for the second time, and would never end.';
      throw new InvalidResponseError(message, { status, requestId });
    }
    seen.add(page.nextCursor);
    after = { cursor: page.nextCursor };
  }
}
