import { Stack } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { boughtListingsQuery } from '../../data/listings.ts';
import { statsQuery, type StatsRange } from '../../data/stats-words.ts';
import { orderStatsQuery, salesStatsQuery } from '../../data/stats.ts';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { BoughtFigures, SoldFigures } from './Figures.tsx';
import { Health } from './Health.tsx';
import { ListingFilter, useParam } from './ListingFilter.tsx';
import { Revenue } from './Revenue.tsx';
import { TrafficCard } from '../../orders/TrafficCard.tsx';
import classes from './page.module.css';

interface PeriodProps {
  range: StatsRange;
  nowMs: number;
}

interface SectionProps {
  id: string;
  title: string;
  link: ReactNode;
  filter: ReactNode;
  children: ReactNode;
}

const Section = ({ id, title, link, filter, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <Stack gap="md">
      <div className={classes.title}>
        <h2 id={id}>{title}</h2>
        {link}
        <div>{filter}</div>
      </div>
      {children}
    </Stack>
  </section>
);

/** What the listings of the account sold. */
export function Sold({
  range,
  nowMs,
  listings,
}: PeriodProps & { listings: readonly OwnListing[] }) {
  const [listingId] = useParam('listing');
  const of = listingId === undefined ? {} : { listingId };
  const stats = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs), ...of }));
  const before = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs, true), ...of }));
  // Both at once: the chart is drawn once.
  const isReady = !before.isPending;
  const shown = { range, stats: isReady ? stats.data : undefined, before: before.data };
  return (
    <Section
      id="sold"
      title="Sold"
      link={<Link href="/sales">All sales</Link>}
      filter={
        <ListingFilter
          label="Sold listing"
          param="listing"
          slugs={listings.map(({ slug }) => slug)}
        />
      }
    >
      {stats.isError ? (
        <ErrorNotice
          what="Your sales could not be loaded"
          error={shownError(stats.error)}
          onRetry={() => void stats.refetch()}
        />
      ) : (
        <>
          <SoldFigures {...shown} />
          <TrafficCard period={range} {...shown} hasDuration />
        </>
      )}
      <div className={classes.columns}>
        <Revenue range={range} nowMs={nowMs} />
        <Health listings={listings} />
      </div>
    </Section>
  );
}

/** What the account bought. */
export function Bought({ range, nowMs }: PeriodProps) {
  const [listingId] = useParam('bought');
  const of = listingId === undefined ? {} : { listingId };
  const names = useQuery(boughtListingsQuery);
  const stats = useQuery(orderStatsQuery({ ...statsQuery(range, nowMs), ...of }));
  const before = useQuery(orderStatsQuery({ ...statsQuery(range, nowMs, true), ...of }));
  const isReady = !before.isPending;
  const shown = { range, stats: isReady ? stats.data : undefined, before: before.data };
  const slugs = useMemo(
    () => [...(names.data?.values() ?? [])].map(({ slug }) => slug),
    [names.data],
  );
  return (
    <Section
      id="bought"
      title="Bought"
      link={<Link href="/orders">All orders</Link>}
      filter={<ListingFilter label="Bought listing" param="bought" slugs={slugs} />}
    >
      {stats.isError ? (
        <ErrorNotice
          what="Your orders could not be loaded"
          error={shownError(stats.error)}
          onRetry={() => void stats.refetch()}
        />
      ) : (
        <>
          <BoughtFigures {...shown} />
          <TrafficCard period={range} {...shown} hasDuration={false} />
        </>
      )}
    </Section>
  );
}
