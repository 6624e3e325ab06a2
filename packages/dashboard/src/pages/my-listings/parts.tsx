import { Button, Popover, Stack } from '@mantine/core';
import type { Price, OwnListing } from '@mkt/client';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { shownError } from '../../data/errors.ts';
import { type StateChange, type useChangeState, useDeleteListing } from '../../data/listings.ts';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatPrice } from '../../ui/text.ts';
import { canDelete, canEdit, hasSecret, stateChanges } from './words.ts';

/** A price with its unit, as in `$0.02 per call`; `Free`. */
export const PricePerUnit = ({ price }: { price: Price }) => (
  <span>
    {formatPrice(price)}
    {price.amount > 0 && (
      <>
        {' '}
        per <VisibleText>{price.unit}</VisibleText>
      </>
    )}
  </span>
);

/** Deletes a listing that was never published, after asking. */
function DeleteListing({ listing: { id, slug } }: { listing: OwnListing }) {
  const [isAsking, setIsAsking] = useState(false);
  const [, navigate] = useLocation();
  const remove = useDeleteListing(id);
  const close = () => {
    remove.reset();
    setIsAsking(false);
  };
  return (
    <>
      <Button variant="default" leftSection={<Icon name="x" />} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Delete ${slug}?`}
        confirm="Delete listing"
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

const BUTTONS: Readonly<Record<StateChange, { label: string; icon: IconName; failed: string }>> = {
  submit: { label: 'Submit for review', icon: 'run', failed: 'The listing was not submitted' },
  pause: { label: 'Pause', icon: 'pause', failed: 'The listing was not paused' },
  resume: { label: 'Resume', icon: 'run', failed: 'The listing was not resumed' },
  archive: { label: 'Archive', icon: 'archive', failed: 'The listing was not archived' },
};

type Change = ReturnType<typeof useChangeState>;

/** Why a state was not changed; nothing if it was. */
export const ChangeProblem = ({ change: { error, variables } }: { change: Change }) =>
  error && (
    <ErrorNotice
      what={variables ? BUTTONS[variables].failed : undefined}
      error={shownError(error)}
    />
  );

interface ArchiveDialogProps {
  slug: string;
  change: Change;
  opened: boolean;
  onClose: () => void;
}

const ArchiveDialog = ({ slug, change, opened, onClose }: ArchiveDialogProps) => (
  <ConfirmDialog
    opened={opened}
    title={`Archive ${slug}?`}
    confirm="Archive listing"
    typed={slug}
    isPending={change.isPending}
    error={<ChangeProblem change={change} />}
    onConfirm={() => change.mutate('archive', { onSuccess: onClose })}
    onClose={onClose}
  >
    <p>
      Buyers can no longer find or call it. This cannot be undone: an archived listing is never for
      sale again, and its slug stays taken. To take it off the market for a while, pause it.
    </p>
  </ConfirmDialog>
);

const APART = { borderTop: '1px solid var(--border)' };

interface ActionsProps {
  listing: OwnListing;
  change: Change;
  isArchiving: boolean;
  setIsArchiving: (value: boolean) => void;
}

/** Buttons for what can be done with a listing in its state; the filled one is what it needs next. What takes it off the market is folded. */
export function Actions({ listing, change, isArchiving, setIsArchiving }: ActionsProps) {
  const { id, slug, status } = listing;
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const asked = useRef<HTMLButtonElement>(null);
  const [params, setParams] = useSearchParams();
  const askedFor = params.get('do');
  useEffect(() => {
    if (!askedFor) return;
    // After the heading, which has the focus when a page is opened, and the dialog that led here.
    setTimeout(() => {
      // What is folded has the focus as the first in there.
      setOpen(askedFor === 'pause');
      asked.current?.focus();
      // It may be asked for again.
      setParams('', { replace: true });
    });
  }, [askedFor, setParams]);
  // At once: a dialog that opens now gives the focus back to it later.
  const close = () => {
    setOpen(false);
    more.current?.focus();
  };
  const changes = stateChanges(status);
  const forSale = changes.find((name) => name === 'submit' || name === 'resume');
  const others = changes.filter((name) => name !== forSale);
  /** Unless the service itself was mended, a review would flag the same listing again. */
  const needsEdit = status === 'flagged';
  const row = { variant: 'subtle', color: 'gray', c: 'var(--text)', justify: 'start' } as const;
  const lastRow = { ...row, color: 'red', c: 'var(--bad-fg)' } as const;
  const button = (name: StateChange) => (
    <Button
      key={name}
      ref={name === askedFor ? asked : null}
      {...(name === forSale
        ? { variant: needsEdit ? 'default' : 'filled' }
        : name === 'archive'
          ? lastRow
          : row)}
      leftSection={<Icon name={BUTTONS[name].icon} />}
      loading={change.isPending && change.variables === name}
      disabled={change.isPending}
      onClick={() => (name === 'archive' ? setIsArchiving(true) : change.mutate(name))}
    >
      {name === 'submit' && needsEdit ? 'Submit unchanged' : BUTTONS[name].label}
    </Button>
  );
  return (
    <>
      {forSale && !needsEdit && button(forSale)}
      {canEdit(status) && (
        <Button
          component={Link}
          href={`/selling/${id}/edit`}
          variant={needsEdit || !forSale ? 'filled' : 'default'}
          leftSection={<Icon name="edit" />}
        >
          {needsEdit ? 'Fix and resubmit' : 'Edit'}
        </Button>
      )}
      {forSale && needsEdit && button(forSale)}
      {hasSecret(status) && (
        <Button
          component={Link}
          href={`/listings/${slug}`}
          variant="default"
          leftSection={<Icon name="catalogue" />}
        >
          View in catalogue
        </Button>
      )}
      {others.length > 0 && (
        <Popover
          position="bottom-end"
          trapFocus
          shadow="md"
          opened={isOpen}
          onChange={(next) => !next && close()}
        >
          <Popover.Target>
            <Button
              ref={more}
              variant="default"
              aria-label="More actions"
              leftSection={<Icon name="more" />}
              onClick={() => setOpen(!isOpen)}
            >
              More
            </Button>
          </Popover.Target>
          <Popover.Dropdown p={4} miw="11rem" aria-label="More actions" onClick={close}>
            {/* What cannot be undone is set apart. */}
            {others.map((name, at) => (
              <Stack key={name} {...(at > 0 && { mt: 4, pt: 4, style: APART })}>
                {button(name)}
              </Stack>
            ))}
          </Popover.Dropdown>
        </Popover>
      )}
      {canDelete(status) && <DeleteListing listing={listing} />}
      <ArchiveDialog
        slug={slug}
        change={change}
        opened={isArchiving}
        onClose={() => {
          change.reset();
          setIsArchiving(false);
        }}
      />
    </>
  );
}
