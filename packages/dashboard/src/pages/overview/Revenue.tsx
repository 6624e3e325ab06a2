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

/** What each listing earned, the highest first. */
export function Revenue({ range, nowMs }: { range: StatsRange; nowMs: number }) {
  const { data, isPending, isError } = useQuery(listingStatsQuery(statsQuery(range, nowMs)));
  const all = revenueGroups(data?.data ?? []);
  const groups = all.filter(({ currency }) => currency !== '');
  const free = all
    .filter(({ currency }) => currency === '')
    .flatMap(({ rows }) => rows)
    .reduce((sum, { calls }) => sum + calls, 0);
  const shown = groups.map((group) => ({ ...group, rows: group.rows.slice(0, SHOWN) }));
  const count = (of: typeof groups) => of.reduce((sum, { rows }) => sum + rows.length, 0);
  const rest = count(groups) - count(shown);
  return (
    <Card title="Revenue by listing">
      {isPending && <Skeleton height={LOADING_PX} />}
      {isError && <p className={classes.dim}>The revenue could not be loaded.</p>}
      {data && groups.length === 0 && (
        <p className={classes.dim}>Nothing was earned in {RANGE_WORDS[range]}.</p>
      )}
      <RevenueBars
        groups={shown}
        hrefOf={(listing) => `/sales?${new URLSearchParams({ listing, period: range })}`}
      />
      {groups.length > 0 && free > 0 && (
        <p className={classes.rest}>
          {COUNT.format(free)} {free === 1 ? 'call' : 'calls'} of other listings earned nothing.
        </p>
      )}
      {rest > 0 && (
        <p className={classes.rest}>
          <Link href={`/selling?period=${range}`}>{COUNT.format(rest)} more</Link>
        </p>
      )}
    </Card>
  );
}
