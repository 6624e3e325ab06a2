import { Skeleton } from '@mantine/core';
import type { OrderStats } from '@mkt/client';
import type { ReactNode } from 'react';
import type { Period } from '../data/order-filter.ts';
import { growthInWords, type Spans, wholeOf } from '../data/stats-words.ts';
import { Money, MoneyList } from '../ui/Money.tsx';
import { Tile } from '../ui/Tiles.tsx';
import { byCurrency } from '../ui/amounts.ts';

type Amounts = OrderStats['totals']['spend'];

export const loadingFigure = (
  <Skeleton component="span" display="inline-block" height={18} width="5rem" />
);

interface MoneyTileProps {
  name: string;
  period: Period;
  /** Undefined while they load. */
  amounts: Amounts | undefined;
  spans: Spans | undefined;
  /** Of each hour or day. */
  course: readonly Amounts[];
}

/** What was earned or spent, with its trend; other currencies, which are never added, in the note. */
export function MoneyTile({ name, period, amounts, spans, course }: MoneyTileProps) {
  const [first, ...others] = (amounts ?? []).toSorted(byCurrency);
  const growth =
    first && spans && period !== 'any'
      ? growthInWords(
          spans.now.amountIn(first.currency),
          spans.before.amountIn(first.currency),
          period,
        )
      : '';
  let value: ReactNode = loadingFigure;
  if (amounts) value = first ? <Money {...first} /> : '–';
  return (
    <Tile
      name={name}
      value={value}
      note={
        others.length > 0 ? (
          <>
            and <MoneyList of={others} />
          </>
        ) : (
          growth
        )
      }
      course={wholeOf(course, period).map(
        (list) => list.find(({ currency }) => currency === first?.currency)?.amount ?? 0,
      )}
    />
  );
}
