import type { ApiPromise } from '../api-promise.ts';
import { type List, listOf } from '../list.ts';
import type { RequestOptions } from '../options.ts';
import type {
  ApiKey,
  AuditEntry,
  AuditListQuery,
  CreateApiKeyRequest,
  CreatedApiKey,
  ListQuery,
  Me,
  Profile,
  UpdateApiKeyRequest,
  UpdateProfileRequest,
} from '../records.ts';
import type { Transport } from '../transport.ts';

export type Meta = ReturnType<typeof meta>;

/** About the API key, and about the marketplace's API. */
export function meta({ call }: Transport) {
  return {
    /** The account of the API key, the key's name and scopes, and its remaining budget. */
    me(options: RequestOptions = {}): ApiPromise<Me> {
      return call('getMe', options);
    },

    /** The JSON Schema that a seller's `/contract` must match. */
    contractSchema(options: RequestOptions = {}): ApiPromise<Record<string, unknown>> {
      return call('getContractSchema', options);
    },

    /** The marketplace's API as OpenAPI 3.1. */
    openapi(options: RequestOptions = {}): ApiPromise<Record<string, unknown>> {
      return call('getOpenApi', options);
    },
  };
}

export type OwnProfile = ReturnType<typeof profile>;

/** What buyers see of you as a seller. */
export function profile({ call }: Transport) {
  return {
    get(options: RequestOptions = {}): ApiPromise<Profile> {
      return call('getProfile', options);
    },

    /** Replaces the profile: a field that is left out is removed. */
    replace(profile: UpdateProfileRequest, options: RequestOptions = {}): ApiPromise<Profile> {
      return call('updateProfile', options, { body: profile });
    },
  };
}

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

export type Audit = ReturnType<typeof audit>;

/** Who did what to your account. */
export function audit({ call }: Transport) {
  return {
    /** Newest first; the last 400 days. */
    list(query: AuditListQuery = {}, options: RequestOptions = {}): List<AuditEntry> {
      return listOf(
        (after) => call('listAudit', options, { query: { ...query, ...after } }),
        options.signal,
      );
    },
  };
}
