import { SegmentedControl, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { ownListingsQuery } from '../../data/own-listings.ts';
import { shownError } from '../../data/errors.ts';
import { RANGE_STEP_MS, RANGES, statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { orderStatsQuery } from '../../data/stats.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Attention } from './Attention.tsx';
import { Bought } from './Bought.tsx';
import { HealthList } from './HealthList.tsx';
import { FirstSteps } from './FirstSteps.tsx';
import { Sold } from './Sold-overview-Sold.tsx';

const LABELS: Readonly<Record<StatsRange, string>> = { '24h': '24 h', '7d': '7 d', '30d': '30 d' };
const CHOICES = RANGES.map((value) => ({ value, label: LABELS[value] }));

/** What needs attention, and what was sold and bought. */
export default function Overview() {
  const [params, setParams] = useSearchParams();
  const nowMs = useNow(RANGE_STEP_MS);
  const range = RANGES.find((known) => known === params.get('range')) ?? '24h';
  const listings = useQuery(ownListingsQuery);
  const bought = useQuery(orderStatsQuery(statsQuery(range, nowMs)));
  const hasListings = (listings.data?.length ?? 0) > 0;
  const isNew = listings.data?.length === 0 && bought.data?.totals.calls === 0;
  const failed = listings.isError ? listings : bought.isError ? bought : undefined;
  return (
    <Page
      title="Overview"
      actions={
        <SegmentedControl
          aria-label="Period"
          size="xs"
          data={CHOICES}
          value={range}
          onChange={(value) => setParams(value === '24h' ? {} : { range: value })}
        />
      }
    >
      <Stack gap="xl">
        {failed && (
          <ErrorNotice
            what="The overview could not be loaded"
            error={shownError(failed.error)}
            onRetry={() => void failed.refetch()}
          />
        )}
        {(listings.isPending || bought.isPending) && !failed && <PageSkeleton />}
        {listings.data && <Attention listings={listings.data} nowMs={nowMs} />}
        {isNew && <FirstSteps />}
        {hasListings && <Sold range={range} nowMs={nowMs} />}
        {listings.data && hasListings && <HealthList listings={listings.data} />}
        {bought.data && !isNew && <Bought range={range} stats={bought.data} />}
      </Stack>
    </Page>
  );
}
