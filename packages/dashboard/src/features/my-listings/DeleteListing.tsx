import type { OwnListing } from '@mkt/client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useDeleteProvider } from '../../data/providers.ts';
import { shownError } from '../../data/shown-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';

/** Deletes a listing that was never published, after asking. */
export function DeleteListing({ provider: { id, slug } }: { provider: OwnListing }) {
  const [isAsking, setIsAsking] = useState(false);
  const [, navigate] = useLocation();
  const remove = useDeleteProvider(id);
  const close = () => {
    remove.reset();
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Delete ${slug}?`}
        confirm="Delete"
        isPending={remove.isPending}
        error={
          remove.error && (
            <ErrorNotice what="The listing was not deleted" error={shownError(remove.error)} />
          )
        }
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => navigate('/selling') })}
        onClose={close}
      >
        <p>What you typed is lost, and this cannot be undone.</p>
      </ConfirmDialog>
    </>
  );
}
