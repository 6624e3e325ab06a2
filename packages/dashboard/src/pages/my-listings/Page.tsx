import { Button } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { listingPagesQuery } from '../../data/listings.ts';
import { type Column, DataTable, RowLink } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { OneListing } from './OneListing.tsx';
import { PricePerUnit } from './parts.tsx';

const COLUMNS: readonly Column<OwnListing>[] = [
  {
    head: 'Listing',
    cell: ({ id, title }) => (
      // By its id, because a slug may be "new".
      <RowLink href={`/selling/${id}`}>
        <VisibleText>{title}</VisibleText>
      </RowLink>
    ),
    onPhone: 'only',
  },
  { head: 'State', width: '8rem', cell: ({ status }) => <StateBadge state={status} /> },
  { head: 'Slug', cell: ({ slug }) => <code>{slug}</code>, onPhone: 'never' },
  { head: 'Health', width: '9rem', cell: ({ health }) => <StateBadge state={health.status} /> },
  { head: 'Changed', width: '7rem', cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
  {
    head: 'Price',
    width: '9rem',
    align: 'end',
    cell: ({ price }) => <PricePerUnit price={price} />,
  },
];

const idOf = ({ id }: OwnListing) => id;

const newListingButton = (
  <Button component={Link} href="/selling/new" leftSection={<Icon name="plus" />}>
    New listing
  </Button>
);

/** Everything that the account sells, in any state. */
function ListingList() {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } =
    useInfiniteQuery(listingPagesQuery);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.data), [data]);
  return (
    <Page
      title="My listings"
      intro="Services that you sell, newest first."
      actions={rows && rows.length > 0 && newListingButton}
    >
      {error && (
        <ErrorNotice
          what="Your listings could not be loaded"
          error={shownError(error)}
          onRetry={() => void refetch()}
        >
          They stay for sale; only this list is missing.
        </ErrorNotice>
      )}
      {(rows || !error) && (
        <DataTable
          label="Your listings, newest first"
          columns={COLUMNS}
          rows={rows}
          rowKey={idOf}
          onEnd={() => {
            if (hasNextPage && !isFetching) void fetchNextPage();
          }}
          empty={
            <EmptyState
              title="No listings yet"
              action={newListingButton}
              command="npx mkt init my-service"
            >
              Sell a service that you already run, or start a new one from a template in the
              terminal.
            </EmptyState>
          }
        />
      )}
    </Page>
  );
}

/** What the account sells, or one of its listings. */
export default function MyListings() {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <ListingList /> : <OneListing key={id} id={id} />;
}
