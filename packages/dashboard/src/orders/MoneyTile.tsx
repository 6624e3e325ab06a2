import { Skeleton } from '@mantine/core';
import type { OrderStats } from '@mkt/client';
import type { ReactNode } from 'react';
import {
  type ComparedPeriod,
  courseBefore,
  growthInWords,
  spansOf,
  wholeOf,
} from '../data/stats-words.ts';
import { Money, MoneyList } from '../ui/Money.tsx';
import { Tile } from '../ui/Tiles.tsx';
import { byCurrency } from '../ui/amounts.ts';

type Amounts = OrderStats['totals']['spend'];

export const loadingFigure = (
  <Skeleton component="span" display="inline-block" height={18} width="5rem" />
);

interface Earned {
  calls: number;
  completed: number;
  revenue?: Amounts;
  spend?: Amounts;
}

interface MoneyTileProps {
  name: string;
  period: ComparedPeriod | 'any';
  /** Undefined while they load. */
  stats: { totals: Earned; data: readonly Earned[] } | undefined;
  before: { data: readonly Earned[] } | undefined;
  /** The currency that is compared; otherwise the first. */
  currency?: string | undefined;
}

/** What was earned or spent, with its trend and compared with before; other currencies, which are never added, beside it. */
export function MoneyTile(props: MoneyTileProps) {
  const { name, period, stats, before, currency } = props;
  const listOf = ({ revenue, spend }: Earned) => revenue ?? spend ?? [];
  const amounts = stats && listOf(stats.totals);
  const spans = spansOf(stats, before, period);
  const sorted = (amounts ?? []).toSorted(byCurrency);
  const first = sorted.find((money) => money.currency === currency) ?? sorted[0];
  const others = sorted.filter((money) => money !== first);
  const amountOf = (row: Earned) =>
    listOf(row).find((money) => money.currency === first?.currency)?.amount ?? 0;
  const growth =
    first && spans
      ? growthInWords(spans.now.amountIn(first.currency), spans.before.amountIn(first.currency))
      : '';
  let value: ReactNode = loadingFigure;
  if (amounts) {
    value = first ? (
      <>
        <Money {...first} />
        {others.length > 0 && (
          <small>
            {' '}
            and <MoneyList of={others} />
          </small>
        )}
      </>
    ) : (
      '–'
    );
  }
  return (
    <Tile
      name={name}
      value={value}
      note={growth && others.length > 0 ? `${first?.currency} ${growth}` : growth}
      course={wholeOf(stats?.data ?? [], period).map(amountOf)}
      before={courseBefore(stats, before, period, amountOf)}
    />
  );
}
