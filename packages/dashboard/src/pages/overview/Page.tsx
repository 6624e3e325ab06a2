import { SegmentedControl, Stack } from '@mantine/core';
import type { OrderStats, OwnListing } from '@mkt/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { shownError } from '../../data/errors.ts';
import { boughtListingsQuery, ownListingsQuery } from '../../data/listings.ts';
import { RANGE_LABELS, RANGE_STEP_MS, RANGES, statsQuery } from '../../data/stats-words.ts';
import { orderStatsQuery, salesStatsQuery } from '../../data/stats.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { Attention } from './Attention.tsx';
import { SoldFigures } from './Figures.tsx';
import { FirstSteps, useFirstStepsLoaded } from './FirstSteps.tsx';
import { useParam } from './ListingFilter.tsx';
import { Bought, Sold } from './Sections.tsx';
import { TrafficCard } from '../../orders/TrafficCard.tsx';
import classes from './page.module.css';
import { attentionItems } from './words.ts';

/** What needs attention, by the last hours whatever period is shown; undefined until it is known. */
function useAttention(
  listings: readonly OwnListing[] | undefined,
  bought: OrderStats | undefined,
  nowMs: number,
) {
  const hasListings = listings !== undefined && listings.length > 0;
  const sold = useQuery({
    ...salesStatsQuery(statsQuery('24h', nowMs)),
    enabled: hasListings,
    placeholderData: keepPreviousData,
  });
  if (!listings || (hasListings && sold.isPending)) return undefined;
  return attentionItems(listings, sold.data, bought);
}

/** As the page is until it is known what was bought and sold. */
const Loading = () => (
  <Stack gap="md" aria-busy="true">
    <span role="status" className="visually-hidden">
      Loading
    </span>
    <div className={classes.title} />
    <SoldFigures range="24h" stats={undefined} before={undefined} />
    <TrafficCard period="24h" stats={undefined} before={undefined} hasDuration />
  </Stack>
);

const CHOICES = RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }));

/** What needs attention, and what was sold and bought. */
export default function Overview() {
  const [chosen, choose] = useParam('range');
  const nowMs = useNow(RANGE_STEP_MS);
  const range = RANGES.find((known) => known === chosen) ?? '24h';
  const listings = useQuery(ownListingsQuery);
  const bought = useQuery({
    ...orderStatsQuery(statsQuery('24h', nowMs)),
    placeholderData: keepPreviousData,
  });
  const everBought = useQuery(boughtListingsQuery);
  const attention = useAttention(listings.data, bought.data, nowMs);
  const areStepsLoaded = useFirstStepsLoaded(listings.data);
  const hasListings = (listings.data?.length ?? 0) > 0;
  // Orders that are still open or settled just now are in one of the two only.
  const hasBought = everBought.data?.size !== 0 || (bought.data?.totals.calls ?? 0) > 0;
  const failed = listings.isError ? listings : bought.isError ? bought : undefined;
  const isLoaded = attention && areStepsLoaded && !bought.isPending && !everBought.isPending;
  const isLoading = !failed && !isLoaded;
  return (
    <Page
      title="Overview"
      actions={
        <SegmentedControl
          aria-label="Period"
          size="xs"
          data={CHOICES}
          value={range}
          onChange={(value) => choose(value === '24h' ? undefined : value)}
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
        {isLoading && <Loading />}
        {!isLoading && listings.data && (
          <>
            <Attention items={attention ?? []} />
            <FirstSteps listings={listings.data} />
            {hasListings && <Sold range={range} nowMs={nowMs} listings={listings.data} />}
            {hasBought && <Bought range={range} nowMs={nowMs} />}
          </>
        )}
      </Stack>
    </Page>
  );
}
