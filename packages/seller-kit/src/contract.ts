import {
  DEFAULT_CURRENCY,
  DEFAULT_UNIT,
  type Method,
  type ProviderContract,
  type SellerProvider,
} from '@mkt/protocol';
import type { JsonSchema } from './schema-check.ts';
import type { AnyDefinition } from './service-definition.ts';

export interface ContractSchemas {
  input: JsonSchema | undefined;
  output: JsonSchema | undefined;
}

export const DEFAULT_METHOD: Method = 'POST';

/** An example as the contract has it: JSON in a string. */
const exampleJson = (example: unknown) =>
  example === undefined ? undefined : JSON.stringify(example);

/**
 * The document of `GET /contract` (docs/reference/seller-interface.md#the-contract).
 *
 * @param base absolute address without a trailing slash
 */
export function contractOf(
  definition: AnyDefinition,
  schemas: ContractSchemas,
  base: string,
): ProviderContract {
  const { name, description, category, tags, price, method, examples } = definition;
  const contract = {
    provider: {
      title: name,
      description,
      category,
      // The wire type expresses "at most 10" as eleven tuples.
      tags: tags as SellerProvider['tags'],
      price: price && {
        currency: price.currency ?? DEFAULT_CURRENCY,
        amountCents: price.amountCents,
        amount: price.amount,
        unit: price.unit ?? DEFAULT_UNIT,
      },
      runContract: {
        method: method ?? DEFAULT_METHOD,
        endpointPath: `${base}/run`,
        healthEndpoint: `${base}/health`,
        inputSchema: schemas.input,
        outputSchema: schemas.output,
        requestExampleJson: exampleJson(examples?.request),
        responseExampleJson: exampleJson(examples?.response),
      },
    },
  };
  // Through JSON, which leaves out undefined fields.
  return JSON.parse(JSON.stringify(contract)) as ProviderContract;
}
