import { Skeleton } from '@mantine/core';
import type { OrderStats, SalesStats } from '@mkt/client';
import type { ReactNode } from 'react';
import {
  changeInWords,
  COUNT,
  growthInWords,
  shareInWords,
  type StatsRange,
} from '../../data/stats-words.ts';
import { Money } from '../../ui/Money.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { formatDuration, formatMoneyList } from '../../ui/text.ts';
import type { Traffic } from '../../orders/traffic-words.ts';

type Amounts = OrderStats['totals']['spend'];
type Counts = Traffic['totals'];

const loading = <Skeleton component="span" display="inline-block" height={18} width="5rem" />;

interface FiguresProps {
  range: StatsRange;
  /** Undefined while they load: the tiles have their size already. */
  stats: Traffic | undefined;
  before: Traffic | undefined;
}

const pointsOf = ({ completed, calls }: Pick<Counts, 'completed' | 'calls'>) =>
  calls === 0 ? null : (completed / calls) * 100;

const difference = (now: number | null | undefined, before: number | null | undefined) =>
  typeof now === 'number' && typeof before === 'number' ? now - before : null;

function CallTiles({ range, stats, before }: FiguresProps) {
  const totals = stats?.totals;
  const then = before?.totals;
  return (
    <>
      <Tile
        name="Calls"
        value={totals ? COUNT.format(totals.calls) : loading}
        note={totals && then ? growthInWords(totals.calls, then.calls, range) : ''}
        course={stats?.data.map(({ calls }) => calls) ?? []}
      />
      <Tile
        name="Success rate"
        value={totals ? shareInWords(totals.completed, totals.calls) : loading}
        note={
          totals && then
            ? changeInWords(difference(pointsOf(totals), pointsOf(then)), 'points', range)
            : ''
        }
        course={stats?.data.map(pointsOf) ?? []}
      />
    </>
  );
}

interface MoneyTileProps {
  name: string;
  range: StatsRange;
  amounts: Amounts | undefined;
  before: Amounts | undefined;
  course: readonly Amounts[];
}

/** The currency with the highest amount; the others, which are never added, in the note. */
function MoneyTile({ name, range, amounts, before, course }: MoneyTileProps) {
  const [first, ...others] = (amounts ?? []).toSorted((a, b) => b.amount - a.amount);
  const amountIn = (list: Amounts) =>
    list.find(({ currency }) => currency === first?.currency)?.amount ?? 0;
  const growth = first && before ? growthInWords(first.amount, amountIn(before), range) : '';
  let value: ReactNode = loading;
  if (amounts) value = first ? <Money {...first} /> : '–';
  return (
    <Tile
      name={name}
      value={value}
      note={others.length > 0 ? `and ${formatMoneyList(others)}` : growth}
      course={course.map(amountIn)}
    />
  );
}

interface SoldFiguresProps extends FiguresProps {
  stats: SalesStats | undefined;
  before: SalesStats | undefined;
}

/** The key figures of what was sold, each with its trend and a comparison with the period before. */
export function SoldFigures(props: SoldFiguresProps) {
  const { range, stats, before } = props;
  const p95Ms = stats?.totals.p95Ms;
  let duration: ReactNode = loading;
  if (p95Ms !== undefined) duration = p95Ms === null ? '–' : formatDuration(p95Ms);
  return (
    <Tiles>
      <CallTiles {...props} />
      <Tile
        name="Slow (p95)"
        value={duration}
        note={changeInWords(difference(p95Ms, before?.totals.p95Ms), 'ms', range)}
        course={stats?.data.map((each) => each.p95Ms) ?? []}
      />
      <MoneyTile
        name="Revenue"
        range={range}
        amounts={stats?.totals.revenue}
        before={before?.totals.revenue}
        course={stats?.data.map(({ revenue }) => revenue) ?? []}
      />
    </Tiles>
  );
}

interface BoughtFiguresProps extends FiguresProps {
  stats: OrderStats | undefined;
  before: OrderStats | undefined;
}

/** The key figures of what was bought. */
export const BoughtFigures = (props: BoughtFiguresProps) => (
  <Tiles>
    <CallTiles {...props} />
    <MoneyTile
      name="Spend"
      range={props.range}
      amounts={props.stats?.totals.spend}
      before={props.before?.totals.spend}
      course={props.stats?.data.map(({ spend }) => spend) ?? []}
    />
  </Tiles>
);
