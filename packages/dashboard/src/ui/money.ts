export interface Amount {
  amount: number;
  currency: string;
}

/** Prices go down to a millionth; amounts have at least the digits of their currency. */
const MOST_DIGITS = 6;

/** `$0.02`, `€38.20`, `¥3`, `$0.00025`. */
export function formatMoney({ amount, currency }: Amount): string {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    const digits = maximumFractionDigits ?? 2;
    return new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: Math.max(MOST_DIGITS, digits),
    }).format(amount);
  } catch {
    // A currency that this browser does not know.
    return `${amount} ${currency}`;
  }
}

/** `$204.68 and €38.20`: amounts in different currencies are never added. */
export const formatMoneyList = (amounts: readonly Amount[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(amounts.map(formatMoney));
