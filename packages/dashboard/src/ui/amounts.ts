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

/** The amounts of a column, in one currency: all with the digits that one of them needs, cents at least. */
export function alignedMoney(amounts: readonly Amount[]): (money: Amount) => string {
  const digits = Math.max(0, ...amounts.map(digitsOf));
  return (money) => {
    try {
      const { format } = new Intl.NumberFormat('en-US', {
        style: 'currency',
        currency: money.currency,
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
      return format(money.amount);
    } catch {
      return formatMoney(money);
    }
  };
}

/** `$204.68 and €38.20`, rounded like a headline: amounts in different currencies are never added. */
export const formatMoneyList = (amounts: readonly Amount[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(
    amounts.toSorted(byCurrency).map(formatRounded),
  );
