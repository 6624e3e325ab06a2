import { Select, Stack } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import {
  keepPreviousData,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { use, useState } from 'react';
import { popularListingsQuery, useDown } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { apiKeysQuery } from '../../data/keys.ts';
import { latestQuery } from '../../data/latest-orders.ts';
import { boughtListingsQuery, ownListingsQuery } from '../../data/listings.ts';
import { ORDERS, SALES } from '../../data/orders.ts';
import {
  RANGE_NAMES,
  RANGE_STEP_MS,
  RANGES,
  statsQuery,
  type StatsRange,
} from '../../data/stats-words.ts';
import { listingStatsQuery, orderStatsQuery, salesStatsQuery } from '../../data/stats.ts';
import { useUser } from '../../data/session.ts';
import { webhooksQuery } from '../../data/webhooks.ts';
import { TrafficCard } from '../../orders/TrafficCard.tsx';
import { PopularListings } from '../../ui/ListingCard.tsx';
import { ConnectionLost, ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { Attention } from './Attention.tsx';
import { SoldFigures } from './Figures.tsx';
import { FirstSteps, OtherSide, useFirstSteps } from './FirstSteps.tsx';
import { useParam } from './ListingFilter.tsx';
import classes from './page.module.css';
import { Bought, Sold } from './Sections.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { useLastOutages } from './use-last-outages.ts';
import { keptRange, useBought, useSold } from './use-period.ts';
import { attentionItems, downOf } from './words.ts';

/** Whether it is known, or known that it cannot be loaded. */
const isSettled = ({ isPending, fetchStatus }: UseQueryResult) =>
  !isPending || fetchStatus === 'idle';

/** No event announces that a webhook fails. */
const WEBHOOKS_EVERY_MS = 60_000;

/** What needs attention, by the last hours whatever period is shown. */
function useAttention(listings: readonly OwnListing[] | undefined, nowMs: number) {
  const today = statsQuery('24h', nowMs);
  const enabled = listings !== undefined && listings.length > 0;
  const placeholderData = keepPreviousData;
  const sold = useQuery({ ...salesStatsQuery(today), enabled, placeholderData });
  const sales = useQuery({
    ...listingStatsQuery(statsQuery('7d', nowMs)),
    enabled,
    placeholderData,
  });
  const bought = useQuery({ ...orderStatsQuery(today), placeholderData });
  const webhooks = useQuery({ ...webhooksQuery, refetchInterval: WEBHOOKS_EVERY_MS });
  const keys = useQuery(apiKeysQuery);
  const outages = useLastOutages(downOf(listings ?? []));
  return {
    items: attentionItems(
      {
        listings: listings ?? [],
        outages: outages.last,
        sold: sold.data?.data,
        sales: sales.data?.data,
        bought: bought.data?.data,
        webhooks: webhooks.data ?? [],
        keys: keys.data ?? [],
      },
      nowMs,
    ),
    bought,
    keys: keys.data,
    queries: [sold, sales, bought, webhooks, keys, ...outages.queries],
    /** What no other part of the page says. */
    unknown: [
      { what: 'Your webhooks could not be checked', query: webhooks },
      { what: 'Your API keys could not be checked', query: keys },
    ],
  };
}

/** As the page is until it is known what was bought and sold. */
function Loading({ range }: { range: StatsRange }) {
  if (use(ConnectionLost)) return <PageSkeleton />;
  return (
    <Stack gap="md" aria-busy="true">
      <span role="status" className="visually-hidden">
        Loading
      </span>
      <div className={classes.title} />
      <SoldFigures range={range} stats={undefined} before={undefined} />
      <TrafficCard period={range} stats={undefined} before={undefined} hasDuration={false} />
    </Stack>
  );
}

interface Part {
  what: string;
  query: UseQueryResult;
}

const isLoadedIn = (parts: readonly Part[]) => parts.some(({ query }) => query.data !== undefined);

/** What could not be loaded: several parts usually fail for one reason, which is said once. */
function Failed({ parts }: { parts: readonly Part[] }) {
  const client = useQueryClient();
  const failed = parts.filter(({ query }) => query.isError);
  const [first] = failed;
  if (!first) return null;
  const whole = isLoadedIn(parts) ? 'Parts of the overview' : 'The overview';
  return (
    <ErrorNotice
      what={failed.length === 1 ? first.what : `${whole} could not be loaded`}
      error={shownError(first.query.error)}
      // Also what has no notice of its own, such as the latest orders.
      onRetry={() =>
        void client.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error',
        })
      }
    />
  );
}

/** What is said to someone who has done nothing yet. */
function Welcome() {
  const user = useUser();
  return (
    <>
      Welcome{user && ', '}
      {user && <VisibleText>{user.name}</VisibleText>}. Make your first call, or your first sale:
      each takes three steps.
    </>
  );
}

/** Where someone begins who has neither bought nor sold. */
const POPULAR = 3;

/**
 * What needs attention, and what was sold and bought. Its parts fail by themselves; what they show is
 * requested here, once: a part that is shown only after it failed would request it again.
 */
export default function Overview() {
  const [chosen, choose] = useParam('range');
  const [soldId] = useParam('listing');
  const [boughtId] = useParam('bought');
  const nowMs = useNow(RANGE_STEP_MS);
  const [kept] = useState(() => keptRange.get());
  const range = RANGES.find((known) => known === chosen) ?? kept;
  const show = (value: StatsRange) => {
    keptRange.set(value);
    choose(value);
  };
  const listings = useQuery(ownListingsQuery);
  const hasListings = (listings.data?.length ?? 0) > 0;
  const attention = useAttention(listings.data, nowMs);
  const everBought = useQuery(boughtListingsQuery);
  const sold = useSold({ range, nowMs, listingId: soldId }, hasListings);
  const bought = useBought({ range, nowMs, listingId: boughtId });
  const soldOnce = useQuery({ ...latestQuery(SALES), enabled: hasListings });
  const latestSold = useQuery({ ...latestQuery(SALES, soldId), enabled: hasListings });
  const latestBought = useQuery(latestQuery(ORDERS, boughtId));
  const isSold = soldOnce.data && soldOnce.data.length > 0;
  const steps = useFirstSteps(listings.data, everBought.data, isSold);
  // Orders that are still open or settled just now are in one of the two only.
  const { data: today, isError } = attention.bought;
  const hasBought = isError || everBought.data?.size !== 0 || (today?.totals.calls ?? 0) > 0;
  const isNew = !hasBought && !hasListings && !listings.isError;
  const popular = useQuery({ ...popularListingsQuery, enabled: isNew });
  const toBegin = isNew ? popular.data?.slice(0, POPULAR) : undefined;
  const down = useDown(toBegin);
  // Once: what is requested again is already on the page.
  const [isLoaded, setLoaded] = useState(false);
  const needed = [listings, everBought, ...attention.queries, ...steps.queries, soldOnce];
  if (!isLoaded && needed.every(isSettled)) setLoaded(true);
  const parts = [
    { what: 'Your listings could not be loaded', query: listings },
    { what: 'Your sales could not be loaded', query: sold.now },
    { what: 'Your orders could not be loaded', query: bought.now },
    steps.failed,
    ...attention.unknown,
  ];
  const isPhone = useIsPhone();
  const period = (
    <Select
      aria-label="Period"
      {...(isPhone ? { size: 'xs' } : { w: '9.5rem' })}
      data={RANGE_NAMES}
      value={range}
      allowDeselect={false}
      onChange={(next) => next && show(next)}
    />
  );
  // On a phone it is beside what it is about, in one line with the choice of a listing.
  const periodBelow = isPhone ? period : undefined;
  return (
    <Page
      title="Overview"
      intro={isLoaded && isNew && steps.open.length > 0 && <Welcome />}
      actions={!isPhone && !(isLoaded && isNew) && period}
    >
      <Stack gap="xl">
        {isLoaded ? (
          <>
            <Attention items={attention.items} />
            <Failed parts={parts} />
            <FirstSteps steps={steps} />
            {toBegin && toBegin.length > 0 && <PopularListings listings={toBegin} down={down} />}
            {listings.data && hasListings && (
              <Sold
                range={range}
                nowMs={nowMs}
                stats={sold}
                latest={latestSold}
                listings={listings.data}
                period={periodBelow}
                onRange={show}
              />
            )}
            {hasBought && isLoadedIn(parts) && (
              <Bought
                range={range}
                nowMs={nowMs}
                stats={bought}
                latest={latestBought}
                listings={everBought.data}
                keys={attention.keys}
                isSecond={hasListings}
                period={hasListings ? undefined : periodBelow}
                onRange={show}
              />
            )}
            <OtherSide steps={steps} />
          </>
        ) : (
          <Loading range={range} />
        )}
      </Stack>
    </Page>
  );
}
