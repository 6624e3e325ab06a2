import { Button, Stack, TextInput } from '@mantine/core';
import { ApiError, type Preview } from '@mkt/client';
import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { serverMode } from '../../data/api.ts';
import { shellQuoted } from '../../data/curl-command.ts';
import { formErrors } from '../../data/errors.ts';
import { useImportService, usePreviewService } from '../../data/listings.ts';
import layout from '../../form/ListingForm.module.css';
import { ASKING_LISTING, PriceFields } from '../../form/ListingForm.tsx';
import { EMPTY_FIELDS, PLACES } from '../../form/listing-fields.ts';
import { useOwnMessages } from '../../form/own-messages.ts';
import type { AskedName } from '../../form/seller-name.tsx';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { Command } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import { formatPrice } from '../../ui/text.ts';
import classes from './page.module.css';
import { importProblem, schemaSummary, serviceAddress } from './words.ts';

/** Refusals that the form shows beside its fields. */
const SHOWN_AT_FIELDS = [
  'serviceUrl',
  'slug',
  'price/amount',
  'price/currency',
  'price/unit',
  'name',
];

interface ImportErrorProps {
  error: unknown;
  serviceUrl: string;
  /** What could not be done, if the error says nothing more exact. */
  what: string;
}

/** Why a service could not be imported, where the problem is, and what to do about it. */
function ImportError({ error, serviceUrl, what }: ImportErrorProps) {
  const { other } = formErrors(error, SHOWN_AT_FIELDS);
  if (!other) return null;
  const { title, next, canValidate } = importProblem(error, what, serverMode.dev);
  return (
    <ErrorNotice what={title} error={{ ...other, next: next ?? other.next }}>
      {canValidate && (
        <Command>{`npx mkt validate --service-url ${shellQuoted(serviceUrl)}`}</Command>
      )}
    </ErrorNotice>
  );
}

/** The checks that a review would run, with what they found now. */
function PreviewedChecks({ preview: { checks, publishable } }: { preview: Preview }) {
  const passed = checks.filter(({ outcome }) => outcome === 'passed').length;
  return (
    <Card
      title="Checks"
      flush
      aside={
        <>
          <span className={classes.verdict} data-publishable={publishable}>
            <Icon name={publishable ? 'check' : 'cross'} />
            {publishable ? 'Can be published' : 'Would be flagged'}
          </span>{' '}
          · {passed} of {checks.length} passed
        </>
      }
    >
      <Checks of={checks} />
    </Card>
  );
}

const textOf = (text: string | null | undefined) =>
  text === null || text === undefined ? null : <VisibleText>{text}</VisibleText>;

/** What an import would create, as buyers will see it, and the warnings about it. */
function PreviewedListing({ preview: { listing, warnings } }: { preview: Preview }) {
  const { slug, title, description, category, tags, price, runContract } = listing;
  const { method, endpointPath, healthEndpoint, inputSchema, outputSchema } = runContract;
  return (
    <Stack>
      <Card title="Listing" aside="as buyers will see it">
        <p className={classes.title}>
          <VisibleText>{title}</VisibleText>
          <span>
            {formatPrice(price)}
            {price.amount > 0 && (
              <>
                {' '}
                per <VisibleText>{price.unit}</VisibleText>
              </>
            )}
          </span>
        </p>
        {description !== null && (
          <p className={classes.description}>
            <VisibleText>{description}</VisibleText>
          </p>
        )}
        <Facts>
          <Fact name="Address">
            <code>/listings/{slug}</code>
          </Fact>
          <Fact name="Category">{textOf(category)}</Fact>
          <Fact name="Tags">{tags?.length ? textOf(tags.join(', ')) : null}</Fact>
          <Fact name="Call">
            <code>
              {method} <VisibleText>{endpointPath}</VisibleText>
            </code>
          </Fact>
          <Fact name="Health">
            {healthEndpoint === undefined ? null : <code>{textOf(healthEndpoint)}</code>}
          </Fact>
          <Fact name="Input">{schemaSummary(inputSchema)}</Fact>
          <Fact name="Output">{schemaSummary(outputSchema)}</Fact>
        </Facts>
      </Card>
      {warnings.length > 0 && (
        <Card title="Warnings" aside={warnings.length}>
          <ul className={classes.warnings}>
            {warnings.map(({ code, message, path }) => (
              <li key={`${code} ${path ?? ''} ${message}`}>
                {path !== undefined && <code>{textOf(path)}</code>}
                {textOf(message)}
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Stack>
  );
}

/** What a service needs before it can be imported. */
const Needs = () => (
  <Card title="What the service needs">
    <ul className={classes.needs}>
      <li>
        <code>GET /contract</code> describes it: title, price, input and output.
      </li>
      <li>
        <code>GET /health</code> answers 200 while it works.
      </li>
      <li>
        <code>POST /run</code> does the work; the contract may name another path.
      </li>
    </ul>
    <p className={layout.hint}>A project that has them all:</p>
    <Command>npx mkt init my-service</Command>
  </Card>
);

const PRICE_PLACES = [PLACES.amount, PLACES.currency, PLACES.unit] as const;

/** Reads the contract of a running service, shows what it would become, and lists it. */
export function ImportService({ seller }: { seller: AskedName }) {
  const [url, setUrl] = useState('');
  const [slug, setSlug] = useState('');
  const [price, setPrice] = useState(EMPTY_FIELDS);
  const preview = usePreviewService();
  const [, navigate] = useLocation();
  const create = useImportService();
  const typed = { serviceUrl: serviceAddress(url), slug: slug.trim() || undefined };
  const previewed = preview.variables;
  const isCurrent = previewed?.serviceUrl === typed.serviceUrl && previewed.slug === typed.slug;
  /** Until then, the next thing to do is another preview. */
  const isPublishable = isCurrent && preview.data?.publishable === true;
  const error = create.error ?? preview.error;
  const { fields } = formErrors(isCurrent ? error : null, ['serviceUrl', 'slug']);
  /** No other sentence says more about the address. */
  const refused = error instanceof ApiError && error.type === 'url_not_allowed';
  const { title, next } = importProblem(error, '', serverMode.dev);
  /** The contract has no price, so it is asked for here. */
  const isUnpriced = preview.data?.warnings.some(({ code }) => code === 'no_price') === true;
  const failure = seller.error ?? create.error;
  const { fields: createErrors } = formErrors(failure, [...PRICE_PLACES, 'name']);
  const asked = useOwnMessages({ serviceUrl: 'Enter the address of your service.' }, preview.error);
  const askedPrice = useOwnMessages({ amount: ASKING_LISTING.amount }, failure);
  const sellerField = seller.field(createErrors.name);
  const importIt = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!askedPrice.check(event.currentTarget)) return;
    const { amount, currency, unit } = price;
    const set = { amount: Number(amount), currency, ...(unit.trim() === '' ? {} : { unit }) };
    seller.saved(() =>
      create.mutate(isUnpriced ? { ...typed, price: set } : typed, {
        onSuccess: ({ id }) => navigate(`/selling/${id}`),
      }),
    );
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!asked.check(event.currentTarget)) return;
    create.reset();
    preview.mutate(typed);
  };
  return (
    <Stack>
      <form onSubmit={submit} onInput={asked.onInput} noValidate aria-label="Service to import">
        <div className={classes.address}>
          <TextInput
            label="Service URL"
            name="serviceUrl"
            inputMode="url"
            pattern="\s*\S+\s*"
            title="Enter a whole address, such as https://api.example.com."
            placeholder="https://api.example.com"
            value={url}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
            autoComplete="url"
            spellCheck={false}
            maxLength={2048}
            required
            error={
              asked.messages.serviceUrl ??
              (isCurrent && refused ? `${title}. ${next ?? ''}` : fields.serviceUrl)
            }
          />
          <TextInput
            label="Slug"
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
            variant={isPublishable ? 'default' : 'filled'}
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
        and runs the review checks. Nothing is saved yet.
      </p>
      {(!previewed || refused) && <Needs />}
      <div aria-live="polite">
        {preview.error && previewed && !refused && (
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
            {Boolean(failure) && !refused && (
              <ImportError
                error={failure}
                serviceUrl={typed.serviceUrl}
                what="The listing was not created"
              />
            )}
            <form
              onSubmit={importIt}
              onInput={askedPrice.onInput}
              noValidate
              aria-label="Listing to create"
            >
              <Stack>
                {isUnpriced && (
                  <Card title="Price" aside="the contract of the service has none">
                    <PriceFields
                      fields={price}
                      set={(changes) => setPrice((before) => ({ ...before, ...changes }))}
                      errorOf={(name) =>
                        (name === 'amount' ? askedPrice.messages.amount : undefined) ??
                        createErrors[PLACES[name]]
                      }
                    />
                  </Card>
                )}
                {sellerField && <Card title="Seller">{sellerField}</Card>}
                <div className={layout.steps}>
                  <Button
                    type="submit"
                    variant={isPublishable ? 'filled' : 'default'}
                    loading={create.isPending || seller.isPending}
                    disabled={!isCurrent}
                  >
                    Create listing
                  </Button>
                  <span>
                    {!isCurrent
                      ? 'What you typed has changed since this preview: preview it again.'
                      : preview.data.publishable
                        ? 'The review starts at once. If it passes, the listing is public.'
                        : 'The review would flag this listing, and it would not be public. Fix the checks that failed and preview again.'}
                  </span>
                </div>
              </Stack>
            </form>
          </Stack>
        )}
      </div>
    </Stack>
  );
}
