import { NotFoundError } from '@mkt/client';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'wouter';
import { providerQuery } from '../../data/listings.ts';
import { shownError } from '../../data/errors.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { EditListing } from './Page.tsx';
import { whyClosed } from './saving-words.ts';

const listLink = <Link href="/selling">My listings</Link>;

function EditPage({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(providerQuery(id));
  const [opened, setOpened] = useState(data);
  // The form keeps its initial values, whatever happens to the listing in the meantime.
  if (data && (!opened || whyClosed(opened.status) !== undefined) && data !== opened) {
    setOpened(data);
  }
  if (error instanceof NotFoundError) {
    return (
      <Page title="No such listing" above={listLink}>
        <EmptyState title="You have no listing at this address" action={listLink}>
          It may have been deleted, or belong to another account.
        </EmptyState>
      </Page>
    );
  }
  if (!opened) {
    return (
      <Page title="Edit listing" above={listLink}>
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
  const closed = whyClosed(opened.status);
  return (
    <Page
      title={`Edit ${opened.title}`}
      above={<Link href={`/selling/${opened.id}`}>{opened.slug}</Link>}
    >
      {closed === undefined ? (
        <EditListing provider={opened} />
      ) : (
        <EmptyState
          title="It cannot be changed now"
          action={
            <Button component={Link} href={`/selling/${opened.id}`} variant="default">
              Back to the listing
            </Button>
          }
        >
          {closed}
        </EmptyState>
      )}
    </Page>
  );
}

/** Changes a listing of the account in the browser. */
export default function EditListingPage() {
  const { id } = useParams<{ id: string }>();
  return <EditPage key={id} id={id} />;
}
