import { SegmentedControl, Stack } from '@mantine/core';
import { NotFoundError, type OwnListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { ownHistoryQuery, ownListingQuery, useChangeState } from '../../data/listings.ts';
import {
  COUNT,
  RANGE_LABELS,
  RANGE_STEP_MS,
  RANGE_WORDS,
  RANGES,
  shareInWords,
  statsQuery,
  type StatsRange,
} from '../../data/stats-words.ts';
import { salesStatsQuery } from '../../data/stats.ts';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { PageNotFound } from '../../ui/NotFound.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';
import { Page, PageSkeleton } from '../../ui/Page.tsx';
import { RelativeTime, useNow } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { Tile, Tiles } from '../../ui/Tiles.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatDuration, formatMoney } from '../../ui/text.ts';
import { FirstSteps, useFirstSteps } from './FirstSteps.tsx';
import { Actions, ChangeProblem, PricePerUnit, Secret } from './parts.tsx';
import classes from './page.module.css';
import { changeInWords, hasSecret, VERDICTS } from './words.ts';

const CHOICES = RANGES.map((value) => ({ value, label: RANGE_LABELS[value] }));

/** What calls to the listing amount to. */
function ListingSales({ slug }: { slug: string }) {
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

const WITHOUT_CHECKS: Readonly<Partial<Record<OwnListing['status'], string>>> = {
  draft: 'A draft is reviewed when you submit it.',
  pending_review: 'The review is running. It takes a few seconds.',
};

/** Why the listing is not public, or what buyers ran into. */
function Warnings({ listing }: { listing: OwnListing }) {
  const { status, reviewRejectionReason: reason, reviewChecks, slowInputs } = listing;
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
              <VisibleText>{reason}</VisibleText>
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
    </>
  );
}

const Review = ({ listing: { status, reviewChecks: checks } }: { listing: OwnListing }) => (
  <Card title="Review" flush={checks.length > 0}>
    {checks.length > 0 ? (
      <Checks of={checks} />
    ) : (
      <p className={classes.quiet}>{WITHOUT_CHECKS[status] ?? 'There has been no review.'}</p>
    )}
  </Card>
);

/** How the service responded to its health checks. */
function Health({ listing: { slug, status, health } }: { listing: OwnListing }) {
  const { checkedAt, latencyMs, uptime24h } = health;
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
        <Fact name="Duration">{latencyMs === null ? null : formatDuration(latencyMs)}</Fact>
        <Fact name="Last 24 h">
          {uptime24h === null ? null : `${shareInWords(uptime24h, 1)} healthy`}
        </Fact>
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
function History({ id }: { id: string }) {
  const { data: history } = useQuery(ownHistoryQuery(id));
  if (!history || history.data.length === 0) return null;
  return (
    <Card title="History" aside={history.nextCursor === null ? undefined : 'the last changes'}>
      <ol className={classes.history}>
        {history.data.map((entry) => {
          const { revision, at, verdict } = entry;
          return (
            <li key={`${revision} ${at}`} data-verdict={verdict}>
              <span>
                Revision {revision} <RelativeTime at={at} />
              </span>
              {verdict !== 'same' && <span className={classes.verdict}>{VERDICTS[verdict]}</span>}
              <span className={classes.dim}>
                <VisibleText>{changeInWords(entry)}</VisibleText>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
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
        <Fact name="Public page">
          {hasSecret(status) ? (
            <Link href={`/listings/${slug}`}>/listings/{slug}</Link>
          ) : (
            <code>/listings/{slug}</code>
          )}
        </Fact>
        <Fact name="Call">
          <code>
            {runContract.method} <VisibleText>{runContract.endpointPath}</VisibleText>
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
  const { id, slug, title, status } = listing;
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
            {!steps.isPending && hasSecret(status) && <ListingSales slug={slug} />}
            <Review listing={listing} />
          </Stack>
          <Stack>
            <Details listing={listing} />
            {hasSecret(status) && <Health listing={listing} />}
            {hasSecret(status) && <Secret listing={listing} />}
            <History id={id} />
          </Stack>
        </div>
      </Stack>
    </Page>
  );
}

/** One of the account's listings: what it sold, its review, its health and its secret. */
export function OneListing({ id }: { id: string }) {
  const { data: listing, error, refetch } = useQuery(ownListingQuery(id));
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
