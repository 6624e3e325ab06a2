import { Skeleton, Stack } from '@mantine/core';
import type { OwnListing } from '@mkt/client';
import { DEFAULT_UNIT } from '@mkt/protocol';
import { useState } from 'react';
import { retried } from '../data/connection.ts';
import { Card } from '../ui/Card.tsx';
import { deferred } from '../ui/deferred.tsx';
import { ListingCard, ListingCards } from '../ui/ListingCard.tsx';
import type { FormPreviewProps } from './FormPreview.tsx';
import classes from './ListingForm.module.css';
import { jsonFieldProblem, type ListingFields } from './listing-fields.ts';
import { priceProblem } from './listing-problems.ts';
import type { AskedName } from './seller-name.tsx';

const FormPreview = deferred(retried(() => import('./FormPreview.tsx')));

/** The form that buyers get for an input schema, loaded when there is one. */
export const FormForBuyers = ({ schema, example }: FormPreviewProps) => (
  <Card title="Form for buyers">
    {schema.trim() === '' ? (
      <p className={classes.hint}>
        Without an input schema buyers type JSON. With one they get a form, shown here.
      </p>
    ) : (
      <FormPreview
        schema={schema}
        example={example}
        fallback={<Skeleton height={160} aria-busy="true" />}
      />
    )}
  </Card>
);

/** What buyers see of a listing that exists, besides what its seller wrote. */
export type Listed = Pick<OwnListing, 'quality' | 'health' | 'createdAt'>;

interface PreviewProps {
  fields: ListingFields;
  listed: Listed | undefined;
  /** The seller as buyers see it. */
  soldBy: AskedName['named'];
}

/** What buyers get to see: the listing in the catalogue, and the form in which they call it. */
export function Preview({ fields, listed, soldBy }: PreviewProps) {
  const { title, slug, description, amount, currency, unit, tags, category, inputSchema } = fields;
  const isPriced = priceProblem(amount) === undefined;
  const [drawn, setDrawn] = useState(inputSchema);
  // The form stays while the schema is not JSON on the way to another.
  if (drawn !== inputSchema && jsonFieldProblem('inputSchema', inputSchema) === undefined) {
    setDrawn(inputSchema);
  }
  return (
    <aside className={classes.preview} aria-label="As buyers see it">
      <Stack gap="xs">
        <p className={classes.hint}>In the catalogue</p>
        <ListingCards>
          <ListingCard
            listing={{
              title: title.trim() || 'Your title',
              slug,
              description,
              price: isPriced
                ? { amount: Number(amount), currency, unit: unit.trim() || DEFAULT_UNIT }
                : undefined,
              tags,
              category: category.trim() || null,
              health: { status: 'healthy' },
              quality: null,
              ...listed,
            }}
            seller={soldBy}
            isPreview
          />
        </ListingCards>
      </Stack>
      <FormForBuyers schema={drawn} example={fields.requestExampleJson} />
    </aside>
  );
}
