import { ApiError } from '@mkt/client';
import { Stack } from '@mantine/core';
import type { ReactNode, SubmitEvent } from 'react';
import { formErrors } from '../data/form-errors.ts';
import { ErrorNotice } from '../ui/Notice.tsx';
import { Basics } from './Basics.tsx';
import { Call } from './Call.tsx';
import { JsonFields } from './ListingForm.tsx';
import { isSendable, PLACES, type ListingFields } from './listing-fields.ts';
import layout from './ListingForm.module.css';

const PLACE_NAMES = Object.values(PLACES);

interface ListingFormProps {
  fields: ListingFields;
  set: (changes: Partial<ListingFields>) => void;
  /** Whether it has its slug, which never changes. */
  isListed?: boolean;
  error: unknown;
  /** What an error prevented, as in `The listing was not created`. */
  failed: string;
  /** In place of the sentence about an error. */
  failure?: ReactNode;
  /** Buttons that submit the form. */
  actions: ReactNode;
  /** What submitting does. */
  hint: string;
  /** `choice` is the value of the button. */
  onSubmit: (choice: string) => void;
}

/** A listing as it is described by hand. What was typed stays when the server refuses it. */
export function ListingForm(props: ListingFormProps) {
  const { fields, set, isListed = false, error, failed, failure, actions, hint, onSubmit } = props;
  const { fields: refused, other } = formErrors(error, PLACE_NAMES);
  const errorOf = (name: keyof ListingFields) => refused[PLACES[name]];
  const details = error instanceof ApiError ? error.details : [];
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    onSubmit(submitter instanceof HTMLButtonElement ? submitter.value : '');
  };
  return (
    <form onSubmit={submit} aria-label="Listing">
      <Stack>
        <div className={layout.columns}>
          <Basics fields={fields} set={set} errorOf={errorOf} isListed={isListed} />
          <Call fields={fields} set={set} errorOf={errorOf} />
        </div>
        <h2 className="visually-hidden">Schemas and examples</h2>
        <JsonFields fields={fields} set={set} details={details} />
        {failure || (other && <ErrorNotice what={failed} error={other} />)}
        {!failure && !other && Boolean(error) && (
          <p role="alert" className={layout.hint}>
            {failed}: see the fields marked above.
          </p>
        )}
        <div className={layout.steps}>
          {actions}
          <span>{isSendable(fields) ? hint : 'Fix the JSON that is marked first.'}</span>
        </div>
      </Stack>
    </form>
  );
}
