import { Box, Button, Stack, TextInput } from '@mantine/core';
import { ApiError, type Preview } from '@mkt/client';
import { type SubmitEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { serverMode } from '../../data/api.ts';
import { shellQuoted } from '../../data/curl-command.ts';
import { formErrors } from '../../data/errors.ts';
import { useImportService, usePreviewService } from '../../data/listings.ts';
import layout from '../../form/ListingForm.module.css';
import { ResultHint } from '../../form/JsonFields.tsx';
import { FormForBuyers } from '../../form/Preview.tsx';
import { PriceFields } from '../../form/PriceFields.tsx';
import { isAnyway, SubmitButton } from '../../form/SubmitButton.tsx';
import { EMPTY_FIELDS, PLACES } from '../../form/listing-fields.ts';
import { namelessProblem, priceProblem } from '../../form/listing-problems.ts';
import { useOwnMessages, useShownProblems } from '../../form/own-messages.ts';
import type { AskedName } from '../../form/seller-name.tsx';
import { Card, Fact, Facts } from '../../ui/Card.tsx';
import { Checks } from '../../ui/Checks.tsx';
import { Command } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ListingCard, ListingCards } from '../../ui/ListingCard.tsx';
import { ErrorNotice } from '../../ui/Notice.tsx';
import { VisibleText } from '../../ui/VisibleText.tsx';
import classes from './page.module.css';
import { importProblem, serviceAddress, withoutLinks } from './words.ts';

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
  const { sentence, links } = withoutLinks(other.title);
  return (
    <ErrorNotice what={title} error={{ ...other, title: sentence, next: next ?? other.next }}>
      {/* Beside the page, which keeps what was typed. */}
      {links.map(({ label, href }) => (
        <a key={href} href={href} target="_blank" rel="noopener">
          {label}
        </a>
      ))}
      {canValidate && (
        <Command>{`npx mkt validate --service-url ${shellQuoted(serviceUrl)}`}</Command>
      )}
    </ErrorNotice>
  );
}

/** The checks that a review would run, with what they found now. */
function PreviewedChecks({ preview: { checks, publishable } }: { preview: Preview }) {
  return (
    <Card
      title="Checks"
      flush
      aside={
        <span className={classes.verdict} data-publishable={publishable}>
          <Icon name={publishable ? 'check' : 'cross'} />
          {publishable ? 'Can be published' : 'Would be flagged'}
        </span>
      }
    >
      <Checks of={checks} />
    </Card>
  );
}

/** Whether its health checks pass, as far as the preview knows. */
function healthOf({ listing, checks }: Preview): 'healthy' | 'unhealthy' | 'not_configured' {
  if (listing.runContract.healthEndpoint === undefined) return 'not_configured';
  const isFailing = checks.some(({ name, outcome }) => name === 'health' && outcome === 'failed');
  return isFailing ? 'unhealthy' : 'healthy';
}

/** What an import would create: the listing in the catalogue, and the form in which buyers call it. */
function PreviewedListing({ preview, seller }: { preview: Preview; seller: AskedName['named'] }) {
  const { listing } = preview;
  const {
    inputSchema,
    outputSchema,
    requestExampleJson = '',
    responseExampleJson,
  } = listing.runContract;
  const shown = { ...listing, health: { status: healthOf(preview) }, quality: null };
  return (
    <section aria-labelledby="as-buyers-see-it">
      <Stack>
        <h2 id="as-buyers-see-it">As buyers will see it</h2>
        <ListingCards>
          <ListingCard listing={shown} seller={seller} isPreview />
        </ListingCards>
        <FormForBuyers
          schema={inputSchema ? JSON.stringify(inputSchema) : ''}
          example={requestExampleJson}
        />
        <ResultHint shown={[outputSchema, responseExampleJson]} />
      </Stack>
    </section>
  );
}

/** Where calls would go, which buyers do not see. */
function PreviewedCall({ preview: { listing } }: { preview: Preview }) {
  const { method, endpointPath, healthEndpoint } = listing.runContract;
  return (
    <Card title="Service">
      <Facts>
        <Fact name="Endpoint">
          <code>
            {method} <VisibleText>{endpointPath}</VisibleText>
          </code>
        </Fact>
        <Fact name="Health">
          {healthEndpoint === undefined ? null : (
            <code>
              GET <VisibleText>{healthEndpoint}</VisibleText>
            </code>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}

/** What an import would ignore or change. */
const PreviewedWarnings = ({ preview: { warnings } }: { preview: Preview }) =>
  warnings.length > 0 && (
    <Card title="Warnings" aside={warnings.length}>
      <ul className={classes.warnings}>
        {warnings.map(({ code, message, path }) => (
          <li key={`${code} ${path ?? ''} ${message}`}>
            {path !== undefined && (
              <code>
                <VisibleText>{path}</VisibleText>
              </code>
            )}
            <VisibleText>{message}</VisibleText>
          </li>
        ))}
      </ul>
    </Card>
  );

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
  const { title, next, canValidate } = importProblem(error, '', serverMode.dev);
  const ofAddress = refused ? `${title}. ${next ?? ''}` : canValidate ? `${title}.` : undefined;
  /** The contract has no price, so it is asked for here. */
  const isUnpriced = preview.data?.warnings.some(({ code }) => code === 'no_price') === true;
  const failure = seller.error ?? create.error;
  const { fields: createErrors } = formErrors(failure, [...PRICE_PLACES, 'name']);
  const asked = useOwnMessages({ serviceUrl: 'Enter the address of your service.' }, preview.error);
  const problems = { amount: isUnpriced ? priceProblem(price.amount) : undefined };
  const askedPrice = useShownProblems(problems, failure);
  const advice = useShownProblems({ name: namelessProblem(seller.named) }, null);
  const sellerField = seller.field(createErrors.name, advice.shown.name);
  const importIt = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!askedPrice.check(event.currentTarget)) return;
    if (!isAnyway(event) && !advice.check(event.currentTarget)) return;
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
              (isCurrent ? (ofAddress ?? fields.serviceUrl) : undefined)
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
              <Stack>
                <PreviewedChecks preview={preview.data} />
                <PreviewedCall preview={preview.data} />
                <PreviewedWarnings preview={preview.data} />
              </Stack>
              <PreviewedListing preview={preview.data} seller={seller.named} />
            </div>
            {Boolean(failure) && !refused && (
              <ImportError
                error={failure}
                serviceUrl={typed.serviceUrl}
                what="The listing was not created"
              />
            )}
            <form onSubmit={importIt} noValidate aria-label="Listing to create">
              <Stack>
                {isUnpriced && (
                  <Card title="Price" aside="the contract of the service has none">
                    <PriceFields
                      fields={price}
                      set={(changes) => setPrice((before) => ({ ...before, ...changes }))}
                      errorOf={(name) =>
                        (name === 'amount' ? askedPrice.shown.amount : undefined) ??
                        createErrors[PLACES[name]]
                      }
                    />
                  </Card>
                )}
                <div className={layout.steps}>
                  {sellerField && (
                    <Box w="100%" mb="xs">
                      {sellerField}
                    </Box>
                  )}
                  <SubmitButton
                    anyway={advice.shown.name === undefined ? undefined : 'Publish without a name'}
                    variant={isPublishable ? 'filled' : 'default'}
                    loading={create.isPending || seller.isPending}
                    disabled={!isCurrent}
                  >
                    {preview.data.publishable ? 'Publish listing' : 'Create listing'}
                  </SubmitButton>
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
      {!preview.data && <Needs />}
    </Stack>
  );
}
