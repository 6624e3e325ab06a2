import {
  type Client,
  ConflictError,
  createClient,
  NotFoundError,
  type OwnListing,
  type UpdateListingRequest,
} from '@mkt/client';
import type { Clock } from '../market/outside.ts';
import { type FetchServer, type FetchService, serveFetch } from './fetch-server.ts';
import {
  type Behaviour,
  providerAt,
  type Script,
  type ScriptedContract,
  scriptedService,
} from './scripted-service.ts';

/** Longer than the marketplace waits for a seller (docs/reference/limits.md#sizes-and-times). */
const MAX_DELAY_MS = 60_000;
const MAX_FAILURES = 100;

/** The input of a scripted seller without schemas of its own (docs/test/testing.md#inputs). */
export const STANDARD_INPUT = {
  type: 'object',
  properties: {
    message: { type: 'string', maxLength: 1_000, description: 'Is returned in the result.' },
    delayMs: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_DELAY_MS,
      description: 'Responds after this many milliseconds.',
    },
    failTimes: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_FAILURES,
      description: 'Fails this many calls with the same input before one succeeds.',
    },
    status: {
      type: 'integer',
      minimum: 400,
      maximum: 599,
      description: 'The HTTP status of a call that fails.',
    },
  },
  additionalProperties: false,
};

export const STANDARD_OUTPUT = {
  type: 'object',
  required: ['message', 'attempt'],
  properties: {
    message: { type: 'string', description: 'The message of the input.' },
    attempt: {
      type: 'integer',
      minimum: 1,
      description: 'How often you have sent this input to this listing.',
    },
  },
  additionalProperties: false,
};

const messageOf = (input: unknown): unknown =>
  typeof input === 'object' && input !== null && 'message' in input ? input.message : 'ok';

export const standardResult = (input: unknown, attempt: number) => ({
  message: messageOf(input),
  attempt,
});

/** Breaks `STANDARD_OUTPUT` in two ways: a member has another type, and one is missing. */
export const driftedStandardResult = () => ({ message: 42 });

const DELAY_MS = 3_000;
const FAIL_TIMES = 1;
const PRICE = { amount: 0.01 };

const DOCS = 'Its input can ask for a delay or a failure (docs/test/testing.md).';

interface TestListing {
  slug: string;
  behaviour: Behaviour;
  description: string;
}

/** What `serve --dev --seed` puts up for sale. */
const TEST_LISTINGS: readonly TestListing[] = [
  { slug: 'mkt-test-ok', behaviour: 'ok', description: 'Succeeds immediately.' },
  { slug: 'mkt-test-slow', behaviour: 'slow', description: 'Succeeds after 3 seconds.' },
  { slug: 'mkt-test-fail', behaviour: 'http-500', description: 'Fails every call.' },
  {
    slug: 'mkt-test-invalid',
    behaviour: 'schema-drift',
    description: 'Succeeds with a result that breaks its output schema.',
  },
  {
    slug: 'mkt-test-flaky',
    behaviour: 'flaky',
    description: 'Fails the first call with an input, and succeeds at the second one.',
  },
  {
    slug: 'mkt-test-timeout',
    behaviour: 'timeout',
    description: 'Never responds: its orders fail after 30 seconds.',
  },
];

const contractOf = ({ slug, description }: TestListing): ScriptedContract => ({
  title: slug,
  description: `For tests of buyers. ${description} ${DOCS}`,
  category: 'developer-tools',
  price: PRICE,
  inputSchema: STANDARD_INPUT,
  outputSchema: STANDARD_OUTPUT,
  requestExampleJson: '{"message":"Hello there."}',
  responseExampleJson: '{"message":"Hello there.","attempt":1}',
});

const scriptOf = ({ behaviour }: TestListing): Script => ({
  behaviour,
  delayMs: DELAY_MS,
  failTimes: FAIL_TIMES,
  result: standardResult,
  driftedResult: driftedStandardResult,
});

const POLL_MS = 25;

interface PublishOptions {
  client: Client;
  /** Resolves when reviews may have ended. */
  reviewed(): Promise<void>;
}

/** A listing that is for sale, and the secret that signs its calls. */
interface ForSale {
  provider: OwnListing;
  signingSecret: string;
}

/** The listing once its review has ended. Rejects with what the review found, if it was flagged. */
export async function forSale(
  { client, reviewed }: PublishOptions,
  created: Pick<OwnListing, 'id'>,
): Promise<ForSale> {
  await reviewed();
  let provider = await client.listings.get(created.id);
  while (provider.status === 'pending_review') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    provider = await client.listings.get(created.id);
  }
  if (provider.status === 'flagged' || provider.status === 'draft') {
    throw new Error(
      `${provider.slug} was not published. ${provider.reviewRejectionReason ?? `It is a ${provider.status}.`}`,
    );
  }
  const { secret } = await client.listings.signingSecret(provider.id);
  return { provider, signingSecret: secret };
}

interface SeedOptions {
  /** The marketplace, at an address of this machine. */
  baseUrl: string;
  /** The account that sells. */
  apiKey: string;
  clock: Pick<Clock, 'now' | 'after'>;
  /** Resolves when reviews may have ended. */
  reviewed(): Promise<void>;
}

export interface Seeds {
  /** The slugs that are for sale. */
  slugs: string[];
  /** Sentences about those that are not. */
  problems: string[];
  close(): Promise<void>;
}

/** The listing of this slug, if the account has it. */
async function earlier(client: Client, slug: string): Promise<OwnListing | undefined> {
  try {
    return await client.listings.get(slug);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** The port of an earlier start, so that the listings need no change. */
function earlierPort(providers: readonly (OwnListing | undefined)[]): number {
  const endpoint = providers.find((each) => each)?.runContract.endpointPath;
  return endpoint !== undefined && URL.canParse(endpoint) ? Number(new URL(endpoint).port) : 0;
}

async function serveAt(service: FetchService, port: number): Promise<FetchServer> {
  try {
    return await serveFetch(service, port);
  } catch (error) {
    if (port === 0) throw error;
    return serveFetch(service);
  }
}

/** Imports a listing, or makes an earlier one call this server; resolves when it is for sale. */
async function publish(
  { client, reviewed }: { client: Client; reviewed(): Promise<void> },
  {
    listing,
    found,
    url,
  }: { listing: (typeof TEST_LISTINGS)[number]; found: OwnListing | undefined; url: string },
) {
  const address = `${url}/${listing.slug}`;
  if (!found) {
    const created = await client.listings.importFromService(address, { slug: listing.slug });
    return forSale({ client, reviewed }, created);
  }
  // A start that was interrupted may have left the review undone.
  if (found.status === 'pending_review') await reviewed();
  const content = providerAt(address, contractOf(listing)) as UpdateListingRequest;
  await client.listings.update(found.id, content);
  return forSale({ client, reviewed }, found);
}

/**
 * Puts the test listings up for sale as any seller would: they are imported, reviewed, and called
 * with signed requests. Started again, it changes them instead. A listing that cannot be sold is
 * reported, because data that a developer has changed must not keep the marketplace from starting.
 */
export async function seedTestListings({
  baseUrl,
  apiKey,
  clock,
  reviewed,
}: SeedOptions): Promise<Seeds> {
  const client = createClient({ baseUrl, apiKey });
  const secrets = new Map<string, string>();
  const services = new Map(
    TEST_LISTINGS.map((listing) => {
      const service = scriptedService({
        contract: contractOf(listing),
        basePath: `/${listing.slug}`,
        script: () => scriptOf(listing),
        followsInstructions: true,
        secrets: () => secrets.get(listing.slug),
        clock,
      });
      return [listing.slug, service];
    }),
  );
  const notFound = new Response(null, { status: 404 });
  const router: FetchService = {
    fetch(request) {
      const [, slug = ''] = new URL(request.url).pathname.split('/');
      return services.get(slug)?.fetch(request) ?? notFound.clone();
    },
  };
  const found = await Promise.all(TEST_LISTINGS.map(({ slug }) => earlier(client, slug)));
  const server = await serveAt(router, earlierPort(found));
  const slugs: string[] = [];
  const problems: string[] = [];
  await Promise.all(
    TEST_LISTINGS.map(async (listing, index) => {
      const { slug } = listing;
      try {
        const each = { listing, found: found[index], url: server.url };
        const { provider, signingSecret } = await publish({ client, reviewed }, each);
        secrets.set(slug, signingSecret);
        if (provider.status === 'published') slugs.push(slug);
        else problems.push(`${slug} is ${provider.status}.`);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const isTaken = error instanceof ConflictError && found[index] === undefined;
        problems.push(
          isTaken ? `Another account has the slug ${slug}.` : `${slug} cannot be sold: ${message}`,
        );
      }
    }),
  );
  return { slugs: slugs.toSorted(), problems: problems.toSorted(), close: () => server.close() };
}
