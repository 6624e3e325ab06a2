import { Stack } from '@mantine/core';
import type { FailureCounts, SalesStats } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { type Shown, writeShown } from '../../data/order-filter.ts';
import { COUNT, failuresByKind, RANGE_STEP_MS, shareInWords } from '../../data/stats-words.ts';
import { listingStatsQuery, salesStatsQuery } from '../../data/stats.ts';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatMoney } from '../../ui/text.ts';
import { CallsChart } from './CallsChart.tsx';
import classes from './page.module.css';
import {
  byRevenue,
  latencyInWords,
  mismatchInWords,
  periodInWords,
  periodQuery,
  USUAL_PERIOD,
} from './words.ts';

/** How many calls failed, by kind; nothing if none did. */
function Failures({ failures }: { failures: FailureCounts }) {
  const kinds = failuresByKind(failures);
  if (kinds.length === 0) return null;
  return (
    <Card title="Failures by kind" aside="not charged">
      <Facts>
        {kinds.map(({ kind, count, words }) => (
          <Fact key={kind} name={`${COUNT.format(count)} ${count === 1 ? 'call' : 'calls'}`}>
            {words}
          </Fact>
        ))}
      </Facts>
    </Card>
  );
}

/** The key figures of a period. */
function SalesFigures({ stats: { totals, data } }: { stats: SalesStats }) {
  const { calls, completed, failed, revenue, outputValid } = totals;
  const latency = latencyInWords(totals);
  const mismatch = mismatchInWords(outputValid);
  return (
    <Tiles>
      <Tile name="Calls" value={COUNT.format(calls)} note="" course={data.map((at) => at.calls)} />
      <Tile
        name="Success rate"
        value={shareInWords(completed, calls)}
        note={failed > 0 ? `${COUNT.format(failed)} failed` : ''}
        course={data.map((at) => (at.calls === 0 ? null : at.completed / at.calls))}
      />
      <Tile
        name="Duration p50"
        value={latency.p50}
        note={latency.note}
        course={data.map(({ p50Ms }) => p50Ms)}
      />
      <Tile
        name="Revenue"
        // A line for each currency: they are never added.
        value={
          revenue.length === 0
            ? '–'
            : revenue.map((money) => <div key={money.currency}>{formatMoney(money)}</div>)
        }
        note=""
      />
      <Tile name="Schema mismatches" value={mismatch.share} note={mismatch.note} />
    </Tiles>
  );
}

/** What each listing earned; a row narrows the page to it. */
function RevenueByListing({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const { data: stats } = useQuery(listingStatsQuery(periodQuery(shown.period, nowMs)));
  const rows = byRevenue(stats?.data ?? []);
  return (
    <Card title="Revenue by listing">
      {rows.length === 0 && <p className={classes.quiet}>Nothing was sold.</p>}
      <ul className={classes.listings}>
        {rows.map(({ listingId, slug, title, calls, revenue, share }) => (
          <li key={listingId}>
            <Link
              href={`/sales?${writeShown({ ...shown, listing: slug ?? listingId }, USUAL_PERIOD).toString()}`}
            >
              <VisibleText>{title ?? listingId}</VisibleText>
            </Link>
            <span className={classes.amount}>
              {revenue.length === 0
                ? '–'
                : revenue.map((money) => <span key={money.currency}>{formatMoney(money)}</span>)}
            </span>
            <span className={classes.share} aria-hidden="true">
              <span style={{ width: `${share * 100}%` }} />
            </span>
            <span className={classes.calls}>
              {COUNT.format(calls)} {calls === 1 ? 'call' : 'calls'}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What was sold in the URL's period and listing, whatever the state. */
export function PeriodFigures({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const listing = shown.listing === undefined ? {} : { listingId: shown.listing };
  const stats = useQuery(salesStatsQuery({ ...periodQuery(shown.period, nowMs), ...listing }));
  return (
    <section aria-labelledby="sales-period">
      <Stack gap="md">
        <h2 id="sales-period" className={classes.heading}>
          In {periodInWords(shown.period)}
        </h2>
        {stats.isError && (
          <ErrorNotice
            what="The figures could not be loaded"
            error={shownError(stats.error)}
            onRetry={() => void stats.refetch()}
          />
        )}
        {stats.isPending && <PageSkeleton />}
        {stats.data && (
          <>
            <SalesFigures stats={stats.data} />
            <div className={classes.columns}>
              <CallsChart stats={stats.data} />
              <Stack gap="md">
                {shown.listing === undefined && <RevenueByListing shown={shown} />}
                <Failures failures={stats.data.totals.failures} />
              </Stack>
            </div>
          </>
        )}
      </Stack>
    </section>
  );
}
