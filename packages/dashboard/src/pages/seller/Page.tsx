import { NotFoundError } from '@mkt/client';
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { sellerQuery } from '../../data/sellers-data-sellers.ts';
import { shownError } from '../../data/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { ListingCard } from '../../ui/ListingCard.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import classes from './page.module.css';
import { ProfileFacts } from './ProfileFacts.tsx';

const catalogueLink = <Link href="/catalogue">Catalogue</Link>;

/** A seller as buyers see it: who it is, and what it sells. */
export default function Seller() {
  const { id } = useParams<{ id: string }>();
  const seller = useInfiniteQuery(sellerQuery(id));
  const { error } = seller;
  const [profile] = seller.data?.pages ?? [];
  if (error instanceof NotFoundError) {
    return (
      <Page title="No such seller" above={catalogueLink}>
        <EmptyState title="No one sells at this address" action={catalogueLink}>
          The address may be mistyped.
        </EmptyState>
      </Page>
    );
  }
  if (!profile) {
    return (
      <Page title="Seller" above={catalogueLink}>
        {error ? (
          <ErrorNotice
            what="The seller could not be loaded"
            error={shownError(error)}
            onRetry={() => void seller.refetch()}
          />
        ) : (
          <PageSkeleton />
        )}
      </Page>
    );
  }
  const listings = seller.data?.pages.flatMap(({ listings: { data } }) => data) ?? [];
  return (
    <Page title={profile.name} above={catalogueLink} intro={<ProfileFacts profile={profile} />}>
      {listings.length === 0 ? (
        <EmptyState title="Nothing is for sale now" action={catalogueLink}>
          This seller has no published listing.
        </EmptyState>
      ) : (
        <Stack>
          <ul className={classes.hits} aria-label="Listings">
            {listings.map((listing) => (
              <ListingCard key={listing.id} listing={listing} />
            ))}
          </ul>
          {seller.hasNextPage && (
            <Button
              variant="default"
              loading={seller.isFetchingNextPage}
              onClick={() => void seller.fetchNextPage()}
            >
              Show more
            </Button>
          )}
        </Stack>
      )}
    </Page>
  );
}
