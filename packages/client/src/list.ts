import type { ApiPromise, WithResponse } from './api-promise.ts';
import { InvalidResponseError } from './errors.ts';
import type { Page } from './records.ts';

/**
 * A list: `await` it for its first page, `for await` it for every item of every page. Nothing is
 * requested before that.
 */
export interface List<Item, FirstPage = Page<Item>>
  extends PromiseLike<FirstPage>, AsyncIterable<Item> {
  catch: Promise<FirstPage>['catch'];
  finally: Promise<FirstPage>['finally'];
  /** The first page, with the status, the headers and the request id of its response. */
  withResponse(): Promise<WithResponse<FirstPage>>;
}

/** Gets the cursor of the page to fetch; without one, the query's own applies. */
type FetchPage<Item> = (after: { cursor?: string }) => ApiPromise<Page<Item>>;

export function listOf<Item>(
  fetchPage: FetchPage<Item>,
  signal: AbortSignal | undefined,
): List<Item> {
  let first: ApiPromise<Page<Item>> | undefined;
  const firstPage = () => (first ??= fetchPage({}));
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- a list can be awaited for its first page
    then: (onPage, onError) => firstPage().then(onPage, onError),
    catch: (onError) => firstPage().catch(onError),
    finally: (onEnd) => firstPage().finally(onEnd),
    withResponse: () => firstPage().withResponse(),
    [Symbol.asyncIterator]: () => items(fetchPage, signal),
  };
}

async function* items<Item>(
  fetchPage: FetchPage<Item>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Item, void, undefined> {
  const seen = new Set<string>();
  for (let after: { cursor?: string } = {}; ;) {
    const { data: page, response } = await fetchPage(after).withResponse();
    for (const item of page.data) {
      signal?.throwIfAborted();
      yield item;
    }
    if (page.nextCursor === null) return;
    if (seen.has(page.nextCursor)) {
      const message =
        'The marketplace returned the same cursor twice, so the list would never end.';
      throw new InvalidResponseError(message, response);
    }
    seen.add(page.nextCursor);
    after = { cursor: page.nextCursor };
  }
}
