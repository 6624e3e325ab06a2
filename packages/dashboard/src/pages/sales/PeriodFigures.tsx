import { Button, Group, Stack } from '@mantine/core';
import type { FailureCounts, SalesStats } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { type Period, type Shown, writeShown } from '../../data/order-filter.ts';
import {
  comparable,
  comparison,
  COUNT,
  failuresByKind,
  RANGE_STEP_MS,
  statsQuery,
  wholeOf,
} from '../../data/stats-words.ts';
import { listingStatsQuery, salesStatsQuery } from '../../data/stats.ts';
import { CallTiles } from '../../orders/CallTiles.tsx';
import { MoneyTile } from '../../orders/MoneyTile.tsx';
import { RevenueBars } from '../../orders/RevenueBars.tsx';
import { revenueGroups } from '../../orders/revenue-groups.ts';
import { TrafficCard } from '../../orders/TrafficCard.tsx';
import { Card } from '../../ui/Card.tsx';
import { downloadCsv } from '../../ui/download.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { P95_MEANS } from '../../ui/text.ts';
import classes from './page.module.css';
import {
  csvNameOf,
  durationsInWords,
  mismatchInWords,
  periodInWords,
  periodQuery,
  salesCsv,
  USUAL_PERIOD,
} from './words.ts';

/** How many calls failed, by kind; nothing if none did. */
function Failures({ failures, shown }: { failures: FailureCounts; shown: Shown }) {
  const kinds = failuresByKind(failures);
  if (kinds.length === 0) return null;
  return (
    <Card
      title="Failures"
      aside="not charged"
      foot={
        <Link
          href={`/sales?tab=calls&${writeShown({ ...shown, state: 'failed' }, USUAL_PERIOD).toString()}`}
        >
          See what failed
        </Link>
      }
    >
      <dl className={classes.failures}>
        {kinds.map(({ kind, count, title }) => (
          <div key={kind}>
            <dt>{title}</dt>
            <dd>{COUNT.format(count)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

interface SalesFiguresProps {
  period: Period;
  stats: SalesStats;
  before: SalesStats | undefined;
}

/** The key figures of a period. */
function SalesFigures({ period, stats, before }: SalesFiguresProps) {
  const { totals } = stats;
  const duration = durationsInWords(totals);
  const mismatch = mismatchInWords(totals.outputValid);
  return (
    <Tiles note={comparison(stats, before, period)}>
      <CallTiles period={period} stats={stats} before={before} />
      <Tile
        name="p95 duration"
        value={<abbr title={P95_MEANS}>{duration.p95}</abbr>}
        note={duration.note}
        course={wholeOf(stats.data, period).map(({ p95Ms }) => p95Ms)}
      />
      <MoneyTile name="Revenue" period={period} stats={stats} before={before} />
      <Tile name="Schema mismatches" value={mismatch.count} note={mismatch.note} />
    </Tiles>
  );
}

/** What each listing earned; a row narrows the page to it. */
function RevenueByListing({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const { data: stats, isError } = useQuery(listingStatsQuery(periodQuery(shown.period, nowMs)));
  return (
    <Card title="Revenue by listing">
      {isError && <p className={classes.quiet}>The revenue could not be loaded.</p>}
      {stats?.data.length === 0 && <p className={classes.quiet}>Nothing was sold.</p>}
      <div className={classes.listings}>
        <RevenueBars
          groups={revenueGroups(stats?.data ?? [])}
          hrefOf={(listing) =>
            `/sales?${writeShown({ ...shown, listing }, USUAL_PERIOD).toString()}`
          }
        />
      </div>
    </Card>
  );
}

/** What was sold in the URL's period and listing, whatever the state. */
export function PeriodFigures({ shown }: { shown: Shown }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const listing = shown.listing === undefined ? {} : { listingId: shown.listing };
  const { period } = shown;
  const stats = useQuery(salesStatsQuery({ ...periodQuery(period, nowMs), ...listing }));
  const isCompared = period !== 'any';
  const before = useQuery({
    ...salesStatsQuery({
      ...statsQuery(isCompared ? period : USUAL_PERIOD, nowMs, true),
      ...listing,
    }),
    enabled: isCompared,
  });
  // Both at once: the chart is drawn once.
  const isReady = stats.data && !(isCompared && before.isPending);
  const compared = comparable(before.data, stats.data);
  return (
    <section aria-labelledby="sales-period">
      <Stack gap="md">
        <Group justify="space-between">
          <h2 id="sales-period">In {periodInWords(period)}</h2>
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="download" />}
            disabled={!stats.data}
            onClick={() =>
              stats.data &&
              downloadCsv(csvNameOf(stats.data, shown.listing), [salesCsv(stats.data)])
            }
          >
            Download CSV
          </Button>
        </Group>
        {stats.isError && (
          <ErrorNotice
            what="The figures could not be loaded"
            error={shownError(stats.error)}
            onRetry={() => void stats.refetch()}
          />
        )}
        {!stats.isError && !isReady && <PageSkeleton />}
        {isReady && (
          <>
            <SalesFigures period={period} stats={stats.data} before={compared} />
            <div className={classes.columns}>
              <TrafficCard period={period} stats={stats.data} before={compared} hasDuration />
              <Stack gap="md">
                {shown.listing === undefined && <RevenueByListing shown={shown} />}
                <Failures failures={stats.data.totals.failures} shown={shown} />
              </Stack>
            </div>
          </>
        )}
      </Stack>
    </section>
  );
}
