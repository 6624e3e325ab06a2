import {
  type CheckEnvironment,
  fetchContract,
  isPublishable,
  listingWarnings,
  readContract,
  type RefusedContract,
  runReview,
} from '@mkt/conformance';
import {
  type Check,
  type FromServiceRequest,
  LIMITS,
  type ListingContent,
  pointerSegments,
  type PriceInput,
  type ReadJson,
  readMember,
  type Warning,
} from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import { Refusal } from '../market/refusal.ts';
import { schemasOf } from '../market/schema-text.ts';
import type { App } from '../server/context.ts';
import { inspecting, priceFrom } from './content.ts';
import { probeSignature } from './health.ts';
import { checkChosenSlug, slugTaken, wantedSlug } from './slugs.ts';

interface ReadService {
  content: ListingContent;
  warnings: Warning[];
}

/**
 * Fetches the contract of a service and reads it. Fails with one of the four import errors, or with
 * `url_not_allowed` for the address of the service itself (docs/reference/protocol.md#errors-of-an-import).
 */
export async function readService(
  { schemas, contractBytes, baseUrl }: App,
  checks: CheckEnvironment,
  { serviceUrl, price }: FromServiceRequest,
  group: string,
): Promise<ReadService> {
  const fetched = await fetchContract(serviceUrl, checks, {
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: contractBytes,
  });
  if (!fetched.ok) {
    const status = fetched.type === 'invalid_json' ? 422 : undefined;
    throw new Refusal(fetched.type, fetched.message, {
      ...(status ? { status } : {}),
      ...(fetched.details ? { details: fetched.details } : {}),
    });
  }
  const { document } = fetched;
  const contract = await readContract(document.value, {
    serviceUrl,
    urlPolicy: checks.urlPolicy,
    schemas: inspecting({ schemas }, group),
    exact: document.exact,
  });
  if (!contract.ok) throw invalidContract(contract, baseUrl());
  const { warnings, path } = contract;
  const runContract = { ...contract.content.runContract, ...schemasOf(memberAt(document, path)) };
  const content = { ...contract.content, runContract };
  return price === undefined ? { content, warnings } : priced({ content, warnings }, price);
}

/** The content at the price of the request, which only a contract without a price may be given. */
function priced({ content, warnings }: ReadService, price: PriceInput): ReadService {
  const others = warnings.filter(({ code }) => code !== 'no_price');
  if (others.length === warnings.length) {
    throw new Refusal('invalid_request', 'The contract of the service already has a price.', {
      details: [
        {
          path: '/price',
          message: 'must be left out: the contract has a price',
          keyword: 'price',
        },
      ],
    });
  }
  const set = priceFrom(price, content.price);
  const ofUnit = listingWarnings({ ...content, category: null, price: set }, []);
  return {
    content: { ...content, price: set },
    warnings: [...(price.amount === undefined ? warnings : others), ...ofUnit],
  };
}

const SCHEMA_PATH = '/v1/mkt-schema';

/** The text of the contract that was read. */
const memberAt = (document: ReadJson, path: string): ReadJson =>
  pointerSegments(path).reduce((read, name) => readMember(read, name) ?? read, document);

function invalidContract({ sentence, details }: RefusedContract, baseUrl: string): Refusal {
  const help = sentence.includes(SCHEMA_PATH)
    ? ` The schema: ${baseUrl}${SCHEMA_PATH}. A contract to copy: ${baseUrl}/docs/reference/seller-interface.md.`
    : '';
  return new Refusal('invalid_contract', `${sentence}${help}`, { details });
}

export interface PreviewOutcome {
  /** The slug that an import would assign now. */
  slug: string;
  content: ListingContent;
  warnings: Warning[];
  checks: Check[];
  publishable: boolean;
}

/**
 * Shows what an import would create, with the checks that its review would run; nothing is stored.
 */
export const previewService = (
  app: App,
  caller: Caller,
  request: FromServiceRequest,
): Promise<PreviewOutcome> =>
  app.withChecks(caller.accountId, (environment) => preview(app, environment, caller, request));

async function preview(
  app: App,
  environment: CheckEnvironment,
  caller: Caller,
  request: FromServiceRequest,
): Promise<PreviewOutcome> {
  const { slug: chosen } = request;
  checkChosenSlug(chosen);
  const { listings } = app.store;
  if (chosen !== undefined && !(await listings.freeSlug({ chosen }))) throw slugTaken();
  const { content, warnings } = await readService(app, environment, request, caller.accountId);
  const { endpointPath } = content.runContract;
  // If the service already has a listing of this account, it may refuse calls that its secret did not sign.
  const signature = await probeSignature(app, { accountId: caller.accountId, endpointPath });
  const checks = await runReview(content, environment, { slug: chosen, signature });
  const slug = await listings.freeSlug(wantedSlug(chosen, content.title));
  // The slug was taken while the service was being read.
  if (slug === undefined) throw slugTaken();
  return { slug, content, warnings, checks, publishable: isPublishable(checks) };
}
