import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  type Check,
  type Detail,
  type ListingContent,
  type RunContract,
  type Warning,
} from '@mkt/protocol';
import type { CheckEnvironment } from '../checks/check-environment.ts';
import type { CheckName } from '../checks/check-names.ts';
import { failed, passed, skipped } from '../checks/outcomes.ts';
import { createPinger } from '../calls/ping.ts';
import { reviewWith } from '../checks/run-review.ts';
import { fetchContract, type FetchedContract } from '../contract/fetch-contract.ts';
import { missingPrefix, mountFix } from '../contract/missing-prefix.ts';
import { readContractForm } from '../contract/read-contract.ts';
import { readSchemas } from '../contract/run-contract-problems.ts';
import { readServiceUrl } from '../contract/service-url.ts';
import { originWarnings } from '../contract/warnings.ts';
import type { UrlPolicy } from '../url-policy.ts';
import { adviceChecks } from '../checks/advice.ts';
import { checkContentType, checkCors } from '../checks/response-headers.ts';
import { frameworkOf, type Framework } from '../checks/framework-fixes.ts';
import { checkIdentity, checkNotFound } from '../checks/identity-and-not-found.ts';
import { observeResponses } from '../calls/observed-responses.ts';
import { createReport, type Report } from './report.ts';
import { checkRunAndSignatures } from './run-and-signatures.ts';

export interface BatteryOptions {
  /** The base address of the service. */
  serviceUrl: string;
  /**
   * `whsec_…`, or several separated by commas, of which the first that the service accepts is used.
   * Without it the signature checks are skipped.
   */
  secret?: string | undefined;
  /** Makes one signed call, and leaves out those that the service must refuse. */
  isQuick?: boolean | undefined;
  environment: CheckEnvironment;
  /** The framework for which fixes show code; by default the one that a response names. */
  framework?: Framework | undefined;
  /** The listing id in signed calls; random by default. */
  listingId?: string;
  /** Unix time in ms for signatures. */
  now?(): number;
}

export interface BatteryResult {
  /** Every check by name, in the order of `CHECK_NAMES`. */
  checks: Check[];
  warnings: Warning[];
  /** The contract's content, if it could be read. */
  contract?: ListingContent;
}

/**
 * Every check of a running service: the review's, the other rules for sellers, and
 * advice. Signed calls run the service a few times with its request example. Source:
 * docs/reference/seller-interface.md.
 */
export async function runBattery(options: BatteryOptions): Promise<BatteryResult> {
  const { serviceUrl, environment: given } = options;
  const { transport, responses } = observeResponses(given.transport);
  const environment: CheckEnvironment = { ...given, transport };
  const report = createReport(given.onCheck?.bind(given));

  const service = readServiceUrl(serviceUrl, given.urlPolicy);
  const limits = { timeoutMs: LIMITS.contractTimeoutMs, maxBytes: LIMITS.contractBytes };
  const fetched = await fetchContract(serviceUrl, environment, limits);
  const result = reportContract(fetched, report, given.urlPolicy);
  if (!service.ok || isUnreachable(fetched)) {
    report.reason = 'not tried: the service cannot be reached';
    return { checks: report.finish(), warnings: [] };
  }
  report.check(await checkIdentity(service, transport, given.signal));
  const framework = options.framework ?? frameworkOf(responses);
  report.check(await checkNotFound(service, transport, { signal: given.signal, framework }));
  if (result) await checkContent(result.content, options, environment, report);
  else report.reason = 'not tried: the contract cannot be read';
  report.check(checkCors(responses, framework));
  report.check(checkContentType(responses, framework));

  const checks = report.finish();
  if (!result) return { checks, warnings: [] };
  const { content, key, warnings } = result;
  const path = `/${key}/runContract`;
  const origins = originWarnings(content.runContract, serviceUrl, path);
  const schemas = await readSchemas(content.runContract, given.schemas, path);
  return { checks, warnings: [...warnings, ...origins, ...schemas.warnings], contract: content };
}

const isUnreachable = (fetched: FetchedContract) =>
  !fetched.ok && (fetched.type === 'network' || fetched.type === 'url_not_allowed');

const CONTRACT_FIX =
  'Respond to GET /contract with 200 and the document that GET /v1/mkt-schema describes; docs/reference/seller-interface.md has one to copy.';
/** Of a 404: the service may be below the address. */
const MOUNT_FIX = 'If the service is mounted under a path, add it to the address.';
const SMALL_PRICES = 'A price below one cent is given as amount, as in "amount": 0.005.';
const FETCH_FIXES = {
  network: `Check that the service is running, and its address. GET /contract must respond within ${LIMITS.contractTimeoutMs / 1_000} s.`,
  url_not_allowed:
    'Give the base address of the service, such as https://api.example.com or http://localhost:8810.',
  non_ok_status: CONTRACT_FIX,
  invalid_json: 'Respond to GET /contract with the document as JSON in UTF-8, uncompressed.',
  invalid_contract: CONTRACT_FIX,
} as const satisfies Record<Extract<FetchedContract, { ok: false }>['type'], string>;

/** `contract`: the service returns it and it matches its schema. JSON Schemas and URLs have their own checks. */
function reportContract(fetched: FetchedContract, report: Report, urlPolicy: UrlPolicy) {
  if (!fetched.ok) {
    const { details, serviceError, type } = fetched;
    const isMissing = type === 'non_ok_status' && / 404\b/.test(fetched.message);
    const fix = isMissing ? `${FETCH_FIXES[type]} ${MOUNT_FIX}` : FETCH_FIXES[type];
    const message = serviceError
      ? `${fetched.message} The service says: ${serviceError}`
      : fetched.message;
    report.check(failed('contract', { message, fix, ...(details ? { details } : {}) }));
    return undefined;
  }
  const form = readContractForm(fetched.document.value, urlPolicy, fetched.document.exact);
  if (form.ok) {
    report.check(passed('contract', 'matches the schema at GET /v1/mkt-schema'));
    return form;
  }
  const { details, sentence } = form;
  const fix = details.some(({ path }) => path.endsWith('/price/amountCents'))
    ? `${CONTRACT_FIX} ${SMALL_PRICES}`
    : CONTRACT_FIX;
  report.check(failed('contract', { message: contractMessage(sentence, details), fix, details }));
  return undefined;
}

/** The sentence as the continuation of the check's name, with the first location. */
const contractMessage = (sentence: string, [first]: readonly Detail[]) =>
  sentence.includes('does not match')
    ? `does not match /v1/mkt-schema: ${first?.path || 'the document'} ${first?.message}`
    : `cannot be used: ${first?.path || 'the document'} ${first?.message}`;

async function checkContent(
  content: ListingContent,
  options: BatteryOptions,
  environment: CheckEnvironment,
  report: Report,
): Promise<void> {
  const { secret, isQuick = false, listingId = randomUUID(), now = Date.now } = options;
  const signature = secret === undefined ? undefined : { secrets: [secret], listingId, now };
  const isMounted = missingPrefix(content.runContract, options.serviceUrl) !== undefined;
  const reviewed = await reviewWith(createPinger(environment, signature), content, {
    ...environment,
    onCheck: (check) => report.check(isMounted ? explainMount(check, options.serviceUrl) : check),
  });
  for (const check of adviceChecks(content)) report.check(check);
  const hasFailed = (name: CheckName) =>
    reviewed.some((check) => check.name === name && check.outcome === 'failed');
  if (hasFailed('url-policy')) {
    report.reason = 'not tried: the address of the endpoint is not allowed';
    report.check(skipped('run', report.reason));
    return;
  }
  if (isMounted && hasFailed('reachability')) {
    report.reason = ELSEWHERE;
    report.check(skipped('run', ELSEWHERE));
    return;
  }
  const contract = hasFailed('schemas') ? withoutSchemas(content.runContract) : content.runContract;
  const hasNoEndpoint = hasFailed('reachability');
  await checkRunAndSignatures({
    contract,
    environment,
    report,
    secret,
    isQuick,
    listingId,
    now,
    hasNoEndpoint,
  });
}

const ELSEWHERE = 'not tried: the endpoint is not at the address in the contract';

/** A contract without its prefix is one mistake, so only `reachability` fails for it. */
function explainMount(check: Check, serviceUrl: string): Check {
  if (check.outcome !== 'failed') return check;
  if (check.name === 'health') return skipped('health', ELSEWHERE);
  if (check.name !== 'reachability') return check;
  const path = new URL(serviceUrl).pathname.replace(/\/+$/, '');
  const message = `${check.message}. The service is mounted at ${path}, which its contract leaves out`;
  return { ...check, message, fix: mountFix(serviceUrl) };
}

function withoutSchemas(contract: RunContract): RunContract {
  const { inputSchema: _input, outputSchema: _output, ...rest } = contract;
  return rest;
}
