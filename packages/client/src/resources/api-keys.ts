import type { ApiKey, CreateApiKeyRequest, CreatedApiKey, ListQuery } from '@mkt/protocol';
import { listOf, type List } from '../list.ts';
import type { RequestOptions, Transport } from '../transport.ts';

export type ApiKeys = ReturnType<typeof apiKeys>;

/** Your API keys. */
export function apiKeys({ call }: Transport) {
  return {
    list(query: ListQuery = {}, options: RequestOptions = {}): List<ApiKey> {
      return listOf(
        (cursor) => call('listApiKeys', { ...options, query: { ...query, ...cursor } }),
        options.signal,
      );
    },

    /** A new key: the only answer that carries it. It can grant only what your own key holds. */
    async create(body: CreateApiKeyRequest, options: RequestOptions = {}): Promise<CreatedApiKey> {
      return (await call('createApiKey', { ...options, body })).data;
    },

    /** Revokes a key, from the next request on. */
    async delete(id: string, options: RequestOptions = {}): Promise<void> {
      await call('deleteApiKey', { ...options, id });
    },
  };
}
