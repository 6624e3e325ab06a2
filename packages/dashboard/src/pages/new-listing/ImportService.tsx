import { Button, Stack, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useLocation } from 'wouter';
import { formErrors } from '../../data/form-errors.ts';
import { useImportService, usePreviewService } from '../../data/listings.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ImportError } from './ImportError.tsx';
import layout from '../../form/ListingForm.module.css';
import classes from './page.module.css';
import { EMPTY_FIELDS, PLACES } from '../../form/listing-fields.ts';
import { PriceFields } from '../../form/Call.tsx';
import { PreviewedListing } from './PreviewedListing.tsx';
import { PreviewedChecks } from './PreviewedChecks.tsx';
import { serviceAddress } from './service-address.ts';

const PRICE_PLACES = [PLACES.amount, PLACES.currency, PLACES.unit] as const;

/** Reads the contract of a running service, shows what it would become, and lists it. */
export function ImportService() {
  const [url, setUrl] = useState('');
  const [slug, setSlug] = useState('');
  const [price, setPrice] = useState(EMPTY_FIELDS);
  const preview = usePreviewService();
  const [, navigate] = useLocation();
  const create = useImportService();
  const typed = { serviceUrl: serviceAddress(url), slug: slug.trim() || undefined };
  const previewed = preview.variables;
  const isCurrent = previewed?.serviceUrl === typed.serviceUrl && previewed.slug === typed.slug;
  const error = create.error ?? preview.error;
  const { fields } = formErrors(isCurrent ? error : null, ['serviceUrl', 'slug']);
  /** The contract has no price, so it is asked for here. */
  const isUnpriced = preview.data?.warnings.some(({ code }) => code === 'no_price') === true;
  const { fields: priceErrors } = formErrors(create.error, PRICE_PLACES);
  const importIt = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { amount, currency, unit } = price;
    const set = { amount: Number(amount), currency, ...(unit.trim() === '' ? {} : { unit }) };
    create.mutate(isUnpriced ? { ...typed, price: set } : typed, {
      onSuccess: () => navigate('/selling'),
    });
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.reset();
    preview.mutate(typed);
  };
  return (
    <Stack>
      <form onSubmit={submit} aria-label="Service to import">
        <div className={classes.address}>
          <TextInput
            label="Service URL"
            inputMode="url"
            placeholder="https://api.example.com"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            autoComplete="url"
            spellCheck={false}
            maxLength={2048}
            required
            withAsterisk={false}
            error={fields.serviceUrl}
          />
          <TextInput
            label="Slug (optional)"
            placeholder="made from the title"
            value={slug}
            onChange={({ currentTarget }) => setSlug(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            error={fields.slug}
          />
          <Button
            type="submit"
            variant={preview.data ? 'default' : 'filled'}
            leftSection={<Icon name="again" />}
            loading={preview.isPending}
          >
            {previewed ? 'Preview again' : 'Preview'}
          </Button>
        </div>
      </form>
      <p className={layout.hint}>
        Reads{' '}
        <code>{typed.serviceUrl.replace(/\/+$/, '') || 'https://api.example.com'}/contract</code>{' '}
        and runs the checks of a review. Nothing is saved.
      </p>
      <div aria-live="polite">
        {preview.error && previewed && (
          <ImportError
            error={preview.error}
            serviceUrl={previewed.serviceUrl}
            what="The preview failed"
          />
        )}
        {preview.data && (
          <Stack>
            <div className={layout.columns}>
              <PreviewedChecks preview={preview.data} />
              <PreviewedListing preview={preview.data} />
            </div>
            {create.error && (
              <ImportError
                error={create.error}
                serviceUrl={typed.serviceUrl}
                what="The listing was not created"
              />
            )}
            <form onSubmit={importIt} aria-label="Listing to create">
              {isUnpriced && (
                <Card title="Price" aside="the contract of the service has none">
                  <PriceFields
                    fields={price}
                    set={(changes) => setPrice((before) => ({ ...before, ...changes }))}
                    errorOf={(name) => priceErrors[PLACES[name]]}
                  />
                </Card>
              )}
              <div className={layout.steps}>
                <Button type="submit" loading={create.isPending} disabled={!isCurrent}>
                  Create listing
                </Button>
                <span>
                  {!isCurrent
                    ? 'What you typed has changed since this preview: preview it again.'
                    : preview.data.publishable
                      ? 'The review starts immediately. After that the listing is public.'
                      : 'The review would flag this listing, and it would not be public. Fix the checks that failed and preview again.'}
                </span>
              </div>
            </form>
          </Stack>
        )}
      </div>
    </Stack>
  );
}
