import { useQuery } from '@tanstack/react-query';
import { shownError } from '../../data/errors.ts';
import { statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Figures } from './Figures.tsx';
import { Traffic } from './Sold.tsx';

/** What the listings of the account sold. */
export function Sold({ range, nowMs }: { range: StatsRange; nowMs: number }) {
  const stats = useQuery(salesStatsQuery(statsQuery(range, nowMs)));
  const before = useQuery(salesStatsQuery(statsQuery(range, nowMs, true)));
  if (stats.isError) {
    return (
      <ErrorNotice
        what="Your sales could not be loaded"
        error={shownError(stats.error)}
        onRetry={() => void stats.refetch()}
      />
    );
  }
  if (!stats.data) return <PageSkeleton />;
  return (
    <>
      <Figures range={range} stats={stats.data} before={before.data} />
      <Traffic stats={stats.data} />
    </>
  );
}
