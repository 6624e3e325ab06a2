import { ReviewFailedError, type OwnListing } from '@mkt/client';
import type { ContractComparison } from '@mkt/conformance/compare-contracts';
import { Button, Stack } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useUpdateListing } from '../../data/providers.ts';
import { shownError } from '../../data/shown-error.ts';
import { fieldsOf, isSendable, type ListingFields } from '../../forms/listing/listing-fields.ts';
import { ListingForm } from '../../forms/listing/ListingForm.tsx';
import { updateRequest } from '../../forms/listing/listing-request.ts';
import { Card } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Places } from '../../ui/Places.tsx';
import { savingWords } from './saving-words.ts';

const FAILED = 'The changes were not saved';

interface Edit {
  /** The listing as it was opened: the request contains the differences from it. */
  before: ListingFields;
  fields: ListingFields;
}

/** Unsaved edits by listing, which are restored when the user comes back. */
const unsaved = new Map<string, Edit>();

const isChanged = ({ before, fields }: Edit) => updateRequest(before, fields) !== undefined;

function useEdit(provider: OwnListing) {
  const { id } = provider;
  const [restored, setRestored] = useState(() => unsaved.get(id));
  const [edit, setEdit] = useState<Edit>(() => {
    const before = fieldsOf(provider);
    return restored ?? { before, fields: before };
  });
  const hasChanges = isChanged(edit);
  useEffect(() => {
    if (hasChanges) unsaved.set(id, edit);
    else unsaved.delete(id);
  }, [id, edit, hasChanges]);
  useEffect(() => {
    if (!hasChanges) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);
  return {
    ...edit,
    isRestored: restored !== undefined,
    set(changes: Partial<ListingFields>) {
      setEdit(({ before, fields }) => ({ before, fields: { ...fields, ...changes } }));
    },
    /** After it was saved or given up. */
    end: () => unsaved.delete(id),
    discard() {
      const before = fieldsOf(provider);
      setRestored(undefined);
      setEdit({ before, fields: before });
    },
  };
}

/** The comparison is loaded when it is first used; without it, the effect of a change is unknown. */
async function readImpact(
  before: ListingFields,
  fields: ListingFields,
): Promise<ContractComparison> {
  try {
    const { impactOf } = await import('./impact.ts');
    return impactOf(before, fields);
  } catch {
    return { verdict: 'unknown', findings: [] };
  }
}

/** Why the review refused a change to a listing that is public: nothing has changed. */
function RefusedByReview({ error }: { error: ReviewFailedError }) {
  return (
    <Stack>
      <ErrorNotice what={FAILED} error={{ ...shownError(error), places: [] }} />
      <Card title="Review" flush>
        <Checks of={error.checks} />
      </Card>
    </Stack>
  );
}

/** What the change means for the listing's current buyers. */
function Impact({ of: { verdict, findings } }: { of: ContractComparison }) {
  return (
    <>
      <p>
        {verdict === 'breaking'
          ? 'Programs that call this listing today may fail, or have to accept a higher price:'
          : 'It could not be shown that programs which call this listing today still work:'}
      </p>
      <Places of={findings.filter(({ severity }) => severity !== 'safe')} />
    </>
  );
}

/**
 * Changes what buyers read, what a call costs and where it goes. Input is kept until it is saved or
 * cancelled. A change that may break buyers' programs is shown and must be confirmed first.
 */
export function EditListing({ provider }: { provider: OwnListing }) {
  const { before, fields, isRestored, set, end, discard } = useEdit(provider);
  const [asking, setAsking] = useState<ContractComparison>();
  const [, navigate] = useLocation();
  const update = useUpdateListing(provider.id);
  const { button, hint } = savingWords(provider.status);
  const { error } = update;
  const isSold = provider.status === 'published' || provider.status === 'paused';
  const page = `/selling/${provider.id}`;
  const leave = () => {
    end();
    navigate(page);
  };
  const send = () => {
    setAsking(undefined);
    const request = updateRequest(before, fields);
    if (request === undefined) leave();
    else update.mutate(request, { onSuccess: leave });
  };
  const save = async () => {
    const impact = isSold ? await readImpact(before, fields) : undefined;
    if (impact?.verdict === 'breaking' || impact?.verdict === 'unknown') setAsking(impact);
    else send();
  };
  return (
    <Stack>
      {isRestored && (
        <Notice tone="info" title="What you had typed is here again">
          It was not saved.{' '}
          <Button size="xs" variant="default" onClick={discard}>
            Discard it
          </Button>
        </Notice>
      )}
      <ListingForm
        fields={fields}
        set={set}
        isListed
        error={error}
        failed={FAILED}
        failure={error instanceof ReviewFailedError && <RefusedByReview error={error} />}
        hint={hint}
        onSubmit={() => void save()}
        actions={
          <>
            <Button type="submit" loading={update.isPending} disabled={!isSendable(fields)}>
              {button}
            </Button>
            <Button component={Link} href={page} variant="default" onClick={end}>
              Cancel
            </Button>
          </>
        }
      />
      <ConfirmDialog
        opened={asking !== undefined}
        title={asking?.verdict === 'unknown' ? 'Save this change?' : 'Save a breaking change?'}
        confirm="Save anyway"
        onConfirm={send}
        onClose={() => setAsking(undefined)}
      >
        {asking && <Impact of={asking} />}
      </ConfirmDialog>
    </Stack>
  );
}
