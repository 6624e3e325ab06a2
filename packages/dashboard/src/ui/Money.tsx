import { Fragment } from 'react';
import { byCurrency, formatRounded } from './amounts.ts';
import { formatMoney } from './text.ts';

/** An amount in cents from 1 on, with the exact one on hover. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  const exact = formatMoney({ amount, currency });
  const shown = formatRounded({ amount, currency });
  return <span title={shown === exact ? undefined : exact}>{shown}</span>;
}

/** Amounts of different currencies, which are never added: `$204.68 and €38.20`; a dash without one. */
export const MoneyList = ({ of }: { of: readonly { amount: number; currency: string }[] }) =>
  of.length === 0
    ? '–'
    : of.toSorted(byCurrency).map((money, index) => (
        <Fragment key={money.currency}>
          {index > 0 && (index === of.length - 1 ? ' and ' : ', ')}
          <Money {...money} />
        </Fragment>
      ));
