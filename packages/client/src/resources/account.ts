import type { ApiPromise } from '../api-promise.ts';
import { listOf, type List } from '../list.ts';
import type {
  ApiKey,
  CreateApiKeyRequest,
  CreatedApiKey,
  ListQuery,
  UpdateApiKeyRequest,
} from '../records-src-records.ts';
import type { RequestOptions } from '../request-options.ts';
import type { Transport } from '../transport.ts';

export type ApiKeys = ReturnType<typeof apiKeys>;

/** Your API keys. */
export function apiKeys({ call }: Transport) {
  return {
    list(query: ListQuery = {}, options: RequestOptions = {}): List<ApiKey> {
      return listOf(
        (after) => call('listApiKeys', options, { query: { ...query, ...after } }),
        options.signal,
      );
    },

    /** Creates a key, with at most the scopes of your own. No other response contains the key itself. */
    create(body: CreateApiKeyRequest, options: RequestOptions = {}): ApiPromise<CreatedApiKey> {
      return call('createApiKey', options, { body });
    },

    /**
     * Changes the name or the budget of a key. The rules of `budget` that are given replace those of the
     * key, `null` removes one, and `budget: null` removes them all. A key cannot change its own budget.
     */
    update(
      id: string,
      body: UpdateApiKeyRequest,
      options: RequestOptions = {},
    ): ApiPromise<ApiKey> {
      return call('updateApiKey', options, { id, body });
    },

    /** Revokes a key, with effect from the next request. */
    delete(id: string, options: RequestOptions = {}): ApiPromise<void> {
      return call('deleteApiKey', options, { id });
    },
  };
}
