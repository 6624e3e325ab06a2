import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { COUNT, RANGE_WORDS, statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { listingStatsQuery } from '../../data/stats.ts';
import { BarList, BarRow } from '../../ui/BarList.tsx';
import { Card } from '../../ui/Card.tsx';
import { Money } from '../../ui/Money.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { revenueRows } from './words.ts';

const SHOWN = 5;
const LOADING_PX = 80;

/** What each listing earned, the highest first. */
export function Revenue({ range, nowMs }: { range: StatsRange; nowMs: number }) {
  const { data, isPending, isError } = useQuery(listingStatsQuery(statsQuery(range, nowMs)));
  const rows = revenueRows(data?.data ?? []);
  const rest = rows.length - SHOWN;
  return (
    <Card title="Revenue by listing">
      {isPending && <Skeleton height={LOADING_PX} />}
      {isError && <p className={classes.dim}>The revenue could not be loaded.</p>}
      {data && rows.length === 0 && (
        <p className={classes.dim}>Nothing was earned in {RANGE_WORDS[range]}.</p>
      )}
      <BarList>
        {rows.slice(0, SHOWN).map(({ listingId, slug, title, calls, money, share }) => (
          <BarRow
            key={`${listingId} ${money.currency}`}
            name={
              <Link
                href={`/sales?${new URLSearchParams({ listing: slug ?? listingId, period: range })}`}
              >
                <VisibleText>{title ?? 'A deleted listing'}</VisibleText>
              </Link>
            }
            note={`${COUNT.format(calls)} ${calls === 1 ? 'call' : 'calls'}`}
            figure={<Money {...money} />}
            share={share}
          />
        ))}
      </BarList>
      {rest > 0 && (
        <p className={classes.rest}>
          <Link href="/selling">{COUNT.format(rest)} more</Link>
        </p>
      )}
    </Card>
  );
}
