import type { Me } from '@mkt/protocol';
import type { RequestOptions, Transport } from '../transport.ts';

export type Meta = ReturnType<typeof meta>;

/** What the marketplace tells of itself and of the key. */
export function meta({ call }: Transport) {
  return {
    /** Whose the key is, and what it may do. */
    async me(options: RequestOptions = {}): Promise<Me> {
      return (await call('getMe', options)).data;
    },

    /** The JSON Schema that a seller's `/contract` must match. */
    async contractSchema(options: RequestOptions = {}): Promise<Record<string, unknown>> {
      return (await call('getContractSchema', options)).data;
    },

    /** The marketplace's API as OpenAPI 3.1. */
    async openapi(options: RequestOptions = {}): Promise<Record<string, unknown>> {
      return (await call('getOpenApi', options)).data;
    },
  };
}
