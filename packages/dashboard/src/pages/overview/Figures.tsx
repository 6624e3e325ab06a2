import type { OrderStats, SalesStats } from '@mkt/client';
import type { ReactNode } from 'react';
import {
  changeInWords,
  COUNT,
  growthInWords,
  shareInWords,
  spansOf,
  type StatsRange,
  wholeOf,
} from '../../data/stats-words.ts';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { formatDuration } from '../../ui/text.ts';
import { loadingFigure as loading, MoneyTile } from '../../orders/MoneyTile.tsx';
import type { Traffic } from '../../orders/traffic-words.ts';

type Counts = Pick<Traffic['totals'], 'completed' | 'calls'>;

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
      <MoneyTile
        name="Revenue"
        period={range}
        amounts={stats?.totals.revenue}
        spans={spansOf(stats, before, range)}
        course={stats?.data.map(({ revenue }) => revenue) ?? []}
      />
      <CallTiles {...props} />
      <Tile
        name="Slow (p95)"
        value={duration}
        note={changeInWords(difference(p95Ms, before?.totals.p95Ms), 'ms', range)}
        course={wholeOf(stats?.data ?? [], range).map((each) => each.p95Ms)}
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
    <MoneyTile
      name="Spend"
      period={props.range}
      amounts={props.stats?.totals.spend}
      spans={spansOf(props.stats, props.before, props.range)}
      course={props.stats?.data.map(({ spend }) => spend) ?? []}
    />
    <CallTiles {...props} />
  </Tiles>
);
