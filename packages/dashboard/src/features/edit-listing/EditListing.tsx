import { ReviewFailedError, type Provider } from '@mkt/client';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useUpdateListing } from '../../data/providers.ts';
import { shownError } from '../../data/shown-error.ts';
import { fieldsOf, isSendable, type ListingFields } from '../../forms/listing/listing-fields.ts';
import { ListingForm } from '../../forms/listing/ListingForm.tsx';
import { updateRequest } from '../../forms/listing/listing-request.ts';
import { Card } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { savingWords } from './saving-words.ts';

const FAILED = 'The changes were not saved';

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

/** Changes what buyers read, what a call costs and where it goes. What was typed stays until it is saved. */
export function EditListing({ provider }: { provider: Provider }) {
  // As it was opened: the request holds what differs from it.
  const [before] = useState(() => fieldsOf(provider));
  const [fields, setFields] = useState(before);
  const [, navigate] = useLocation();
  const update = useUpdateListing(provider.id);
  const page = `/selling/${provider.id}`;
  const set = (changes: Partial<ListingFields>) =>
    setFields((current) => ({ ...current, ...changes }));
  const { button, hint } = savingWords(provider.status);
  const { error } = update;
  const save = () => {
    const request = updateRequest(before, fields);
    if (request === undefined) navigate(page);
    else update.mutate(request, { onSuccess: () => navigate(page) });
  };
  return (
    <ListingForm
      fields={fields}
      set={set}
      isListed
      error={error}
      failed={FAILED}
      failure={error instanceof ReviewFailedError && <RefusedByReview error={error} />}
      hint={hint}
      onSubmit={save}
      actions={
        <>
          <Button type="submit" loading={update.isPending} disabled={!isSendable(fields)}>
            {button}
          </Button>
          <Button component={Link} href={page} variant="default">
            Cancel
          </Button>
        </>
      }
    />
  );
}
