import { Stack } from '@mantine/core';
import type { FailureCounts, SalesStats } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { shownError } from '../../data/errors.ts';
import type { Shown } from '../../data/order-filter.ts';
import {
  COUNT,
  failuresByKind,
  figuresRange,
  RANGE_STEP_MS,
  RANGE_WORDS,
  shareInWords,
  statsQuery,
} from '../../data/stats-words.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { formatMoney } from '../../ui/text.ts';
import { latencyInWords, mismatchInWords } from './words.ts';

/** How many calls failed, by kind; nothing if none did. */
function Failures({ failures }: { failures: FailureCounts }) {
  const kinds = failuresByKind(failures);
  if (kinds.length === 0) return null;
  return (
    <Card title="Failures by kind" aside="not charged">
      <Facts>
        {kinds.map(({ kind, count, words }) => (
          <Fact key={kind} name={COUNT.format(count)}>
            {words} <code>{kind}</code>
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
      <Tile name="Did not match outputSchema" value={mismatch.share} note={mismatch.note} />
    </Tiles>
  );
}

/** What was sold in the URL's period and listing, whatever the state. */
export function PeriodFigures({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const range = figuresRange(shown.period);
  const listing = shown.listing === undefined ? {} : { listingId: shown.listing };
  const stats = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs), ...listing }));
  return (
    <section aria-labelledby="sales-period">
      <Stack gap="md">
        <h2 id="sales-period">In {RANGE_WORDS[range]}</h2>
        {stats.isError && (
          <ErrorNotice
            what="The figures could not be loaded"
            error={shownError(stats.error)}
            onRetry={() => void stats.refetch()}
          />
        )}
        {stats.isPending && <PageSkeleton />}
        {stats.data && <SalesFigures stats={stats.data} />}
        {stats.data && <Failures failures={stats.data.totals.failures} />}
      </Stack>
    </section>
  );
}
