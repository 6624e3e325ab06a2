import { compareContracts, type ContractComparison } from '@mkt/conformance';
import { toMicros, type Listing } from '@mkt/protocol';

/** The terms of a listing, as records and previews have them. */
export type Terms = Pick<Listing, 'price' | 'runContract'>;

/** As much as the marketplace spends on the same comparison. */
const WORK_UNITS = 1_000_000;
const MAX_COMPARISON_MS = 2_000;

/** What a change means for buyers, by the comparison that the history of a listing shows. */
export function compareContent(before: Terms, after: Terms): ContractComparison {
  const startedAt = performance.now();
  const isLate = () => performance.now() - startedAt > MAX_COMPARISON_MS;
  return compareContracts(termsOf(before), termsOf(after), { units: WORK_UNITS, isLate });
}

function termsOf({ price, runContract }: Terms) {
  const { requestExampleJson: _request, responseExampleJson: _response, ...rest } = runContract;
  const { amount, ...priced } = price;
  return { price: { ...priced, amountMicros: toMicros(amount) ?? 0 }, runContract: rest };
}
