import { type Amount, formatMoney } from './text.ts';

const rounded = new Map<string, Intl.NumberFormat>();

/** The same for a headline: from 1 on without fractions of a cent (`$4.80` for 4.8034). */
export function formatRounded({ amount, currency }: Amount): string {
  if (Math.abs(amount) < 1) return formatMoney({ amount, currency });
  try {
    let format = rounded.get(currency);
    format ??= new Intl.NumberFormat('en-US', { style: 'currency', currency });
    rounded.set(currency, format);
    return format.format(amount);
  } catch {
    return formatMoney({ amount, currency });
  }
}

/** Currencies that most people know come first, in the same order everywhere. */
const FIRST = ['USD', 'EUR', 'GBP'];
const rankOf = ({ currency }: { currency: string }) => {
  const rank = FIRST.indexOf(currency);
  return rank === -1 ? FIRST.length : rank;
};

/** The order of amounts in several currencies: the amounts themselves cannot be compared. */
export const byCurrency = (a: { currency: string }, b: { currency: string }): number =>
  rankOf(a) - rankOf(b) || a.currency.localeCompare(b.currency);

const digitsOf = (money: Amount) => {
  const text = formatMoney(money).replace(/\D+$/, '');
  return text.includes('.') ? text.length - text.indexOf('.') - 1 : 0;
};

/** As wide as a digit, where digits are of one width. */
const FIGURE_SPACE = '\u2007';

/**
 * The amounts of a column to the right, each with the digits that it needs, cents at least, and their points
 * below one another. Yen have none, whatever dollars beside them have.
 */
export function alignedMoney(amounts: readonly Amount[]): (money: Amount) => string {
  const most = Math.max(0, ...amounts.map(digitsOf));
  return (money) => {
    const digits = digitsOf(money);
    return formatMoney(money) + FIGURE_SPACE.repeat(digits === 0 ? 0 : most - digits);
  };
}

/** `$204.68 and €38.20`, rounded like a headline: amounts in different currencies are never added. */
export const formatMoneyList = (amounts: readonly Amount[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(
    amounts.toSorted(byCurrency).map(formatRounded),
  );
