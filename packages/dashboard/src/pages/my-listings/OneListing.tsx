import { Group, Select, Stack } from '@mantine/core';
import { NotFoundError, type OwnListing, type SalesStats } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { outagesOf, outageTimes } from '../../data/outages.ts';
import { actorInWords, historyInWords } from '../../data/change-words.ts';
import { shownError } from '../../data/errors.ts';
import { useFailedDay } from '../../data/catalogue.ts';
import { ownHistoryQuery, ownListingQuery, useChangeState } from '../../data/listings.ts';
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
import { salesStatsQuery } from '../../data/stats.ts';
import { useRecent } from '../../data/use-recent.ts';
import { CallTiles } from '../../orders/CallTiles.tsx';
import { MoneyTile } from '../../orders/MoneyTile.tsx';
import { TrafficCard } from '../../orders/TrafficCard.tsx';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { CheckList, Checks } from '../../ui/Checks.tsx';
import { withLabels } from '../../ui/check-words.ts';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { Timeline } from '../../ui/Timeline.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import {
  COUNTED_CALLS,
  formatDuration,
  P95_MEANS,
  successText,
  formatUptime,
} from '../../ui/text.ts';
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx';
import { Actions, ChangeProblem, PricePerUnit, Secret } from './parts.tsx';
import classes from './page.module.css';
import { canEdit, hasSecret } from './words.ts';

interface SalesTilesProps {
  range: StatsRange;
  stats: SalesStats;
  /** Of the period before. */
  before: SalesStats | undefined;
}

/** The key figures of a period. */
function SalesTiles({ range, stats, before }: SalesTilesProps) {
  const { p95Ms } = stats.totals;
  return (
    <Tiles note={comparison(stats, before, range)}>
      <CallTiles period={range} stats={stats} before={before} />
      <Tile
        name="p95 duration"
        value={p95Ms === null ? '–' : formatDuration(p95Ms)}
        note={p95Ms === null ? '' : P95_MEANS}
        course={wholeOf(stats.data, range).map((at) => at.p95Ms)}
      />
      <MoneyTile name="Revenue" period={range} stats={stats} before={before} />
    </Tiles>
  );
}

/** What calls to the listing amount to. */
function ListingSales({ listing: { slug, quality } }: { listing: OwnListing }) {
  const nowMs = useNow(RANGE_STEP_MS);
  const [range, setRange] = useState<StatsRange>('7d');
  const stats = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs), listingId: slug }));
  const before = useQuery(salesStatsQuery({ ...statsQuery(range, nowMs, true), listingId: slug }));
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
        <>
          <SalesTiles range={range} stats={stats.data} before={compared} />
          {quality && (
            <p className={classes.quiet}>
              Buyers see <Link href={`/listings/${slug}`}>{successText(quality)}</Link> of{' '}
              {COUNT.format(quality.calls)} calls in 7 days. Calls are counted {COUNTED_CALLS},
              without your own and those whose inputs your service refuses.
            </p>
          )}
          <TrafficCard period={range} stats={stats.data} before={compared} hasDuration={false} />
        </>
      )}
    </Stack>
  );
}

/** What decides whether a listing is published (docs/sell/listings.md#review), in a seller's words. */
const RUNNING = [
  { name: 'contract', message: 'Method, address and price are complete.' },
  { name: 'schemas', message: 'Inputs and results can be checked against their schemas.' },
  { name: 'url-policy', message: 'The address is one that buyers’ calls may go to.' },
  { name: 'reachability', message: 'The service responds.' },
  { name: 'content', message: 'Title and description say what is sold, and it may be sold.' },
].map((check) => ({ ...check, level: 'required', outcome: 'running' }));

/** Why the listing is not public, or what buyers ran into. */
function Warnings({ listing }: { listing: OwnListing }) {
  const { id, status, reviewRejectionReason: reason, reviewChecks, slowInputs } = listing;
  const { outputSchema, responseExampleJson } = listing.runContract;
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
      {canEdit(status) && outputSchema === undefined && responseExampleJson === undefined && (
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

function Review({ listing: { id, status, reviewChecks: checks } }: { listing: OwnListing }) {
  if (status === 'pending_review') {
    return (
      <Card
        title="The review is running"
        aside="a few seconds"
        flush
        foot="Once everything has passed, buyers can find the listing, and you get its signing secret here. Until then it cannot be changed."
      >
        <CheckList of={RUNNING} />
      </Card>
    );
  }
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

/** How the service responded to its health checks. */
function Health({ listing: { slug, status, health } }: { listing: OwnListing }) {
  const { checkedAt, latencyMs, uptime24h } = health;
  const [last] = outagesOf(
    useFailedDay(slug, status === 'published' ? health : { uptime24h: null }) ?? [],
  );
  return (
    <Card
      title="Health"
      foot={
        status === 'published' &&
        checkedAt !== null && (
          <Link href={`/listings/${slug}?tab=health`}>All checks of the last 7 days</Link>
        )
      }
    >
      <Facts>
        <Fact name="Now">
          <StateBadge state={health.status} />
        </Fact>
        <Fact name="Checked">{checkedAt && <RelativeTime at={checkedAt} />}</Fact>
        <Fact name="Check took">{latencyMs === null ? null : formatDuration(latencyMs)}</Fact>
        <Fact name="Uptime, 24 hours">{uptime24h === null ? null : formatUptime(uptime24h)}</Fact>
        {last && <Fact name="Last down">{outageTimes(last)}</Fact>}
      </Facts>
      {health.status === 'not_configured' && (
        <p className={classes.note}>
          With a health endpoint it is checked every 5 minutes, and you see an outage before buyers
          do.
        </p>
      )}
    </Card>
  );
}

/** The last changes, with who made them and what they meant for buyers. */
function History({ listing: { id, price } }: { listing: OwnListing }) {
  const { data: history } = useQuery(ownHistoryQuery(id));
  if (!history || history.data.length === 0) return null;
  const { data: entries } = history;
  return (
    <Card title="History" aside={history.nextCursor === null ? undefined : 'latest changes'}>
      <Timeline
        of={historyInWords(entries, price).map(({ revision, ...change }, index) => ({
          ...change,
          note: (
            <>
              {entries[index] && (
                <span>
                  <VisibleText>{actorInWords(entries[index].actor)}</VisibleText>
                </span>
              )}
              {revision !== undefined && <span>Revision {revision}</span>}
            </>
          ),
        }))}
      />
    </Card>
  );
}

/** An address that breaks after its slashes. */
function Breakable({ url }: { url: string }) {
  const parts = url.split(/(?<=[^/]\/)(?=[^/])/);
  return parts.map((part, index) => (
    <Fragment key={parts.slice(0, index).join('')}>
      <VisibleText>{part}</VisibleText>
      <wbr />
    </Fragment>
  ));
}

const listLink = <Link href="/selling">My listings</Link>;

function Details({ listing }: { listing: OwnListing }) {
  const { slug, status, price, runContract, revision, createdAt } = listing;
  return (
    <Card title="Listing">
      <Facts>
        <Fact name="State">
          <StateBadge state={status} />
        </Fact>
        <Fact name="Price">
          <PricePerUnit price={price} />
        </Fact>
        <Fact name="Address">
          <code>/listings/{slug}</code>
        </Fact>
        <Fact name="Call">
          <code>
            {runContract.method} <Breakable url={runContract.endpointPath} />
          </code>
        </Fact>
        <Fact name="Revision">{revision}</Fact>
        <Fact name="Created">
          <RelativeTime at={createdAt} />
        </Fact>
      </Facts>
    </Card>
  );
}

function LoadedListing({ listing, notice }: { listing: OwnListing; notice: ReactNode }) {
  const { id, title, status } = listing;
  const change = useChangeState(id);
  const [isArchiving, setIsArchiving] = useState(false);
  const steps = useFirstSteps(listing);
  return (
    <Page
      title={title}
      above={listLink}
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
        {!isArchiving && <ChangeProblem change={change} />}
        <div className={classes.columns}>
          <Stack>
            <Warnings listing={listing} />
            {steps.isPending ? <PageSkeleton /> : steps.isShown && <FirstSteps {...steps} />}
            {!steps.isPending && hasSecret(status) && <ListingSales listing={listing} />}
            <Review listing={listing} />
          </Stack>
          <Stack>
            <Details listing={listing} />
            {hasSecret(status) && <Health listing={listing} />}
            {/* Its first step copies the secret. */}
            {hasSecret(status) && !steps.isPending && !steps.isShown && (
              <Secret listing={listing} />
            )}
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
