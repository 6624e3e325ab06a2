import type { OrderStats, SalesStats } from '@mkt/client';
import type { ReactNode } from 'react';
import { comparison, type StatsRange, wholeOf } from '../../data/stats-words.ts';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { formatDuration, P95_MEANS } from '../../ui/text.ts';
import { CallTiles } from '../../orders/CallTiles.tsx';
import { loadingFigure as loading, MoneyTile } from '../../orders/MoneyTile.tsx';
import type { Traffic } from '../../orders/traffic-words.ts';

interface FiguresProps {
  range: StatsRange;
  /** Undefined while they load: the tiles have their size already. */
  stats: Traffic | undefined;
  before: Traffic | undefined;
  /** The list of the calls that failed. */
  failedHref?: string;
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
    <Tiles note={comparison(stats, before, range)}>
      <CallTiles {...props} period={range} />
      <Tile
        name="p95 duration"
        value={duration}
        note={p95Ms === null ? '' : P95_MEANS}
        course={wholeOf(stats?.data ?? [], range).map((each) => each.p95Ms)}
      />
      <MoneyTile name="Revenue" period={range} stats={stats} before={before} />
    </Tiles>
  );
}

interface BoughtFiguresProps extends FiguresProps {
  stats: OrderStats | undefined;
  before: OrderStats | undefined;
}

/** The key figures of what was bought. */
export const BoughtFigures = (props: BoughtFiguresProps) => (
  <Tiles note={comparison(props.stats, props.before, props.range)}>
    <CallTiles {...props} period={props.range} />
    <MoneyTile name="Spend" period={props.range} stats={props.stats} before={props.before} />
  </Tiles>
);
