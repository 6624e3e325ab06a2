import type { OwnListing } from '@mkt/client';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { providersQuery } from '../../data/providers.ts';
import { shownError } from '../../data/shown-error.ts';
import { DataTable, type Column } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Page } from '../../ui/Page.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { PricePerUnit } from './PricePerUnit.tsx';

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
export function ListingList() {
  const { data, error, refetch, hasNextPage, isFetching, fetchNextPage } =
    useInfiniteQuery(providersQuery);
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
