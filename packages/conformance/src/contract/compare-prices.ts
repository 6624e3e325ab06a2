import { decimalsOf, fromMicros, type PriceInMicros } from '@mkt/protocol';

export type Severity = 'safe' | 'unknown' | 'breaking';

/** One difference between two versions of a contract. */
export interface ContractFinding {
  /** JSON Pointer: into the later version, or into the earlier one if something was dropped. */
  path: string;
  severity: Severity;
  message: string;
}

/** `USD 0.50 per call`, with as many decimals as the amount needs and the currency usually has. */
function shown({ amountMicros, currency, unit }: PriceInMicros): string {
  const amount = fromMicros(amountMicros);
  const decimals = String(amount).split('.')[1]?.length ?? 0;
  return `${currency} ${amount.toFixed(Math.max(decimals, decimalsOf(currency)))} per ${unit}`;
}

/** A lower price is safe; anything else needs the buyer's consent, even a different currency. */
export function priceFindings(before: PriceInMicros, after: PriceInMicros): ContractFinding[] {
  const isFree = (price: PriceInMicros) => price.amountMicros === 0;
  // Of two free prices the currency or the unit is all that differs.
  const inWords = (price: PriceInMicros) =>
    isFree(price) && !(isFree(before) && isFree(after)) ? 'free' : shown(price);
  const message = `The price was changed from ${inWords(before)} to ${inWords(after)}.`;
  const finding = (member: string, severity: ContractFinding['severity']): ContractFinding[] => [
    { path: `/price/${member}`, severity, message },
  ];
  if (before.currency !== after.currency) return finding('currency', 'breaking');
  if (before.unit !== after.unit) return finding('unit', isFree(after) ? 'safe' : 'breaking');
  if (before.amountMicros === after.amountMicros) return [];
  return finding('amount', after.amountMicros < before.amountMicros ? 'safe' : 'breaking');
}
