import { Tabs, Text } from '@mantine/core';
import { type CatalogueListing, NotFoundError } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams, useSearchParams } from 'wouter';
import { publishedListingQuery, useFailedChecks, useOtherListings } from '../../data/catalogue.ts';
import { retried } from '../../data/connection.ts';
import { shownError } from '../../data/errors.ts';
import { latestQuery } from '../../data/latest-orders.ts';
import { ORDERS } from '../../data/orders.ts';
import { profileQuery } from '../../data/sellers.ts';
import { useUser } from '../../data/session.ts';
import { useRecent } from '../../data/use-recent.ts';
import { deferred } from '../../ui/deferred.tsx';
import { FigureStrip } from '../../ui/FigureStrip.tsx';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { SearchInstead } from '../../ui/OtherListings.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { sellerName } from '../../ui/seller-name.ts';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { capitalised, formatPrice } from '../../ui/text.ts';
import { TryIt } from './TryIt.tsx';
import { Description } from './Description.tsx';
import type { HealthReportProps } from './HealthReport.tsx';
import classes from './page.module.css';
import type { ApiProps } from './Api.tsx';
import { Changes, Schemas } from './parts.tsx';
import { fewCallsInWords, figuresOf, OWN_CALLS, ownCallsOf } from './words.ts';
import { useInput } from './use-input.ts';

/** What the listing does, and who sells it. */
function ListingHead({ listing, isOwn }: { listing: CatalogueListing; isOwn: boolean }) {
  const { slug, seller, description, tags } = listing;
  return (
    <div className={classes.head}>
      {description !== null && <Description text={description} />}
      <p className={classes.line}>
        <code>{slug}</code>
        {isOwn && (
          <span>
            Your listing · <Link href={`/selling/${listing.id}`}>Manage</Link>
          </span>
        )}
        <span>
          sold by{' '}
          <Link href={`/sellers/${seller.id}`}>
            <VisibleText>{sellerName(seller)}</VisibleText>
          </Link>
        </span>
        {tags?.map((tag) => (
          <Link
            key={tag}
            href={`/catalogue?${new URLSearchParams({ tag }).toString()}`}
            className={classes.tag}
          >
            <VisibleText>{tag}</VisibleText>
          </Link>
        ))}
      </p>
    </div>
  );
}

/** What a call costs, and whether it would work now. */
const Offer = ({ listing: { price, listingState, health } }: { listing: CatalogueListing }) => (
  <div className={classes.offer}>
    <p className={classes.price}>
      {formatPrice(price)}{' '}
      {price.amount > 0 && (
        <small>
          per <VisibleText>{price.unit}</VisibleText>
        </small>
      )}
    </p>
    <p className={classes.line}>
      {listingState !== 'published' && <StateBadge state={listingState} />}
      {/* Where it was not healthy all day, that it is so now. */}
      <StateBadge
        state={
          health.status === 'healthy' && (health.uptime24h ?? 1) < 1 ? 'healthy-now' : health.status
        }
      />
      {health.checkedAt !== null && (
        <span>
          checked <RelativeTime at={health.checkedAt} />
        </span>
      )}
    </p>
  </div>
);

/** With its charts, which few visitors look at. */
const HealthReport = deferred<HealthReportProps>(retried(() => import('./HealthReport.tsx')));

/** With its programs. */
const Api = deferred<ApiProps>(retried(() => import('./Api.tsx')));

const TABS = [
  { value: 'try', label: 'Try it' },
  { value: 'api', label: 'API' },
  { value: 'schema', label: 'Schema' },
  { value: 'health', label: 'Health' },
  { value: 'changes', label: 'Changes' },
] as const;

/** The day of today changes with an hour. */
const HOUR_MS = 3_600_000;

/** As long as a search may be. */
const MOST_WORDS = 200;

const catalogueLink = <Link href="/catalogue">Catalogue</Link>;

/** In place of a listing that does not exist. */
const Instead = ({ words }: { words: string }) => (
  <SearchInstead words={words} of={useOtherListings(words)} />
);

/** A listing as buyers see it; `?tab` is the part that is open, `?order` the order to run again. */
export default function Listing() {
  const { slug } = useParams<{ slug: string }>();
  const [params, setParams] = useSearchParams();
  const { data: listing, error, refetch } = useQuery(publishedListingQuery(slug));
  useRecent(listing?.title);
  const isSignedIn = Boolean(useUser());
  const profile = useQuery({ ...profileQuery, enabled: isSignedIn });
  const latest = useQuery({ ...latestQuery(ORDERS, slug, OWN_CALLS), enabled: isSignedIn });
  const own = useMemo(() => ownCallsOf(latest.data ?? []), [latest.data]);
  const failedChecks = useFailedChecks(slug, listing?.health ?? { uptime24h: null });
  const nowMs = useNow(HOUR_MS);
  const isOwn = profile.data !== undefined && profile.data.sellerId === listing?.seller.id;
  const input = useInput(listing, params.get('order'));
  const tab = TABS.find(({ value }) => value === params.get('tab'))?.value ?? 'try';
  if (error instanceof NotFoundError) {
    return (
      <PageNotFound
        what="Listing"
        back={{ href: '/catalogue', label: 'Open the catalogue' }}
        others={<Instead words={slug.replaceAll('-', ' ').slice(0, MOST_WORDS)} />}
      >
        Its seller may have taken it off the market, or the address may be mistyped.
      </PageNotFound>
    );
  }
  if (!listing) {
    return (
      <Page title={slug} above={catalogueLink}>
        {error ? (
          <ErrorNotice
            what="The listing could not be loaded"
            error={shownError(error)}
            onRetry={() => void refetch()}
          />
        ) : (
          <PageSkeleton />
        )}
      </Page>
    );
  }
  const figures = figuresOf(listing, nowMs, failedChecks);
  const open = (value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null || value === 'try') next.delete('tab');
        else next.set('tab', value);
        return next;
      },
      { replace: true },
    );
  return (
    <Page
      title={listing.title}
      above={
        <>
          {catalogueLink}
          {listing.category !== null && (
            <>
              {' / '}
              <Link
                href={`/catalogue?${new URLSearchParams({ category: listing.category }).toString()}`}
              >
                <VisibleText>{capitalised(listing.category)}</VisibleText>
              </Link>
            </>
          )}
        </>
      }
      intro={<ListingHead listing={listing} isOwn={isOwn} />}
      actions={<Offer listing={listing} />}
    >
      {figures.length > 0 ? (
        <FigureStrip label="How well it works" figures={figures} />
      ) : (
        <Text mb="md" size="sm" c="dimmed">
          {fewCallsInWords(listing, own, nowMs, failedChecks)}
        </Text>
      )}
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List aria-label="Listing" mb="md">
          {TABS.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="try">
          <TryIt listing={listing} isOwn={isOwn} input={input} />
        </Tabs.Panel>
        <Tabs.Panel value="api">
          <Api listing={listing} input={input.text} fallback={<PageSkeleton />} />
        </Tabs.Panel>
        <Tabs.Panel value="schema">
          <Schemas contract={listing.runContract} />
        </Tabs.Panel>
        <Tabs.Panel value="health">
          <HealthReport listing={listing} own={own} isOwn={isOwn} fallback={<PageSkeleton />} />
        </Tabs.Panel>
        <Tabs.Panel value="changes">
          <Changes listing={listing} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
