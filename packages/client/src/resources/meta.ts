import type { ApiPromise } from '../api-promise.ts';
import type { Me } from '../records-src-records.ts';
import type { RequestOptions } from '../request-options.ts';
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
