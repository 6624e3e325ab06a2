import { NotFoundError, type OwnListing } from '@mkt/client';
import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { providerQuery } from '../../data/providers.ts';
import { shownError } from '../../data/shown-error.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { ChangeState } from './ChangeState.tsx';
import { ListingSales } from './ListingSales.tsx';
import { PricePerUnit } from './PricePerUnit.tsx';
import { Review } from './Review.tsx';
import { Secret } from './Secret.tsx';
import { hasSecret } from './possible-changes.ts';

const listLink = <Link href="/selling">My listings</Link>;

function Details({ provider }: { provider: OwnListing }) {
  const { slug, status, price, runContract, health, revision, createdAt } = provider;
  const isPublic = status === 'published' || status === 'paused';
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
          {isPublic ? (
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
        <Fact name="Health">
          <StateBadge state={health.status} />
        </Fact>
        <Fact name="Revision">{revision}</Fact>
        <Fact name="Created">
          <RelativeTime at={createdAt} />
        </Fact>
      </Facts>
    </Card>
  );
}

/** One of the account's listings: its state, its review and its secret. */
export function OwnListing({ id }: { id: string }) {
  const { data: provider, error, refetch } = useQuery(providerQuery(id));
  if (error instanceof NotFoundError) {
    return (
      <Page title="No such listing" above={listLink}>
        <EmptyState title="You have no listing at this address" action={listLink}>
          It may have been deleted, or belong to another account.
        </EmptyState>
      </Page>
    );
  }
  const notice = error && (
    <ErrorNotice
      what={provider ? 'The listing could not be refreshed' : 'The listing could not be loaded'}
      error={shownError(error)}
      onRetry={() => void refetch()}
    />
  );
  if (!provider) {
    return (
      <Page title="Listing" above={listLink}>
        {notice ?? <PageSkeleton />}
      </Page>
    );
  }
  return (
    <Page title={provider.title} above={listLink}>
      <Stack>
        {notice}
        <ChangeState provider={provider} />
        <Details provider={provider} />
        {hasSecret(provider.status) && <ListingSales slug={provider.slug} />}
        <Review provider={provider} />
        {hasSecret(provider.status) && <Secret provider={provider} />}
      </Stack>
    </Page>
  );
}
