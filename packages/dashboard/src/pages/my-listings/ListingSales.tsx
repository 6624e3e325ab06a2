import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { COUNT, RANGE_WORDS, shareInWords } from '../../data/range-words.ts';
import { shownError } from '../../data/errors.ts';
import { RANGE_STEP_MS, RANGES, statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { Card } from '../../ui/Card.tsx';
import { formatDuration } from '../../ui/duration.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { formatMoney } from '../../ui/text.ts';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Tile, Tiles } from '../../ui/Tiles-ui-Tiles.tsx';

const CHOICES = RANGES.map((value) => ({ value, label: value }));

/** What calls to the listing amount to. */
export function ListingSales({ slug }: { slug: string }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const [range, setRange] = useState<StatsRange>('7d');
  const stats = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs), listingId: slug }));
  const { totals, data = [] } = stats.data ?? {};
  return (
    <Card
      title="Calls"
      aside={
        <SegmentedControl
          aria-label="Period"
          size="xs"
          data={CHOICES}
          value={range}
          onChange={setRange}
        />
      }
      foot={<Link href={`/sales?listing=${slug}`}>All calls to this listing</Link>}
    >
      {stats.isPending && <PageSkeleton />}
      {stats.isError && (
        <ErrorNotice
          what="The figures could not be loaded"
          error={shownError(stats.error)}
          onRetry={() => void stats.refetch()}
        />
      )}
      {totals && (
        <Tiles>
          <Tile
            name="Calls"
            value={COUNT.format(totals.calls)}
            note={`in ${RANGE_WORDS[range]}`}
            course={data.map(({ calls }) => calls)}
          />
          <Tile
            name="Success rate"
            value={shareInWords(totals.completed, totals.calls)}
            note={totals.failed > 0 ? `${COUNT.format(totals.failed)} failed` : ''}
            course={data.map(({ calls, completed }) => (calls === 0 ? null : completed / calls))}
          />
          <Tile
            name="Duration p95"
            value={totals.p95Ms === null ? '–' : formatDuration(totals.p95Ms)}
            note=""
            course={data.map(({ p95Ms }) => p95Ms)}
          />
          <Tile
            name="Revenue"
            // A line for each currency: they are never added.
            value={
              totals.revenue.length === 0
                ? '–'
                : totals.revenue.map((money) => (
                    <div key={money.currency}>{formatMoney(money)}</div>
                  ))
            }
            note=""
          />
        </Tiles>
      )}
    </Card>
  );
}
