import { Box, Group, Select, Stack } from '@mantine/core';
import { type HealthProbe, NotFoundError, type OwnListing, type SalesStats } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import {
  downInWords,
  lastDayOf,
  outageTimes,
  recentOutages,
  timeDown,
} from '../../data/outages.ts';
import { retried } from '../../data/connection.ts';
import { shownError } from '../../data/errors.ts';
import { publishedHealthQuery } from '../../data/catalogue.ts';
import { healthBars } from '../../data/health.ts';
import { ownListingQuery, useChangeState } from '../../data/listings.ts';
import {
  comparable,
  comparison,
  COUNT,
  RANGE_NAMES,
  RANGE_STEP_MS,
  statsQuery,
  type StatsRange,
  wholeOf,
} from '../../data/stats-words.ts';
import { salesBeforeQuery } from '../../data/stats-before.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { useRecent } from '../../data/use-recent.ts';
import { CallTiles } from '../../orders/CallTiles.tsx';
import { MoneyTile } from '../../orders/MoneyTile.tsx';
import { TrafficCard } from '../../orders/TrafficCard.tsx';
import { HealthBars } from '../../orders/HealthBars.tsx';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { withLabels } from '../../ui/check-words.ts';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { BreakableUrl, VisibleText } from '../../ui/VisibleText.tsx';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { deferred } from '../../ui/deferred.tsx';
import { callsText, COUNTING, FEW_CALLS, formatDuration, P95_MEANS } from '../../ui/text.ts';
import type { FirstStepsProps } from './FirstSteps.tsx';
import type { HistoryProps } from './History.tsx';
import { Actions, ChangeProblem, PricePerUnit } from './parts.tsx';
import classes from './page.module.css';
import type { SecretProps } from './Secret.tsx';
import { useFirstSteps } from './use-first-steps.ts';
import { canEdit, hasSecret } from './words.ts';

// What a look at the figures does not need.
const later = retried(() => import('./later.ts'));
const Secret = deferred<SecretProps>(async () => ({ default: (await later()).Secret }));
const FirstSteps = deferred<FirstStepsProps>(async () => ({ default: (await later()).FirstSteps }));
const History = deferred<HistoryProps>(async () => ({ default: (await later()).History }));
const ReviewRunning = deferred<object>(async () => ({ default: (await later()).ReviewRunning }));

interface SalesTilesProps {
  range: StatsRange;
  stats: SalesStats;
  /** Of the period before. */
  before: SalesStats | undefined;
  quality: OwnListing['quality'];
}

/** What buyers see of the same week: not every call is counted for them. */
const seenByBuyers = (quality: NonNullable<OwnListing['quality']>) => (
  <Link href={COUNTING}>Buyers see {callsText(quality)}</Link>
);

/** The key figures of a period. */
function SalesTiles({ range, stats, before, quality }: SalesTilesProps) {
  const { calls, p50Ms, p95Ms } = stats.totals;
  const isFew = calls > 0 && calls < FEW_CALLS;
  // Of one call the median is its duration.
  const [name, ms, means] = isFew
    ? [calls === 1 ? 'Duration' : 'Median duration', p50Ms, calls === 1 ? '1 call' : 'Few calls']
    : ['p95 duration', p95Ms, P95_MEANS];
  return (
    <Tiles note={comparison(stats, before, range)}>
      <CallTiles
        period={range}
        stats={stats}
        before={before}
        isFew={isFew}
        successNote={range === '7d' && quality && seenByBuyers(quality)}
      />
      <Tile
        name={name}
        value={ms === null ? '–' : formatDuration(ms)}
        note={ms === null ? '' : means}
        course={isFew ? [] : wholeOf(stats.data, range).map((at) => at.p95Ms)}
      />
      <MoneyTile name="Revenue" period={range} stats={stats} before={before} />
    </Tiles>
  );
}

interface ListingSalesProps {
  listing: OwnListing;
  /** What is between the figures and the chart. */
  children: ReactNode;
}

/** What calls to the listing amount to. */
function ListingSales({ listing: { slug, quality }, children }: ListingSalesProps) {
  const nowMs = useNow(RANGE_STEP_MS);
  const [range, setRange] = useState<StatsRange>('7d');
  const stats = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs), listingId: slug }));
  const before = useQuery(salesBeforeQuery({ range, nowMs, listingId: slug }));
  const compared = comparable(before.data, stats.data);
  return (
    <Stack>
      <Group justify="space-between">
        <Link href={`/sales?tab=calls&listing=${slug}`}>All calls to this listing</Link>
        <Select
          aria-label="Period"
          size="xs"
          w="9rem"
          data={RANGE_NAMES}
          value={range}
          allowDeselect={false}
          onChange={(next) => next && setRange(next)}
        />
      </Group>
      {stats.isPending && <PageSkeleton />}
      {stats.isError && (
        <ErrorNotice
          what="The figures could not be loaded"
          error={shownError(stats.error)}
          onRetry={() => void stats.refetch()}
        />
      )}
      {stats.data && (
        <SalesTiles range={range} stats={stats.data} before={compared} quality={quality} />
      )}
      {children}
      {stats.data && (
        <TrafficCard period={range} stats={stats.data} before={compared} hasDuration={false} />
      )}
    </Stack>
  );
}

/** Whether its seller should show what a call returns; one that was flagged has something to mend first. */
const lacksResult = ({ status, runContract }: OwnListing): boolean =>
  canEdit(status) &&
  status !== 'flagged' &&
  runContract.outputSchema === undefined &&
  runContract.responseExampleJson === undefined;

/** Why the listing is not public, or what buyers ran into. */
function Warnings({ listing }: { listing: OwnListing }) {
  const { id, status, reviewRejectionReason: reason, reviewChecks, slowInputs } = listing;
  const isToldBelow = reviewChecks.some(
    ({ level, outcome }) => level === 'required' && outcome === 'failed',
  );
  return (
    <>
      {reason !== null && (
        <Notice
          tone={status === 'flagged' ? 'bad' : 'warn'}
          title={
            status === 'flagged'
              ? 'The review flagged this listing'
              : 'The marketplace paused this listing'
          }
        >
          <p>
            {status === 'flagged' && isToldBelow ? (
              'Buyers cannot see it. Fix what failed below, then submit it again.'
            ) : (
              <VisibleText>{withLabels(reason)}</VisibleText>
            )}
          </p>
        </Notice>
      )}
      {slowInputs > 0 && (
        <Notice tone="warn" title="Inputs took too long to check">
          <p>
            Buyers sent {slowInputs} {slowInputs === 1 ? 'input' : 'inputs'} that could not be
            checked against the input schema within half a second. They were refused, and your
            service was not called. A simpler schema, or limits on lengths and counts, would help.
          </p>
        </Notice>
      )}
      {lacksResult(listing) && (
        <Notice tone="info" title="Buyers cannot see what they would get">
          <p>
            Until there is a response example or an output schema, the listing’s page shows no
            result before a call.{' '}
            <Link href={`/selling/${id}/edit?field=Response+example`}>Add a response example</Link>
          </p>
        </Notice>
      )}
    </>
  );
}

/** The checks of the review, without what a warning asks for already. */
const shownChecks = (listing: OwnListing) =>
  listing.reviewChecks.filter(
    ({ name, outcome }) => !(name === 'examples' && outcome === 'skipped' && lacksResult(listing)),
  );

function Review({ listing }: { listing: OwnListing }) {
  const { id, status } = listing;
  const checks = shownChecks(listing);
  if (status === 'pending_review') return <ReviewRunning fallback={<PageSkeleton />} />;
  return (
    <Card title="Review" flush={checks.length > 0}>
      {checks.length > 0 ? (
        <Checks of={checks} form={canEdit(status) ? `/selling/${id}/edit` : undefined} />
      ) : (
        <p className={classes.quiet}>
          {status === 'draft'
            ? 'A draft is reviewed when you submit it.'
            : 'There has been no review.'}
        </p>
      )}
    </Card>
  );
}

/** The checks, the newest first; none of a listing that buyers cannot see. */
function useChecks({ slug, status, health }: OwnListing): readonly HealthProbe[] {
  const enabled = status === 'published' && health.uptime24h !== null;
  const { data } = useQuery({ ...publishedHealthQuery(slug), enabled });
  return (enabled && data?.history) || [];
}

interface CheckedProps {
  listing: OwnListing;
  checks: readonly HealthProbe[];
}

/** How the service responded to its health checks. */
function Health({ listing, checks }: CheckedProps) {
  const nowMs = useNow(RANGE_STEP_MS);
  const { slug, status, health } = listing;
  const { checkedAt, latencyMs } = health;
  const day = lastDayOf(checks);
  const healthy = day.filter((probe) => probe.healthy).length;
  const bars = healthBars(day, nowMs, 1, 1);
  return (
    <Card
      title="Health"
      aside={
        <Group>
          <StateBadge state={health.status} />
        </Group>
      }
      foot={
        status === 'published' &&
        checkedAt !== null && (
          <Link href={`/listings/${slug}?tab=health`}>Health as buyers see it</Link>
        )
      }
    >
      {day.length > 0 && (
        <Box mb="sm">
          <HealthBars
            bars={bars}
            outages={recentOutages(checks)}
            nowMs={nowMs}
            label="Health checks of the last 24 hours"
          />
          <Group justify="space-between" fz="xs" c="dimmed" aria-hidden="true">
            <span>24 hours ago</span>
            {bars.some(({ checked }) => checked < 1) && <span>Grey: not checked</span>}
            <span>Now</span>
          </Group>
        </Box>
      )}
      <Facts>
        {day.length > 0 && (
          <Fact name="24 hours">
            {COUNT.format(healthy)} of {COUNT.format(day.length)} checks succeeded
          </Fact>
        )}
        <Fact name="Last check">
          {checkedAt && (
            <>
              <RelativeTime at={checkedAt} begins />
              {latencyMs !== null && `, took ${formatDuration(latencyMs)}`}
            </>
          )}
        </Fact>
      </Facts>
      {health.status === 'not_configured' && (
        <p className={classes.quiet}>
          With a health endpoint it is checked every 5 minutes, and you see an outage before buyers
          do.
        </p>
      )}
    </Card>
  );
}

/** Under the title: whether it is for sale, for how much, and whether it is or was down today. */
function Summary({ listing, checks }: CheckedProps) {
  const { status, price, health } = listing;
  const nowMs = useNow(RANGE_STEP_MS);
  const outages = recentOutages(checks);
  const [last] = outages;
  const isDown = health.status === 'unhealthy';
  return (
    <Group gap="xs" fz="sm">
      <StateBadge state={status} />
      <PricePerUnit price={price} />
      {status === 'published' && isDown && (
        <>
          <StateBadge state="unhealthy" />
          {last && last.toMs === undefined && <span>down {outageTimes(last, nowMs)}</span>}
        </>
      )}
      {last?.toMs !== undefined && !isDown && (
        <span className={classes.dim}>
          {outages.length === 1
            ? `${timeDown(outages)} down ${outageTimes(last, nowMs)}`
            : `${downInWords(outages, nowMs)} in ${outages.length} outages`}
          , healthy now
        </span>
      )}
    </Group>
  );
}

const listLink = <Link href="/selling">My listings</Link>;

function Details({ listing }: { listing: OwnListing }) {
  const { slug, runContract, revision, createdAt } = listing;
  return (
    <Card title="Listing">
      <Facts>
        <Fact name="Address">
          <code>/listings/{slug}</code>
        </Fact>
        <Fact name="Method">
          <code>{runContract.method}</code>
        </Fact>
        <Fact name="Endpoint">
          <code>
            <BreakableUrl>{runContract.endpointPath}</BreakableUrl>
          </code>
        </Fact>
        <Fact name="Revision">{revision}</Fact>
        <Fact name="Created">
          <RelativeTime at={createdAt} begins />
        </Fact>
      </Facts>
    </Card>
  );
}

/** What the form has just saved, in words: said once, and not again after a reload. */
function useSaved(): string | undefined {
  const [saved] = useState(useHistoryState<{ saved?: string } | null>()?.saved);
  useEffect(() => {
    if (saved !== undefined) history.replaceState(null, '');
  }, [saved]);
  return saved;
}

function LoadedListing({ listing, notice }: { listing: OwnListing; notice: ReactNode }) {
  const { id, title, status } = listing;
  const change = useChangeState(id);
  const [isArchiving, setIsArchiving] = useState(false);
  const steps = useFirstSteps(listing);
  const checks = useChecks(listing);
  const saved = useSaved();
  const isPhone = useIsPhone();
  const review = <Review listing={listing} />;
  const health = hasSecret(status) && <Health listing={listing} checks={checks} />;
  // On a phone it is before what takes more room.
  const isBetween = isPhone && !steps.isPending;
  const hasAdvice = shownChecks(listing).some(({ outcome }) => outcome !== 'passed');
  // On a phone, advice comes before the figures.
  const isReviewFirst = !hasSecret(status) || (isPhone && hasAdvice);
  return (
    <Page
      title={title}
      above={listLink}
      intro={<Summary listing={listing} checks={checks} />}
      actions={
        <Actions
          listing={listing}
          change={change}
          isArchiving={isArchiving}
          setIsArchiving={setIsArchiving}
        />
      }
    >
      <Stack>
        {notice}
        {saved !== undefined && (
          <Notice tone="ok" title={<VisibleText>{`Saved: ${saved}`}</VisibleText>} />
        )}
        {!isArchiving && <ChangeProblem change={change} />}
        <div className={classes.columns}>
          <Stack>
            <Warnings listing={listing} />
            {steps.isPending ? (
              <PageSkeleton />
            ) : (
              steps.isShown && <FirstSteps {...steps} fallback={<PageSkeleton />} />
            )}
            {isReviewFirst && review}
            {!steps.isPending && hasSecret(status) && (
              <ListingSales listing={listing}>{isBetween && health}</ListingSales>
            )}
          </Stack>
          {/* On a phone it is between them. */}
          <Stack className={classes.side}>
            {!isBetween && health}
            <Details listing={listing} />
            {/* Its first step copies the secret. */}
            {hasSecret(status) && !steps.isPending && !steps.isShown && (
              <Secret listing={listing} />
            )}
          </Stack>
          <Stack>
            {!isReviewFirst && review}
            <History listing={listing} />
          </Stack>
        </div>
      </Stack>
    </Page>
  );
}

/** One of the account's listings: what it sold, its review, its health and its secret. */
export function OneListing({ id }: { id: string }) {
  const { data: listing, error, refetch } = useQuery(ownListingQuery(id));
  useRecent(listing?.title);
  if (error instanceof NotFoundError) {
    return (
      <PageNotFound what="Listing" back={{ href: '/selling', label: 'Back to my listings' }}>
        It may have been deleted, or belong to another account.
      </PageNotFound>
    );
  }
  const notice = error && (
    <ErrorNotice
      what={listing ? 'The listing could not be refreshed' : 'The listing could not be loaded'}
      error={shownError(error)}
      onRetry={() => void refetch()}
    />
  );
  if (listing) return <LoadedListing listing={listing} notice={notice} />;
  return (
    <Page title="Listing" above={listLink}>
      {notice ?? <PageSkeleton />}
    </Page>
  );
}
