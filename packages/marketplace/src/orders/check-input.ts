import { OVER_PRECISE, overPrecisePath } from '@mkt/protocol';
import type { ActivationInput, ActivationTarget } from './activation.ts';
import { Refusal } from '../market/refusal.ts';
import { schemasBusy, type SchemaValidation } from '../schemas/schema-validation.ts';
import type { ListingStore } from '../server/store-domain-store.ts';

export interface CheckInputDeps {
  schemas: Pick<SchemaValidation, 'validate'>;
  listings: Pick<ListingStore, 'schemas' | 'countSlowInput'>;
}

/**
 * Validates the input of an activation against the listing's `inputSchema`. If it is invalid, the
 * seller is not called and there is no order (docs/orders.md#what-is-checked-first).
 */
export async function checkInput(
  deps: CheckInputDeps,
  target: Pick<ActivationTarget, 'listingId' | 'sellerId' | 'inputSchemaHash'>,
  { buyerId, input }: { buyerId: string; input: ActivationInput },
): Promise<'fits' | 'changed'> {
  const longNumber = overPrecisePath(input);
  if (longNumber !== undefined) {
    throw new Refusal('invalid_input', 'A number in the input has too many digits.', {
      details: [{ path: longNumber, message: OVER_PRECISE, keyword: 'precision' }],
    });
  }
  const { inputSchemaHash: schemaHash, listingId, sellerId } = target;
  if (schemaHash === null) return 'fits';
  const outcome = await deps.schemas.validate({
    schemaHash,
    loadSchema: async () => (await deps.listings.schemas(listingId))?.input ?? null,
    document: input,
    group: buyerId,
    seller: sellerId,
  });
  switch (outcome.kind) {
    case 'valid':
      return 'fits';
    case 'invalid':
      throw new Refusal('invalid_input', "The input does not match the listing's inputSchema.", {
        details: outcome.details,
      });
    case 'timeout':
      // The listing stays for sale: no buyer's input may take it off the market. One input takes half
      // a second, so few can be counted in a second.
      await deps.listings.countSlowInput(listingId);
      throw new Refusal(
        'invalid_input',
        'Checking the input took too long. The seller was not called. Try a smaller input.',
        {
          details: [{ path: '', message: 'could not be checked in time', keyword: 'timeout' }],
        },
      );
    case 'busy':
      throw schemasBusy();
    case 'changed':
      return 'changed';
  }
}
