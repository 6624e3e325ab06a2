export interface Amount {
  amount: number;
  currency: string;
}

/** Prices go down to a millionth; amounts have at least the digits of their currency. */
const MAX_DIGITS = 6;

/** Making one costs about 100 times as much as using it, and a list has one amount per row. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const style = { style: 'currency', currency } as const;
  const known = formats.get(currency);
  if (known) return known;
  const { maximumFractionDigits: digits = 2 } = new Intl.NumberFormat(
    'en-US',
    style,
  ).resolvedOptions();
  const made = new Intl.NumberFormat('en-US', {
    ...style,
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.max(MAX_DIGITS, digits),
  });
  formats.set(currency, made);
  return made;
}

/** `$0.02`, `€38.20`, `¥3`, `$0.00025`. */
export function formatMoney({ amount, currency }: Amount): string {
  try {
    return formatOf(currency).format(amount);
  } catch {
    // A currency that this browser does not know.
    return `${amount} ${currency}`;
  }
}

/** The same of a price: `$0.02`, or `Free`. */
export const formatPrice = (price: Amount): string =>
  price.amount === 0 ? 'Free' : formatMoney(price);

/** `$204.68 and €38.20`: amounts in different currencies are never added. */
export const formatMoneyList = (amounts: readonly Amount[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(amounts.map(formatMoney));
