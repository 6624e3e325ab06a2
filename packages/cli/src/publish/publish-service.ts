import type { Client } from '@mkt/client';
import type {
  Preview,
  PreviewListing,
  PriceInput,
  Provider,
  RunContract,
  SigningSecret,
} from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { isSameEndpoint } from '../store/loopback.ts';
import type { ProjectListings } from '../store/project-listings.ts';
import { awaitReview } from './await-review.ts';
import { differencesOf, updateOf } from './differences.ts';
import type {
  Impact,
  PublishEvent,
  PublishOutcome,
  PublishPlan,
  TrialResult,
} from './publish-event.ts';

type OwnListing =
  /** `beside`: a listing of the project that sells another service. */
  | { kind: 'none'; beside?: Provider | undefined }
  /** The named one, or the one with the same method and endpoint. */
  | { kind: 'same'; provider: Provider }
  /** One that looks like this service at another address. */
  | { kind: 'elsewhere'; provider: Provider; isRemembered: boolean };

interface Search {
  /** Id or slug of the listing to update. */
  listing?: string | undefined;
  /** The id that the project remembers for this endpoint. */
  remembered?: string | undefined;
  /** The ids of all listings that the project remembers. */
  ofProject?: readonly string[] | undefined;
  /** Whether the service of a listing is still where the listing says. */
  isStillThere?: ((provider: Provider) => Promise<boolean>) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * The caller's existing listing of this service, archived ones excluded. Importing the service again
 * would create a second listing, so one at another address is found too: the one that the project
 * remembers, else one with the same title. A listing of the project with the same title has moved to
 * another path, unless its service is still at the old one.
 */
async function findOwnListing(
  client: Client,
  { title, runContract: wanted }: PreviewListing,
  { listing, remembered, ofProject = [], isStillThere, signal }: Search,
): Promise<OwnListing> {
  if (listing !== undefined) {
    const provider = notArchived(await client.listings.get(listing, { signal }));
    return { kind: 'same', provider };
  }
  const same: Provider[] = [];
  const moved: Provider[] = [];
  let elsewhere: Provider | undefined;
  let beside: Provider | undefined;
  for await (const provider of client.listings.list({ limit: 100 }, { signal })) {
    const { method, endpointPath } = provider.runContract;
    if (provider.status === 'archived') continue;
    const isMethod = method === wanted.method;
    if (isMethod && isSameEndpoint(endpointPath, wanted.endpointPath)) same.push(provider);
    else if (isMethod && pathOf(endpointPath) === pathOf(wanted.endpointPath)) {
      if (provider.id === remembered) elsewhere = provider;
      else if (provider.title === title) elsewhere ??= provider;
    } else if (ofProject.includes(provider.id)) {
      if (provider.title === title) moved.push(provider);
      beside ??= provider;
    }
  }
  const chosen = same.length > 1 ? same.find(({ id }) => id === remembered) : same[0];
  if (chosen) return { kind: 'same', provider: chosen };
  if (same.length > 1) throw ambiguous(same);
  if (!elsewhere || elsewhere.id !== remembered) {
    for (const provider of moved) {
      if (await isStillThere?.(provider)) continue;
      return { kind: 'elsewhere', provider, isRemembered: true };
    }
  }
  if (!elsewhere) return { kind: 'none', beside };
  return { kind: 'elsewhere', provider: elsewhere, isRemembered: elsewhere.id === remembered };
}

const pathOf = (endpoint: string) => URL.parse(endpoint)?.pathname ?? endpoint;

function ambiguous(providers: readonly Provider[]): CliError {
  const slugs = providers.map(({ slug }) => slug);
  return new CliError(
    'missing_value',
    `${slugs.length} of your listings use this method and endpoint: ${slugs.join(', ')}.`,
    { next: `Choose one of them, as in: --listing ${slugs[0]}` },
  );
}

function notArchived(provider: Provider): Provider {
  if (provider.status !== 'archived') return provider;
  throw new CliError('listing_archived', `${provider.slug} is archived and cannot be changed.`, {
    next: 'Publish without --listing to create a new listing.',
  });
}

export interface PublishOptions {
  client: Client;
  /** Base address of the service; the marketplace appends `/contract`. */
  serviceUrl: string;
  /** Id or slug of the listing to update, if several have this endpoint. */
  listing?: string | undefined;
  /** The slug of a new listing; by default it is made from the title. */
  slug?: string | undefined;
  /** The price of a service whose contract has none; for any other it is refused. */
  price?: PriceInput | undefined;
  /**
   * Asks for the price of a new listing whose contract has none. Without it and without `price`, calls
   * of such a listing are free.
   */
  askPrice?: (() => Promise<PriceInput>) | undefined;
  /** Creates a listing even if the caller already sells this service. */
  isNew?: boolean | undefined;
  /** The listings that the project remembers: one of them may have moved to this address. */
  project?: ProjectListings | undefined;
  /** Whether the service of a listing is still where the listing says. */
  isStillThere?: ((provider: Provider) => Promise<boolean>) | undefined;
  /**
   * Decides whether a listing at another address is this service and is to be updated. By default, if
   * the project remembers it and it has the same title.
   */
  isSameService?: ((provider: Provider) => Promise<boolean>) | undefined;
  /**
   * Calls the service with its example input, even if nothing changed; if that fails, nothing is saved.
   * `secret` is that of the listing, once it has one.
   */
  tryOut?: ((plan: PublishPlan, secret: string | undefined) => Promise<TrialResult>) | undefined;
  /** Goes on after a call that failed. */
  ignoresTrial?: boolean | undefined;
  /**
   * Works out what an update means for buyers: it compares the contracts, and checks up to 1,000 past
   * orders against new schemas.
   */
  assesses?: boolean | undefined;
  /**
   * Called before anything is saved, with what was worked out of an update. Without it the plan is
   * carried out.
   */
  confirm?: ((plan: PublishPlan, impact: Impact | undefined) => Promise<boolean>) | undefined;
  /** Stops before anything is changed. `keepSecret` is called anyway. */
  isDryRun?: boolean | undefined;
  /** Called with the signing secret, before the listing is looked up in the catalogue. */
  keepSecret?: ((secret: SigningSecret, provider: Provider) => Promise<void>) | undefined;
  report?: ((event: PublishEvent) => void) | undefined;
  reviewTimeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Publishes a service: preview, import or update, review, signing secret, catalogue. Publishing again
 * updates the same listing and never creates a second one. Refusals of the marketplace are thrown as
 * errors of @mkt/client; a review that times out is a `CliError`.
 */
export async function publishService(options: PublishOptions): Promise<PublishOutcome> {
  const { client, serviceUrl, slug, report, signal } = options;
  const previewed = await client.listings.preview(serviceUrl, { slug, signal });
  const plan = await planOf(options, previewed);
  const { preview } = plan;
  if (plan.kind !== 'import') refuseOtherSlug(plan.provider, slug);
  report?.({ step: 'planned', plan });
  if (!preview.publishable) return { kind: 'not-publishable', preview };
  const impact =
    plan.kind === 'update' && options.assesses ? await assess(options, plan) : undefined;
  if (options.tryOut) report?.({ step: 'to-be-tried', contract: preview.listing.runContract });
  if (plan.kind !== 'nothing' && !((await options.confirm?.(plan, impact)) ?? true)) {
    return { kind: 'declined' };
  }
  const trial = await tryOut(options, plan);
  if (trial?.kind === 'failed' && !options.ignoresTrial) {
    return { kind: 'trial-failed', plan, check: trial.check };
  }
  if (options.isDryRun) {
    if (plan.kind !== 'import' && isReviewed(plan.provider))
      await passSecret(options, plan.provider);
    return { kind: 'dry-run', plan };
  }
  const provider = await applyPlan(options, plan);
  if (provider.status === 'flagged') return { kind: 'flagged', provider };

  const secret = await passSecret(options, provider);
  report?.({ step: 'secret', provider });
  const action = ACTIONS[plan.kind];
  if (provider.status === 'paused' && action !== 'imported') {
    return { kind: 'paused', action, provider, secret };
  }
  const url = await lookUp(options, provider);
  report?.({ step: 'visible', provider, url });
  return { kind: 'published', action, provider, secret, url };
}

async function tryOut(
  { client, tryOut: call, report, signal }: PublishOptions,
  plan: PublishPlan,
): Promise<TrialResult | undefined> {
  if (!call) return undefined;
  report?.({ step: 'trying' });
  const known =
    plan.kind !== 'import' && isReviewed(plan.provider)
      ? await client.listings.signingSecret(plan.provider.id, { signal })
      : undefined;
  const trial = await call(plan, known?.secret);
  report?.({ step: 'tried', trial });
  return trial;
}

async function passSecret(
  { client, keepSecret, signal }: PublishOptions,
  provider: Provider,
): Promise<SigningSecret> {
  const secret = await client.listings.signingSecret(provider.id, { signal });
  await keepSecret?.(secret, provider);
  return secret;
}

/** Whether the listing needs no review: a paused one has passed it. */
const isReviewed = ({ status }: Provider) => status === 'published' || status === 'paused';

const ACTIONS = { import: 'imported', update: 'updated', nothing: 'unchanged' } as const;

const hasNoPrice = ({ warnings }: Preview) => warnings.some(({ code }) => code === 'no_price');

const ownPrice = () =>
  new CliError('invalid_usage', 'The contract of the service already has a price.', {
    next: 'Leave out --price, or remove the price from the contract.',
  });

/** The preview of a service whose contract has no price, at this one. */
const priced = (preview: Preview, price: PriceInput): Preview => ({
  ...preview,
  listing: { ...preview.listing, price: { ...preview.listing.price, ...price } },
  warnings: preview.warnings.filter(({ code }) => code !== 'no_price'),
});

/** The listing that an import would create, at the price that the contract omits. */
async function withPrice(
  options: PublishOptions,
  preview: Preview,
): Promise<{ preview: Preview; price?: PriceInput }> {
  if (!hasNoPrice(preview)) return { preview };
  const asked = preview.publishable ? options.askPrice : undefined;
  const price = options.price ?? (await asked?.());
  return price ? { preview: priced(preview, price), price } : { preview };
}

async function planOf(options: PublishOptions, previewed: Preview): Promise<PublishPlan> {
  if (options.price && !hasNoPrice(previewed)) throw ownPrice();
  const found = await ownListing(options, previewed);
  if (!found?.isThis) {
    return {
      kind: 'import',
      ...(await withPrice(options, previewed)),
      ...(found ? { alsoAt: found.provider } : {}),
    };
  }
  const provider =
    found.provider.status === 'pending_review'
      ? await underReview(options, found.provider.id)
      : found.provider;
  // A contract without a price says nothing about the one that the listing has.
  const preview = hasNoPrice(previewed)
    ? priced(previewed, { ...provider.price, ...options.price })
    : previewed;
  const differences = differencesOf(provider, preview.listing);
  if (differences.length === 0 && isReviewed(provider)) {
    return { kind: 'nothing', preview, provider };
  }
  return { kind: 'update', preview, provider, differences };
}

/** What an update would mean for buyers. Loads the schema engine, which is large, only now. */
async function assess(
  { client, report, signal }: PublishOptions,
  { provider, preview }: Extract<PublishPlan, { kind: 'update' }>,
): Promise<Impact> {
  report?.({ step: 'assessing', read: 0 });
  const { assessUpdate } = await import('./assess-update.ts');
  const impact = await assessUpdate(client, provider, preview.listing, {
    signal,
    onRead: (read) => report?.({ step: 'assessing', read }),
  });
  report?.({ step: 'assessed', impact });
  return impact;
}

function refuseOtherSlug(provider: Provider, slug: string | undefined): void {
  if (slug === undefined || slug === provider.slug) return;
  throw new CliError(
    'invalid_usage',
    `You already sell this as ${provider.slug}, and a slug cannot be changed.`,
    { next: 'Leave out --slug to update it, or add --new to create another listing.' },
  );
}

/** The listing that may sell this service, or an existing one beside it; and whether it is this service. */
async function ownListing(
  options: PublishOptions,
  preview: Preview,
): Promise<{ provider: Provider; isThis: boolean } | undefined> {
  const { client, listing, isNew, project, isSameService, isStillThere, signal } = options;
  if (isNew) return undefined;
  const { title, runContract } = preview.listing;
  const [remembered, ofProject] = await Promise.all([project?.find(runContract), project?.all()]);
  const found = await findOwnListing(client, preview.listing, {
    listing,
    remembered,
    ofProject,
    isStillThere,
    signal,
  });
  if (found.kind === 'none') {
    return found.beside && { provider: found.beside, isThis: false };
  }
  const { provider } = found;
  if (found.kind === 'same') return { provider, isThis: true };
  const isThis = isSameService
    ? await isSameService(provider)
    : found.isRemembered && provider.title === title;
  return { provider, isThis };
}

/** Imports or updates the listing and waits for its review, which publishes or flags it. */
async function applyPlan(options: PublishOptions, plan: PublishPlan): Promise<Provider> {
  if (plan.kind === 'nothing') {
    await options.project?.remember(plan.provider.runContract, plan.provider.id);
    return plan.provider;
  }
  const startedAt = performance.now();
  const changed =
    plan.kind === 'import' ? await importService(options, plan.price) : await update(options, plan);
  const isReplaced = plan.kind === 'import' && !options.isNew && !hasSamePath(plan);
  await options.project?.remember(changed.runContract, changed.id, isReplaced);
  const provider = await reviewed(options, changed);
  if (provider.status === 'published') {
    options.report?.({ step: 'published', provider, tookMs: performance.now() - startedAt });
  }
  return provider;
}

/** Whether the listing beside a new one has its path, so that the project remembers that one by it. */
const hasSamePath = ({ alsoAt, preview }: Extract<PublishPlan, { kind: 'import' }>): boolean =>
  alsoAt !== undefined && runPath(alsoAt) === runPath(preview.listing);

const runPath = ({ runContract }: { runContract: RunContract }) =>
  URL.parse(runContract.endpointPath)?.pathname;

async function importService(
  { client, serviceUrl, slug, report, signal }: PublishOptions,
  price: PriceInput | undefined,
): Promise<Provider> {
  const listing = await client.listings.importFromService(serviceUrl, { slug, price, signal });
  report?.({ step: 'imported', listing });
  return await client.listings.get(listing.id, { signal });
}

async function update(
  { client, report, signal }: PublishOptions,
  { provider, differences }: Extract<PublishPlan, { kind: 'update' }>,
): Promise<Provider> {
  const { id } = provider;
  if (differences.length > 0) {
    const listing = await client.listings.update(id, updateOf(differences), { signal });
    report?.({ step: 'updated', listing, differences });
  }
  const changed = await client.listings.get(id, { signal });
  if (changed.status !== 'draft' && changed.status !== 'flagged') return changed;
  // The marketplace resubmits a flagged listing when it is changed. A draft, or a flagged listing
  // without changes, must be submitted here.
  const submitted = await client.listings.submit(id, { signal });
  report?.({ step: 'submitted', provider: submitted });
  return submitted;
}

/** The provider after its review. */
async function reviewed(options: PublishOptions, provider: Provider): Promise<Provider> {
  const result =
    provider.status === 'pending_review' ? await underReview(options, provider.id) : provider;
  if (isReviewed(result) || result.status === 'flagged') {
    options.report?.({ step: 'review', provider: result, checks: result.reviewChecks });
    return result;
  }
  throw new CliError('not_visible', `${result.slug} is ${result.status}, so it is not for sale.`, {
    next: `See its status: mkt listings show ${result.slug}`,
  });
}

async function underReview(
  { client, report, reviewTimeoutMs, signal }: PublishOptions,
  id: string,
): Promise<Provider> {
  return await awaitReview(client, id, {
    timeoutMs: reviewTimeoutMs,
    signal,
    onPoll: (provider) => report?.({ step: 'review', provider, checks: provider.reviewChecks }),
  });
}

/** Checks that buyers can see the listing, and returns the address of its page. */
async function lookUp({ client, signal }: PublishOptions, { slug }: Provider): Promise<string> {
  const { listingState } = await client.listing(slug, { signal });
  if (listingState === 'published') return `${client.baseUrl}/listings/${slug}`;
  throw new CliError('not_visible', `${slug} is ${listingState}, so it is not for sale.`, {
    next: `See its status: mkt listings show ${slug}`,
  });
}
