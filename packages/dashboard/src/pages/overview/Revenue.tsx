import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { COUNT, RANGE_WORDS, statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { listingStatsQuery } from '../../data/stats.ts';
import { RevenueBars } from '../../orders/RevenueBars.tsx';
import { revenueGroups } from '../../orders/revenue-groups.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './page.module.css';

const SHOWN = 5;
const LOADING_PX = 80;

/** What each listing earned, the highest first, and how many lines that takes. */
export function useRevenue(range: StatsRange, nowMs: number) {
  const query = useQuery(listingStatsQuery(statsQuery(range, nowMs)));
  const all = revenueGroups(query.data?.data ?? []);
  const groups = all.map((group) => ({ ...group, rows: group.rows.slice(0, SHOWN) }));
  const rest = all.flatMap(({ rows }) => rows.slice(SHOWN));
  const titles = groups.length > 1 ? groups.length : 0;
  const lines = groups.flatMap(({ rows }) => rows).length + titles + Math.min(rest.length, 1);
  return { query, groups, rest, lines: query.isPending ? undefined : lines };
}

interface RevenueProps {
  range: StatsRange;
  revenue: ReturnType<typeof useRevenue>;
}

export function Revenue({ range, revenue: { query, groups, rest } }: RevenueProps) {
  const { data, isPending, isError } = query;
  const calls = rest.reduce((sum, row) => sum + row.calls, 0);
  return (
    <Card title="Revenue by listing">
      {isPending && <Skeleton height={LOADING_PX} />}
      {isError && <p className={classes.dim}>The revenue could not be loaded.</p>}
      {data && groups.every(({ currency }) => currency === '') && (
        <p className={classes.dim}>Nothing was earned in {RANGE_WORDS[range]}.</p>
      )}
      <RevenueBars
        groups={groups}
        hrefOf={(listing) => `/sales?${new URLSearchParams({ listing, period: range })}`}
      />
      {rest.length > 0 && (
        <p className={classes.rest}>
          <Link href={`/selling?period=${range}`}>{COUNT.format(rest.length)} more</Link>,{' '}
          {COUNT.format(calls)} {calls === 1 ? 'call' : 'calls'}
        </p>
      )}
    </Card>
  );
}
