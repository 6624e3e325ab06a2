import { ApiError } from '@mkt/client';
import { Button, JsonInput, Stack } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { formErrors } from '../../data/form-errors.ts';
import { useCreateProvider } from '../../data/providers.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Basics } from './Basics.tsx';
import { Call } from './Call.tsx';
import classes from './NewListing.module.css';
import {
  EMPTY_FIELDS,
  jsonFieldProblem,
  manualRequest,
  PLACES,
  placesWithin,
  type JsonField,
  type ManualFields,
} from './manual-listing.ts';

const SCHEMAS: readonly { name: JsonField; label: string; hint: string }[] = [
  { name: 'inputSchema', label: 'Input schema', hint: 'JSON Schema of what buyers send.' },
  {
    name: 'outputSchema',
    label: 'Output schema',
    hint: 'JSON Schema of what the service returns.',
  },
  { name: 'requestExampleJson', label: 'Request example', hint: 'Buyers start with it.' },
  {
    name: 'responseExampleJson',
    label: 'Response example',
    hint: 'What the service returns for it.',
  },
];

const PLACE_NAMES = Object.values(PLACES);

/** Describes a listing by hand. What was typed stays until it has been created. */
export function ManualListing() {
  const [fields, setFields] = useState(EMPTY_FIELDS);
  const [, navigate] = useLocation();
  const create = useCreateProvider();
  const { fields: refused, other } = formErrors(create.error, PLACE_NAMES);
  const set = (changes: Partial<ManualFields>) =>
    setFields((before) => ({ ...before, ...changes }));
  const errorOf = (name: keyof ManualFields) => refused[PLACES[name]];
  const details = create.error instanceof ApiError ? create.error.details : [];
  const problems = SCHEMAS.map(({ name }) => jsonFieldProblem(name, fields[name]));
  const isInvalid = problems.some((problem) => problem !== undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent;
    const isDraft = submitter instanceof HTMLButtonElement && submitter.value === 'draft';
    create.mutate(manualRequest(fields, { isDraft }), { onSuccess: () => navigate('/selling') });
  };
  return (
    <form onSubmit={submit} aria-label="Listing">
      <Stack>
        <div className={classes.columns}>
          <Basics fields={fields} set={set} errorOf={errorOf} />
          <Call fields={fields} set={set} errorOf={errorOf} />
        </div>
        <h2 className="visually-hidden">Schemas and examples</h2>
        <div className={classes.columns}>
          {SCHEMAS.map(({ name, label, hint }, index) => (
            <JsonInput
              key={name}
              label={`${label} (optional)`}
              description={hint}
              autosize
              minRows={6}
              maxRows={24}
              value={fields[name]}
              onChange={(value) => set({ [name]: value })}
              error={problems[index] ?? placesWithin(name, details)}
              spellCheck={false}
              classNames={{ input: classes.json }}
            />
          ))}
        </div>
        {other && <ErrorNotice what="The listing was not created" error={other} />}
        {!other && create.error && (
          <p role="alert" className={classes.hint}>
            The listing was not created: see the fields marked above.
          </p>
        )}
        <div className={classes.steps}>
          <Button type="submit" loading={create.isPending} disabled={isInvalid}>
            Create listing
          </Button>
          <Button
            type="submit"
            value="draft"
            variant="default"
            disabled={isInvalid || create.isPending}
          >
            Save as draft
          </Button>
          <span>
            {isInvalid
              ? 'Fix the JSON that is marked first.'
              : 'The review starts at once, and the listing is public after it. A draft is only saved.'}
          </span>
        </div>
      </Stack>
    </form>
  );
}
