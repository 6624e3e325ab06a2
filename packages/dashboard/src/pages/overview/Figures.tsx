import { Skeleton } from '@mantine/core';
import type { OrderStats, SalesStats } from '@mkt/client';
import type { ReactNode } from 'react';
import {
  changeInWords,
  COUNT,
  growthInWords,
  shareInWords,
  type Spans,
  spansOf,
  type StatsRange,
  wholeOf,
} from '../../data/stats-words.ts';
import { Money } from '../../ui/Money.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { formatDuration, formatMoneyList } from '../../ui/text.ts';
import type { Traffic } from '../../orders/traffic-words.ts';

type Amounts = OrderStats['totals']['spend'];
type Counts = Pick<Traffic['totals'], 'completed' | 'calls'>;

const loading = <Skeleton component="span" display="inline-block" height={18} width="5rem" />;

interface FiguresProps {
  range: StatsRange;
  /** Undefined while they load: the tiles have their size already. */
  stats: Traffic | undefined;
  before: Traffic | undefined;
}

const pointsOf = ({ completed, calls }: Counts) => (calls === 0 ? null : (completed / calls) * 100);

const difference = (now: number | null | undefined, before: number | null | undefined) =>
  typeof now === 'number' && typeof before === 'number' ? now - before : null;

function CallTiles({ range, stats, before }: FiguresProps) {
  const totals = stats?.totals;
  const spans = spansOf(stats, before, range);
  const whole = wholeOf(stats?.data ?? [], range);
  return (
    <>
      <Tile
        name="Calls"
        value={totals ? COUNT.format(totals.calls) : loading}
        note={spans ? growthInWords(spans.now.calls, spans.before.calls, range) : ''}
        course={whole.map(({ calls }) => calls)}
      />
      <Tile
        name="Success rate"
        value={totals ? shareInWords(totals.completed, totals.calls) : loading}
        note={
          spans
            ? changeInWords(
                difference(pointsOf(spans.now), pointsOf(spans.before)),
                'points',
                range,
              )
            : ''
        }
        course={whole.map(pointsOf)}
      />
    </>
  );
}

interface MoneyTileProps {
  name: string;
  range: StatsRange;
  amounts: Amounts | undefined;
  spans: Spans | undefined;
  /** Of each hour or day. */
  course: readonly Amounts[];
}

/** The currency with the highest amount; the others, which are never added, in the note. */
function MoneyTile({ name, range, amounts, spans, course }: MoneyTileProps) {
  const [first, ...others] = (amounts ?? []).toSorted((a, b) => b.amount - a.amount);
  const amountIn = (list: Amounts) =>
    list.find(({ currency }) => currency === first?.currency)?.amount ?? 0;
  const growth =
    first && spans
      ? growthInWords(
          spans.now.amountIn(first.currency),
          spans.before.amountIn(first.currency),
          range,
        )
      : '';
  let value: ReactNode = loading;
  if (amounts) value = first ? <Money {...first} /> : '–';
  return (
    <Tile
      name={name}
      value={value}
      note={others.length > 0 ? `and ${formatMoneyList(others)}` : growth}
      course={wholeOf(course, range).map(amountIn)}
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
        course={wholeOf(stats?.data ?? [], range).map((each) => each.p95Ms)}
      />
      <MoneyTile
        name="Revenue"
        range={range}
        amounts={stats?.totals.revenue}
        spans={spansOf(stats, before, range)}
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
      spans={spansOf(props.stats, props.before, props.range)}
      course={props.stats?.data.map(({ spend }) => spend) ?? []}
    />
  </Tiles>
);
