import { Button, Group, Select, Text, TextInput } from '@mantine/core';
import type { ListingCounts, OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { useFailedChecks } from '../../data/catalogue.ts';
import { shownError } from '../../data/errors.ts';
import { ownListingsQuery } from '../../data/listings.ts';
import { downInWords, outageTimes, recentOutages, timeDown } from '../../data/outages.ts';
import {
  COUNT,
  RANGE_NAMES,
  RANGE_STEP_MS,
  RANGE_WORDS,
  RANGES,
  shareInWords,
  statsQuery,
} from '../../data/stats-words.ts';
import { useProfile } from '../../data/sellers.ts';
import { listingStatsQuery } from '../../data/stats.ts';
import { type Column, DataTable, PhoneEntry, RowLink } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Money } from '../../ui/Money.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { isUnnamed, UNNAMED } from '../../ui/seller-name.ts';
import { upperFirst } from '../../ui/text.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { reasonOf } from '../../ui/review-reason.ts';
import { OneListing } from './OneListing.tsx';
import { PricePerUnit } from './parts.tsx';
import classes from './page.module.css';
import {
  isMatch,
  type ListFilter,
  type ListSort,
  readFilter,
  readSort,
  sorted,
  SORTS,
  STATES,
} from './words.ts';

interface Row extends OwnListing {
  /** In the period; `undefined` while they are loading. */
  counts: Pick<ListingCounts, 'calls' | 'completed' | 'revenue'> | undefined;
}

const NOTHING: Row['counts'] = { calls: 0, completed: 0, revenue: [] };

const successOf = ({ counts }: Row) =>
  counts === undefined ? '…' : shareInWords(counts.completed, counts.calls);

/** `98.7% of 76 calls`. */
const callsInWords = ({ calls, completed }: NonNullable<Row['counts']>) =>
  calls === 0
    ? 'No calls'
    : `${shareInWords(completed, calls)} of ${COUNT.format(calls)} ${calls === 1 ? 'call' : 'calls'}`;

/** A line for each currency: they are never added. */
const revenueOf = ({ counts }: Row) => {
  if (counts === undefined) return '…';
  if (counts.revenue.length === 0) return '–';
  return counts.revenue.map((money) => (
    <div key={money.currency}>
      <Money {...money} />
    </div>
  ));
};

/** Its state, and its health if that is or was such that buyers notice. */
function States({ listing: { status, health } }: { listing: OwnListing }) {
  const wasDown = (health.uptime24h ?? 1) < 1;
  return (
    <>
      <StateBadge state={status} />
      {status === 'published' && health.status === 'unhealthy' && <StateBadge state="unhealthy" />}
      {status === 'published' && health.status === 'healthy' && wasDown && (
        <StateBadge state="healthy-now" />
      )}
    </>
  );
}

/** Why it is not for sale, if its seller did not choose that. */
function Reason({ listing }: { listing: OwnListing }) {
  const reason = reasonOf(listing);
  return (
    reason !== undefined && (
      <Text size="sm" c="dimmed" lineClamp={3}>
        <VisibleText>{reason}</VisibleText>
      </Text>
    )
  );
}

const UNSEEN = { uptime24h: null };

/** Why it is not known whether it was down; nothing if it is. */
function whyUnknown({ status, health }: Row): string | undefined {
  if (status !== 'published') return '–';
  if (health.status === 'not_configured') return 'No health check';
  return health.uptime24h === null ? 'Not checked yet' : undefined;
}

/** Its outages of the last day: only of what buyers see there are checks to read. */
const useOutages = ({ slug, status, health }: Row) =>
  recentOutages(useFailedChecks(slug, status === 'published' ? health : UNSEEN) ?? []);

/** How long it was down in the last day, and below it when: loud only as long as it is. */
function Down({ row }: { row: Row }) {
  const { health } = row;
  const nowMs = useNow(RANGE_STEP_MS);
  const outages = useOutages(row);
  const [last] = outages;
  const why = whyUnknown(row);
  if (why !== undefined) return <span className={classes.dim}>{why}</span>;
  if (health.status === 'unhealthy') {
    return (
      <div className={classes.down}>
        <Text span inherit c="var(--warn-fg)">
          <Icon name="warn" /> Down now
        </Text>
        {last && last.toMs === undefined && <span>{upperFirst(outageTimes(last, nowMs))}</span>}
      </div>
    );
  }
  if (!last) return <span className={classes.dim}>{health.uptime24h === 1 ? 'None' : '…'}</span>;
  return (
    <div className={classes.down}>
      {timeDown(outages)}
      <span>
        {outages.length === 1
          ? upperFirst(outageTimes(last, nowMs))
          : `In ${outages.length} outages`}
      </span>
    </div>
  );
}

/** The same on a phone, in a line that says what it is about. */
function DownLine({ row }: { row: Row }) {
  const words = downInWords(useOutages(row), useNow(RANGE_STEP_MS));
  return words !== '' && <Text size="sm">{upperFirst(words)}</Text>;
}

const named = ({ slug, price }: OwnListing) => (
  <Group gap="0 var(--sp-2)" className={classes.dim}>
    <code>{slug}</code>
    <PricePerUnit price={price} />
  </Group>
);

const titleLink = ({ id, title }: OwnListing) => (
  // By its id, because a slug may be "new".
  <RowLink href={`/selling/${id}`}>
    <VisibleText>{title}</VisibleText>
  </RowLink>
);

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Listing',
    width: 'minmax(8rem, 1.25fr)',
    cell: (listing) => (
      <>
        {titleLink(listing)}
        {named(listing)}
      </>
    ),
  },
  {
    head: 'State',
    width: 'minmax(7rem, 1fr)',
    cell: (listing) => (
      <div className={classes.states}>
        <States listing={listing} />
        <Reason listing={listing} />
      </div>
    ),
  },
  {
    head: 'Down, 24 hours',
    width: 'minmax(9.5rem, 1fr)',
    cell: (row) => <Down row={row} />,
  },
  {
    head: 'Calls',
    width: '4.5rem',
    align: 'end',
    cell: ({ counts }) => (counts ? COUNT.format(counts.calls) : '…'),
  },
  { head: 'Success', width: '4.5rem', align: 'end', cell: successOf },
  { head: 'Revenue', width: 'minmax(5.5rem, 9%)', align: 'end', cell: revenueOf },
];

const renderEntry = (row: Row) => (
  <PhoneEntry
    title={titleLink(row)}
    end={row.counts?.revenue.length !== 0 && revenueOf(row)}
    state={<States listing={row} />}
    stateEnd={row.counts && callsInWords(row.counts)}
    note={
      <>
        <span className={classes.dim}>
          <PricePerUnit price={row.price} />
        </span>
        <Reason listing={row} />
        <DownLine row={row} />
      </>
    }
  />
);

const idOf = ({ id }: OwnListing) => id;

const newListingButton = (
  <Button component={Link} href="/selling/new" leftSection={<Icon name="plus" />}>
    New listing
  </Button>
);

const noListings = (
  <EmptyState title="No listings yet" action={newListingButton} command="npx mkt init my-service">
    Sell a service that you already run, or start a new one from a template in the terminal.
  </EmptyState>
);

/** Asks a seller without a name for one. Below the list, because it arrives later. */
function NameNudge() {
  const { data: profile } = useProfile();
  if (!profile || !isUnnamed({ id: profile.sellerId, name: profile.name })) return null;
  return (
    <Notice tone="mute" title="Give your seller profile a name">
      <p>
        Buyers see “{UNNAMED}” beside your listings. <Link href="/account#profile">Name it</Link>
      </p>
    </Notice>
  );
}

/** Every listing with what it sold in the period; the order stays while only figures change. */
function useRows(filter: ListFilter, period: (typeof RANGES)[number], sort: ListSort) {
  const nowMs = useNow(RANGE_STEP_MS);
  const listings = useQuery(ownListingsQuery);
  const stats = useQuery(listingStatsQuery(statsQuery(period, nowMs)));
  const { data } = listings;
  const counts = useMemo(
    () => new Map(stats.data?.data.map((each) => [each.listingId, each])),
    [stats.data],
  );
  const known = stats.data !== undefined || stats.isError;
  const states = data?.map(({ id, status, health }) => `${id} ${status} ${health.status}`).join();
  const key = `${sort} ${period} ${known} ${states}`;
  const [order, setOrder] = useState<{ key: string; ids: readonly string[] }>();
  if (data && order?.key !== key) {
    setOrder({ key, ids: sorted(data, counts, sort).map(({ id }) => id) });
  }
  const rows = useMemo(() => {
    const byId = new Map(data?.map((listing) => [listing.id, listing]));
    const shown = (order?.ids ?? []).flatMap((id) => {
      const listing = byId.get(id);
      return listing && isMatch(filter, listing) ? [listing] : [];
    });
    return shown.map((listing): Row => {
      const none = stats.data ? NOTHING : undefined;
      return { ...listing, counts: counts.get(listing.id) ?? none };
    });
  }, [data, order, filter, counts, stats.data]);
  return { listings, stats, rows: data && known ? rows : undefined };
}

/** Everything that the account sells, in any state: what needs its seller first. */
function ListingList() {
  const [params, setParams] = useSearchParams();
  const query = params.toString();
  const filter = useMemo(() => readFilter(new URLSearchParams(query)), [query]);
  const sort = readSort(params);
  const period = RANGES.find((each) => each === params.get('period')) ?? '7d';
  const { listings, stats, rows } = useRows(filter, period, sort);
  // On a phone.
  const [isOpen, setOpen] = useState(false);
  const count = ['state', 'sort', 'period'].filter((name) => params.has(name)).length;
  const set = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true },
    );
  const { data, error } = listings;
  // Until it is known: what is above the list must not come after it.
  const hasListings = data ? data.length > 0 : !error;
  return (
    <Page
      title="My listings"
      intro={`Your listings and what they sold over ${RANGE_WORDS[period]}.`}
      actions={hasListings && newListingButton}
    >
      {error && (
        <ErrorNotice
          what="Your listings could not be loaded"
          error={shownError(error)}
          onRetry={() => void listings.refetch()}
        >
          They stay for sale; only this list is missing.
        </ErrorNotice>
      )}
      {stats.isError && (
        <ErrorNotice
          what="The figures could not be loaded"
          error={shownError(stats.error)}
          onRetry={() => void stats.refetch()}
        />
      )}
      {hasListings && (
        <search className={classes.filters} data-open={isOpen}>
          <TextInput
            className={classes.search}
            aria-label="Search your listings"
            type="search"
            size="xs"
            placeholder="Search listings"
            value={filter.text}
            onChange={({ currentTarget }) => set('q', currentTarget.value)}
          />
          <Button
            className={classes.toggle}
            size="xs"
            variant="default"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {count === 0 ? 'Filters' : `Filters (${count})`}
          </Button>
          <Select
            className={classes.state}
            aria-label="State"
            size="xs"
            data={STATES}
            value={filter.state ?? null}
            placeholder="All states"
            clearable
            onChange={(state) => set('state', state)}
          />
          <Select
            className={classes.state}
            aria-label="Sort"
            size="xs"
            data={SORTS}
            value={sort}
            allowDeselect={false}
            onChange={(next) => set('sort', next === 'attention' ? null : next)}
          />
          <Select
            className={classes.state}
            aria-label="Period"
            size="xs"
            data={RANGE_NAMES}
            value={period}
            allowDeselect={false}
            onChange={(next) => set('period', next === '7d' ? null : next)}
          />
        </search>
      )}
      {(rows || !error) && (
        <DataTable
          label="Your listings"
          columns={COLUMNS}
          rows={rows}
          rowKey={idOf}
          renderEntry={renderEntry}
          empty={
            hasListings ? (
              <EmptyState
                title="No listings found"
                action={
                  <Button variant="default" onClick={() => setParams({})}>
                    Show all listings
                  </Button>
                }
              >
                None of your listings matches these filters.
              </EmptyState>
            ) : (
              noListings
            )
          }
        />
      )}
      {rows && hasListings && (
        <div className={classes.nudge}>
          <NameNudge />
        </div>
      )}
    </Page>
  );
}

/** What the account sells, or one of its listings. */
export default function MyListings() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <ListingList /> : <OneListing key={id} id={id} />;
}
