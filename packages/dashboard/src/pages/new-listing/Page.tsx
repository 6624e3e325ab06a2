import { Button } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useCreateProvider } from '../../data/listings.ts';
import { EMPTY_FIELDS, isSendable, type ListingFields } from '../../form/listing-fields.ts';
import { ListingForm } from '../../form/ListingForm-listing-ListingForm.tsx';
import { createRequest } from '../../form/listing-request.ts';

/** Describes a listing by hand. What was typed stays until it has been created. */
export function ManualListing() {
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [, navigate] = useLocation();
  const create = useCreateProvider();
  const set = (changes: Partial<ListingFields>) =>
    setFields((before) => ({ ...before, ...changes }));
  const canSend = isSendable(fields);
  return (
    <ListingForm
      fields={fields}
      set={set}
      error={create.error}
      failed="The listing was not created"
      hint="The review starts immediately, and the listing is public after it. A draft is only saved."
      onSubmit={(choice) =>
        create.mutate(createRequest(fields, { isDraft: choice === 'draft' }), {
          onSuccess: () => navigate('/selling'),
        })
      }
      actions={
        <>
          <Button type="submit" loading={create.isPending} disabled={!canSend}>
            Create listing
          </Button>
          <Button
            type="submit"
            value="draft"
            variant="default"
            disabled={!canSend || create.isPending}
          >
            Save as draft
          </Button>
        </>
      }
    />
  );
}
