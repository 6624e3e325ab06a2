import type { ContractComparison } from '@mkt/conformance/compare-contracts';
import { findingInWords, priceInWords } from '../../data/change-words.ts';
import type { ListingFields } from '../../form/listing-fields.ts';

export const priceOf = ({ amount, currency, unit }: ListingFields) => ({
  // What is no number yet is compared as a free call.
  amount: Number(amount) || 0,
  currency,
  unit,
});

/** Why a change is not safe for buyers, a sentence for each reason. */
export function reasonsInWords(
  { findings }: ContractComparison,
  before: ListingFields,
  after: ListingFields,
): string[] {
  const reasons = findings
    .filter(({ severity }) => severity !== 'safe')
    .map((finding) =>
      finding.path.startsWith('/price/')
        ? `${priceInWords(priceOf(before), priceOf(after))}.`
        : findingInWords(finding),
    );
  return [...new Set(reasons)];
}
