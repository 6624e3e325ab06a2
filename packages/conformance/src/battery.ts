import { randomUUID } from 'node:crypto';
import {
  type Check,
  type Detail,
  LIMITS,
  type ListingContent,
  type RunContract,
  type Warning,
} from '@mkt/protocol';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import { createPinger, isUnreachable, observeResponses, requestName } from './calls/ping.ts';
import { outcomeText } from './calls/response-body.ts';
import {
  type Message,
  messageOf,
  newEnvelope,
  sendMessage,
  signedHeaders,
  unknownKey,
} from './calls/run-call.ts';
import {
  CHECK_NAMES,
  type CheckEnvironment,
  type CheckName,
  failed,
  passed,
  skipped,
} from './checks/check.ts';
import { exampleOf } from './checks/examples.ts';
import { type Framework, frameworkOf } from './checks/framework-fixes.ts';
import { checkIdentity, checkNotFound } from './checks/identity-and-not-found.ts';
import { checkContentType, checkCors } from './checks/response-headers.ts';
import { reviewWith } from './checks/run-review.ts';
import { checkRun } from './checks/run.ts';
import {
  checkAccepted,
  checkSignatures,
  isStatus,
  missingHeadersVerdict,
} from './checks/signatures.ts';
import { adviceChecks } from './content/agent-texts.ts';
import { fetchContract, type FetchedContract, readServiceUrl } from './contract/fetch-contract.ts';
import { readSchemas } from './contract/match-contract.ts';
import { readContractForm } from './contract/read-contract.ts';
import { missingPrefix, mountFix, originWarnings } from './contract/warnings.ts';
import type { TransportOutcome } from './transport.ts';
import type { UrlPolicy } from './url-policy.ts';

/** Collects the checks of a battery as they complete. */
interface Report {
  check(check: Check): void;
  has(name: CheckName): boolean;
  /** Why checks that were not reported were skipped. */
  reason: string;
  /** Every check of the battery, in order; those that were not reported are skipped. */
  finish(): Check[];
}

function createReport(onCheck: ((check: Check) => void) | undefined): Report {
  const byName = new Map<string, Check>();
  const check = (each: Check) => {
    byName.set(each.name, each);
    onCheck?.(each);
  };
  const report: Report = {
    check,
    has: (name) => byName.has(name),
    reason: 'not tried',
    finish() {
      for (const name of CHECK_NAMES) {
        if (!byName.has(name)) check(skipped(name, report.reason));
      }
      return CHECK_NAMES.flatMap((name) => byName.get(name) ?? []);
    },
  };
  return report;
}

interface RunChecks {
  contract: RunContract;
  environment: CheckEnvironment;
  report: Report;
  secret: string | undefined;
  /** Leaves out the calls that a service must refuse. */
  isQuick: boolean;
  listingId: string;
  now(): number;
  /** The check `reachability` has failed. */
  hasNoEndpoint: boolean;
}

const PASS_SECRET = 'not tried: pass --secret to test it';
const NO_ENDPOINT = 'not tried: see reachability';
const QUICK = 'not tried: mkt validate tries the calls that must be refused';
const NO_EXAMPLE = 'not tried: the contract has no requestExampleJson to call it with';

/**
 * `run` and the signature checks. They run the service with the request example: once without a
 * secret (a service that verifies signatures refuses that call), three times with one. Without an
 * example and without a secret it is not called.
 */
async function checkRunAndSignatures(checks: RunChecks): Promise<void> {
  const keys = checks.secret === undefined ? undefined : parseSigningSecrets(checks.secret);
  if (keys) return checkSigned(checks, keys);
  if (checks.secret !== undefined) {
    checks.report.check(
      failed('signature-accepted', {
        message: 'the secret does not have the form whsec_…',
        fix: 'Pass the whsec_… value that `mkt secrets pull` prints with --print-secret.',
      }),
    );
    checks.report.reason = 'not tried: the secret is malformed';
    return;
  }
  checks.report.reason = PASS_SECRET;
  await checkUnsigned(checks);
}

/** That nothing is at the address of the endpoint is one mistake, which `reachability` has reported. */
function isSameMistake({ hasNoEndpoint, report }: RunChecks, outcome: TransportOutcome): boolean {
  if (!hasNoEndpoint || !(isUnreachable(outcome) || isStatus(outcome, 404))) return false;
  report.reason = NO_ENDPOINT;
  report.check(skipped('run', NO_ENDPOINT));
  return true;
}

async function checkUnsigned(checks: RunChecks): Promise<void> {
  const { contract, environment, report } = checks;
  const example = exampleOf(contract, 'requestExampleJson');
  if (!example) {
    report.check(skipped('run', NO_EXAMPLE));
    return;
  }
  const outcome = await sendMessage(contract, messageOf(contract, example.text), {}, environment);
  if (isSameMistake(checks, outcome)) return;
  if (outcome.kind === 'response' && outcome.status === 401) {
    report.check(missingHeadersVerdict([outcome]));
    report.check(skipped('run', 'not tried: the service verifies signatures; pass --secret'));
    return;
  }
  report.check(await checkRun(contract, outcome, environment.schemas));
  report.reason =
    'not tried: the service accepts unsigned calls; set MKT_SIGNING_SECRET in the service, and pass the same secret with --secret';
}

/** The plain call is signed with each key in turn until one is not refused: that is the service's. */
async function checkSigned(checks: RunChecks, keys: readonly Uint8Array[]): Promise<void> {
  const { contract, environment, report, listingId, now } = checks;
  const example = exampleOf(contract, 'requestExampleJson');
  const inputJson = example ? example.text : '{}';
  const send = (message: Message, headers: Record<string, string>): Promise<TransportOutcome> =>
    sendMessage(contract, message, headers, environment);

  const message = messageOf(contract, inputJson);
  const call = async (key: Uint8Array) => {
    const headers = signedHeaders([key], newEnvelope(listingId), now(), message.signed);
    return { key, headers, outcome: await send(message, headers) };
  };
  const [first = unknownKey(), ...others] = keys;
  let tried = await call(first);
  for (const key of others) {
    if (!isStatus(tried.outcome, 401)) break;
    const next = await call(key);
    if (!isStatus(next.outcome, 401)) tried = next;
  }
  const { key, headers, outcome } = tried;
  if (isSameMistake(checks, outcome)) return;
  if (!example) report.check(skipped('run', NO_EXAMPLE));
  else if (outcome.kind === 'response' && outcome.status === 401) {
    report.check(skipped('run', 'not tried: the valid signature was refused'));
  } else report.check(await checkRun(contract, outcome, environment.schemas));

  if (outcome.kind !== 'response') {
    // With an example it is `run` that has failed.
    if (!example) {
      const name = requestName(contract.method, contract.endpointPath);
      report.check(
        failed('signature-accepted', {
          message: `${name} ${outcomeText(outcome)}`,
          fix: 'Make the endpoint respond to signed calls.',
        }),
      );
    }
    report.reason = 'not tried: a signed call got no complete response';
    return;
  }
  if (checks.isQuick) {
    report.check(checkAccepted(outcome, now()));
    report.reason = QUICK;
    return;
  }
  await checkSignatures(
    { contract, inputJson, key, listingId, now, send, report: report.check },
    { outcome, headers, message },
  );
}

export interface BatteryOptions {
  /** The base address of the service. */
  serviceUrl: string;
  /**
   * `whsec_…`, or several separated by commas: the first one that the service accepts is used. Without it
   * the signature checks are skipped.
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
  if (!service.ok || isContractUnreachable(fetched)) {
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

const isContractUnreachable = (fetched: FetchedContract) =>
  !fetched.ok && (fetched.type === 'network' || fetched.type === 'url_not_allowed');

const CONTRACT_FIX =
  'Respond to GET /contract with 200 and the document that GET /v1/mkt-schema describes; docs/reference/seller-interface.md has one to copy.';
/** The fix for a 404: the service may be mounted below the address. */
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
