import type { OwnListing } from '@mkt/client';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useChangeState, type StateChange } from '../../data/providers.ts';
import { shownError } from '../../data/shown-error.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { DeleteListing } from './DeleteListing.tsx';
import { canDelete, canEdit, stateChanges } from './possible-changes.ts';

const BUTTONS: Readonly<Record<StateChange, { label: string; icon: IconName; failed: string }>> = {
  submit: { label: 'Submit for review', icon: 'run', failed: 'The listing was not submitted' },
  pause: { label: 'Pause', icon: 'pause', failed: 'The listing was not paused' },
  resume: { label: 'Resume', icon: 'run', failed: 'The listing was not resumed' },
  archive: { label: 'Archive', icon: 'archive', failed: 'The listing was not archived' },
};

/** Buttons for what can be done with a listing in its state. */
export function ChangeState({ provider }: { provider: OwnListing }) {
  const { id, slug, status } = provider;
  const change = useChangeState(id);
  const [isAsking, setIsAsking] = useState(false);
  const changes = stateChanges(status);
  const error = change.error && (
    <ErrorNotice
      what={change.variables ? BUTTONS[change.variables].failed : undefined}
      error={shownError(change.error)}
    />
  );
  const close = () => {
    change.reset();
    setIsAsking(false);
  };
  return (
    <>
      {(changes.length > 0 || canEdit(status)) && (
        <Group gap="xs">
          {changes.map((name) => (
            <Button
              key={name}
              variant={name === 'submit' || name === 'resume' ? 'filled' : 'default'}
              leftSection={<Icon name={BUTTONS[name].icon} />}
              loading={change.isPending && change.variables === name}
              disabled={change.isPending}
              onClick={() => (name === 'archive' ? setIsAsking(true) : change.mutate(name))}
            >
              {BUTTONS[name].label}
            </Button>
          ))}
          {canEdit(status) && (
            <Button
              component={Link}
              href={`/selling/${id}/edit`}
              variant="default"
              leftSection={<Icon name="edit" />}
            >
              Edit
            </Button>
          )}
          {canDelete(status) && <DeleteListing provider={provider} />}
        </Group>
      )}
      {!isAsking && error}
      <ConfirmDialog
        opened={isAsking}
        title={`Archive ${slug}?`}
        confirm="Archive"
        typed={slug}
        isPending={change.isPending}
        error={error}
        onConfirm={() => change.mutate('archive', { onSuccess: close })}
        onClose={close}
      >
        <p>
          Buyers can no longer find or call it. This cannot be undone: an archived listing is never
          for sale again, and its slug stays taken. To take it off the market for a while, pause it.
        </p>
      </ConfirmDialog>
    </>
  );
}
