import { useQuery } from '@tanstack/react-query';
import { api } from '../../data/api.ts';
import { useUser } from '../../data/session.ts';
import type { Operation } from './model.ts';
import { OPERATIONS } from './reference.ts';
import { bodyText, inputOf } from './request.ts';

const STALE_MS = 60_000;

/** The listing that is called most, with an input that fits it. */
function useOffered(isNeeded: boolean) {
  return useQuery({
    queryKey: ['catalogue', 'example'],
    async queryFn({ signal }) {
      const { data } = await api.search(
        { limit: 1, sort: 'calls', include: 'contract' },
        { signal },
      );
      return data[0] ?? null;
    },
    staleTime: STALE_MS,
    enabled: isNeeded,
  });
}

/** What a person might delete or end is never filled in: it must be named. */
export const isDestructive = ({ method, id }: Operation): boolean =>
  method === 'DELETE' ||
  /^(rotate|end|cancel|close|revoke|signOut|changePassword|resetPassword)/.test(id);

/** The list that the object of the path is in, if this API has one. */
function collectionOf({ path }: Operation): Operation | undefined {
  const [collection, ...rest] = path.split('/{id}');
  // `/v1/listings/{id}` is the same record as `/v1/providers/{id}`.
  return rest.length === 0
    ? undefined
    : OPERATIONS.find((each) => each.path === collection && each.method === 'GET');
}

interface Named {
  id: string;
  slug?: string;
  listing?: unknown;
}

/** An object of the reader to which the operation applies: the first of its list. */
function useOwn(operation: Operation) {
  const user = useUser();
  const collection = collectionOf(operation);
  const isPublic = collection?.sender === 'public';
  const { data, isLoading } = useQuery({
    // The noun, so that what changes it updates it here too.
    queryKey: [collection?.path.split('/').at(-1) ?? '', 'example', collection?.path ?? ''],
    async queryFn({ signal }) {
      const options = { query: { limit: 1 }, signal };
      const list = (await api.request('GET', collection?.path ?? '', options)) as { data: Named[] };
      return list.data[0] ?? null;
    },
    staleTime: STALE_MS,
    enabled: collection !== undefined && (isPublic || user !== null) && !isDestructive(operation),
  });
  return { id: data ? (data.slug ?? data.id) : undefined, isLoading };
}

/** What the examples of an operation are filled with: the reader's own records, or documented ones. */
export function useExample(operation: Operation): {
  parameters: Readonly<Record<string, string>>;
  body: string;
  isReady: boolean;
} {
  const isSeller = operation.id === 'getSeller';
  const isOrder = operation.id === 'createOrder';
  const { data: offered, isLoading } = useOffered(isSeller || isOrder);
  const own = useOwn(operation);
  const id = isSeller ? offered?.seller.id : own.id;
  const documented = operation.parameters.flatMap(({ name, example, in: place }) =>
    // The documented words would find nothing in most marketplaces.
    example === undefined || (place === 'query' && name === 'query')
      ? []
      : [[name, example] as const],
  );
  const body =
    isOrder && offered
      ? {
          listingId: offered.slug,
          requestBody: inputOf(offered.runContract),
          maxPrice: offered.price.amount,
          ...(offered.price.currency === 'USD' ? {} : { currency: offered.price.currency }),
        }
      : operation.body?.example;
  return {
    parameters: { ...Object.fromEntries(documented), ...(id === undefined ? {} : { id }) },
    body: body === undefined ? '' : bodyText(body),
    isReady: !isLoading && !own.isLoading,
  };
}
