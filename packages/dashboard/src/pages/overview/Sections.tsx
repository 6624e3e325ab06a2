import { Button, Group, Stack } from '@mantine/core';
import type {
  ApiKey,
  OrderStats,
  OrderSummary,
  OwnListing,
  SalesStats,
  SellerOrderSummary,
} from '@mkt/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link } from 'wouter';
import type { ListingName } from '../../data/listings.ts';
import {
  boughtInWords,
  comparable,
  type Courses,
  RANGE_WORDS,
  RANGES,
  type StatsRange,
} from '../../data/stats-words.ts';
import { formatMoneyList } from '../../ui/amounts.ts';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { Budgets } from './Budgets.tsx';
import { BoughtFigures, SoldFigures } from './Figures.tsx';
import { Latest } from './Latest.tsx';
import { ListingFilter, useParam } from './ListingFilter.tsx';
import { Revenue, useRevenue } from './Revenue.tsx';
import { TrafficCard } from '../../orders/TrafficCard.tsx';
import classes from './page.module.css';
import type { PeriodStats } from './use-period.ts';

interface PeriodProps<Stats> {
  range: StatsRange;
  nowMs: number;
  onRange: (range: StatsRange) => void;
  stats: PeriodStats<Stats>;
  /** Chooses the period, where the page does not do so beside its title. */
  period: ReactNode;
}

interface SoldProps extends PeriodProps<SalesStats> {
  listings: readonly OwnListing[];
  latest: UseQueryResult<readonly SellerOrderSummary[]>;
}

interface BoughtProps extends PeriodProps<OrderStats> {
  listings: ReadonlyMap<string, ListingName> | undefined;
  latest: UseQueryResult<readonly OrderSummary[]>;
  keys: readonly ApiKey[] | undefined;
  /** Whether the account sells too. */
  isSecond: boolean;
}

/** Both at once: the chart is drawn once. */
const shownOf = <Stats extends Courses>({
  range,
  stats: { now, before },
}: Pick<PeriodProps<Stats>, 'range' | 'stats'>) => ({
  range,
  stats: before.isPending ? undefined : now.data,
  before: comparable(before.data, now.data),
});

/** The calls of the period that failed, to one listing or to all. */
const failedHrefOf = (path: '/orders' | '/sales', period: StatsRange, listing?: string) =>
  `${path}?${new URLSearchParams({ state: 'failed', period, ...(listing !== undefined && { listing }) })}`;

const LEAST_LATEST = 4;

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

interface NoCallsProps {
  range: StatsRange;
  onRange: (range: StatsRange) => void;
  latest: UseQueryResult<readonly { createdAt: string }[]>;
}

/** One sentence for a period in which nothing happened, in place of dashes and flat lines. */
function NoCalls({ range, onRange, latest: { data } }: NoCallsProps) {
  const [last] = data ?? [];
  const wider = RANGES[RANGES.indexOf(range) + 1];
  return (
    <Group gap="sm" c="var(--text-2)">
      <span>
        No calls in {RANGE_WORDS[range]}.
        {last && (
          <>
            {' '}
            The last one: <RelativeTime at={last.createdAt} />.
          </>
        )}
      </span>
      {wider && (
        <Button size="xs" variant="default" onClick={() => onRange(wider)}>
          Show {RANGE_WORDS[wider].replace('the last ', '')}
        </Button>
      )}
    </Group>
  );
}

const hasNoCalls = ({ now }: PeriodStats<{ totals: { calls: number } }>) =>
  now.data?.totals.calls === 0;

/** What the listings of the account sold. */
export function Sold({ listings, latest, period, ...props }: SoldProps) {
  const { range, nowMs, stats } = props;
  const shown = shownOf(props);
  const hasCalls = !stats.now.isError && !hasNoCalls(stats);
  const [listingId] = useParam('listing');
  const failedHref = failedHrefOf('/sales', range, listingId);
  const revenue = useRevenue(range, nowMs);
  return (
    <Section
      id="sold"
      title="Sold"
      link={<Link href={`/sales?period=${range}`}>All sales</Link>}
      filter={
        <>
          {period}
          <ListingFilter label="Sold listing" param="listing" listings={listings} />
        </>
      }
    >
      {hasNoCalls(stats) && <NoCalls {...props} latest={latest} />}
      {hasCalls && (
        <>
          <SoldFigures {...shown} failedHref={failedHref} />
          <TrafficCard period={range} {...shown} hasDuration={false} failedHref={failedHref} />
        </>
      )}
      <div className={classes.columns}>
        <Revenue range={range} revenue={revenue} />
        <Latest
          title="Latest sales"
          path="/sales"
          range={range}
          nowMs={nowMs}
          // As high as what is beside it.
          rows={revenue.lines === undefined ? undefined : Math.max(LEAST_LATEST, revenue.lines)}
          orders={latest}
          names={new Map(listings.map((listing) => [listing.id, listing]))}
        />
      </div>
    </Section>
  );
}

/** So few calls have no course. */
const FEW_CALLS = 5;

/** A few calls in a line, with the last of them. */
function FewCalls({
  range,
  stats,
  listings,
  latest,
}: Pick<BoughtProps, 'range' | 'stats' | 'listings' | 'latest'>) {
  const { totals } = stats.now.data ?? {};
  const [last] = latest.data ?? [];
  if (!totals) return null;
  return (
    <p>
      {boughtInWords(totals, formatMoneyList(totals.spend), range)}.
      {latest.isError && ' The last one could not be loaded.'}
      {last && (
        <>
          {' '}
          The last one:{' '}
          <Link href={`/orders/${last.id}`}>
            <VisibleText>{listings?.get(last.listingId)?.title ?? 'a deleted listing'}</VisibleText>
          </Link>
          ,{' '}
          <span style={{ whiteSpace: 'nowrap' }}>
            <RelativeTime at={last.createdAt} />.
          </span>
        </>
      )}
    </p>
  );
}

/** What the account bought: in short, below what it sold. */
export function Bought({ listings, latest, keys, isSecond, period, ...props }: BoughtProps) {
  const { range, nowMs, stats } = props;
  const hasCalls = !stats.now.isError && !hasNoCalls(stats);
  const isFew = isSecond && hasCalls && (stats.now.data?.totals.calls ?? Infinity) <= FEW_CALLS;
  const shown = shownOf(props);
  const [listingId] = useParam('bought');
  const failedHref = failedHrefOf('/orders', range, listingId);
  return (
    <Section
      id="bought"
      title="Bought"
      link={
        <>
          <Link href={`/orders?period=${range}`}>All orders</Link>
          {/* It has whole days. */}
          {isSecond && (
            <Link href={range === '24h' ? '/usage' : `/usage?period=${range}`}>Usage</Link>
          )}
        </>
      }
      filter={
        <>
          {period}
          <ListingFilter
            label="Bought listing"
            param="bought"
            listings={[...(listings?.values() ?? [])]}
          />
        </>
      }
    >
      {hasNoCalls(stats) && <NoCalls {...props} latest={latest} />}
      {isFew && <FewCalls {...props} listings={listings} latest={latest} />}
      {hasCalls && !isFew && <BoughtFigures {...shown} failedHref={failedHref} />}
      {hasCalls && !isSecond && (
        <TrafficCard period={range} {...shown} hasDuration={false} failedHref={failedHref} />
      )}
      <div className={classes.columns}>
        {!isFew && (
          <Latest
            title="Latest orders"
            path="/orders"
            range={range}
            nowMs={nowMs}
            rows={LEAST_LATEST}
            orders={latest}
            names={listings}
          />
        )}
        <Budgets keys={keys ?? []} />
      </div>
    </Section>
  );
}
