import { createClient } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { errorBody, json, mockMarketplace } from './mock-marketplace.ts';
import { BASE_URL, catalogueListing } from './records.ts';

const mock = mockMarketplace();
const client = createClient({
  baseUrl: BASE_URL,
  apiKey: null,
  backoff: { minDelay: 1, maxDelay: 1 },
});

const pageOf = (slugs: string[], nextCursor: string | null) => () =>
  json({ data: slugs.map((slug) => ({ ...catalogueListing, slug })), nextCursor });

async function slugsOf(list: AsyncIterable<{ slug: string }>): Promise<string[]> {
  const slugs: string[] = [];
  for await (const { slug } of list) slugs.push(slug);
  return slugs;
}

describe('a list', () => {
  it('returns its first page when it is awaited', async () => {
    const requests = mock.respondsWith(pageOf(['a', 'b'], 'next'));
    const { data, nextCursor } = await client.search({ limit: 2 });
    expect(data.map(({ slug }) => slug)).toEqual(['a', 'b']);
    expect(nextCursor).toBe('next');
    expect(requests).toHaveLength(1);
  });

  it('yields every item of every page when it is iterated', async () => {
    const requests = mock.respondsWith(
      pageOf(['a', 'b'], 'c-1_'),
      pageOf([], 'c2'),
      pageOf(['c'], null),
    );
    expect(await slugsOf(client.search({ query: 'x', limit: 2 }))).toEqual(['a', 'b', 'c']);
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/marketplace/listings?query=x&limit=2',
      '/v1/marketplace/listings?query=x&limit=2&cursor=c-1_',
      '/v1/marketplace/listings?query=x&limit=2&cursor=c2',
    ]);
  });

  it('starts at the cursor that it is given', async () => {
    const requests = mock.respondsWith(pageOf(['a'], 'two'), pageOf(['b'], null));
    expect(await slugsOf(client.search({ cursor: 'one' }))).toEqual(['a', 'b']);
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/marketplace/listings?cursor=one',
      '/v1/marketplace/listings?cursor=two',
    ]);
  });

  it('requests no page that is not needed', async () => {
    const requests = mock.respondsWith(pageOf(['a', 'b'], 'next'));
    for await (const { slug } of client.search()) {
      if (slug === 'b') break;
    }
    expect(requests).toHaveLength(1);
  });

  it('requests nothing before it is awaited or iterated', async () => {
    const requests = mock.respondsWith(pageOf([], null));
    const list = client.search();
    expect(requests).toHaveLength(0);
    await list;
    await list;
    expect(requests).toHaveLength(1);
  });

  it('works wherever a promise does', async () => {
    mock.respondsWith(pageOf(['a'], null));
    const list = client.search();
    const [first] = await Promise.all([list, client.search()]);
    expect(first.data).toHaveLength(1);
    let ended = 0;
    await client.search().finally(() => (ended += 1));
    expect(ended).toBe(1);

    mock.respondsWith(() => errorBody(400, 'invalid_cursor'));
    const caught = await client.search().catch((error: unknown) => error);
    expect(caught).toMatchObject({ name: 'InvalidRequestError', type: 'invalid_cursor' });
  });

  it('throws the error of a later page in the middle of the iteration', async () => {
    mock.respondsWith(pageOf(['a'], 'next'), () => errorBody(401, 'unauthenticated'));
    const received: string[] = [];
    const read = async () => {
      for await (const { slug } of client.search()) received.push(slug);
    };
    await expect(read()).rejects.toMatchObject({ name: 'AuthenticationError' });
    expect(received).toEqual(['a']);
  });

  it('throws when the cursors form a cycle', async () => {
    mock.respondsWith(pageOf(['a'], 'x'), pageOf(['b'], 'y'), pageOf(['c'], 'x'));
    await expect(slugsOf(client.search())).rejects.toMatchObject({
      name: 'InvalidResponseError',
    });
  });
});
