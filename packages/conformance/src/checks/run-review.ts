import { type Check, isHealthyStatus, type ListingContent, type RunContract } from '@mkt/protocol';
import {
  type AttemptFailure,
  createPinger,
  type Pinger,
  type ProbedUrl,
  type ProbeSignature,
  requestName,
  withAttempts,
  withoutResponse,
} from '../calls/ping.ts';
import { checkAgentTexts } from '../content/agent-texts.ts';
import { CONTRACT_SCHEMAS, schemaContext, urlProblems } from '../contract/match-contract.ts';
import type { SchemaValidator } from '../schema-validator.ts';
import type { TransportOutcome } from '../transport.ts';
import { type CheckEnvironment, type CheckName, failed, passed, skipped } from './check.ts';
import { reviewExamples } from './examples.ts';

const ENDPOINT_FIX =
  'Respond to HEAD and GET on the endpoint with 200 and an empty body, without requiring a signature until the service has its secret.';

/**
 * `reachability`: HEAD and GET on the endpoint return 200 without a body
 * (docs/reference/seller-interface.md). For a GET contract only HEAD is sent, because an unsigned GET
 * may be refused.
 */
async function checkReachability(
  { method, endpointPath }: RunContract,
  environment: CheckEnvironment,
  pinger: Pinger,
): Promise<Check> {
  const methods = method === 'GET' ? ['HEAD'] : ['HEAD', 'GET'];
  for (const each of methods) {
    const failure = await withAttempts(environment, () => emptyOk(pinger, each, endpointPath));
    if (failure) return failed('reachability', failure);
  }
  const names = methods.join(' and ');
  return passed('reachability', `${requestName(names, endpointPath)} returned 200 without a body`);
}

async function emptyOk(
  pinger: Pinger,
  method: string,
  url: string,
): Promise<AttemptFailure | undefined> {
  const name = requestName(method, url);
  const outcome = await pinger.ping(method, url, 'endpointPath');
  if (outcome.kind !== 'response') {
    return withoutResponse(name, outcome, { fix: ENDPOINT_FIX, member: 'endpointPath' });
  }
  if (outcome.status !== 200) {
    const fix =
      outcome.status === 404 ? `Check the path in endpointPath. ${ENDPOINT_FIX}` : ENDPOINT_FIX;
    return { message: `${name} returned ${outcome.status}; expected 200`, fix };
  }
  if (outcome.body.length === 0) return undefined;
  const message = `${name} returned a body of ${outcome.body.length} bytes; expected none`;
  return { message, fix: ENDPOINT_FIX };
}

const HEALTH_FIX = 'Return 2xx while the service works, or remove healthEndpoint.';

/** `health`: GET on the health endpoint returns 2xx. Skipped if there is none. */
async function checkHealth(
  { healthEndpoint }: RunContract,
  environment: CheckEnvironment,
  pinger: Pinger,
): Promise<Check> {
  if (healthEndpoint === undefined) return skipped('health', 'no healthEndpoint is given');
  const name = requestName('GET', healthEndpoint);
  const failure = await withAttempts(environment, async () => {
    const outcome = await pinger.ping('GET', healthEndpoint, 'healthEndpoint');
    if (outcome.kind !== 'response') {
      return withoutResponse(name, outcome, { fix: HEALTH_FIX, member: 'healthEndpoint' });
    }
    if (isHealthyStatus(outcome.status)) return undefined;
    return { message: `${name} returned ${outcome.status}; expected 2xx`, fix: HEALTH_FIX };
  });
  return failure ? failed('health', failure) : passed('health', `${name} returned 2xx`);
}

const PATH = '/runContract';

/** `schemas`: the marketplace accepts both JSON Schemas, and the method can carry the input. */
async function checkSchemas(contract: RunContract, schemas: SchemaValidator): Promise<Check> {
  const given = CONTRACT_SCHEMAS.filter((name) => contract[name] !== undefined);
  for (const name of given) {
    const found = await schemas.inspect(contract[name], schemaContext(contract, name, PATH));
    const [first] = found.details;
    if (first) {
      return failed('schemas', {
        message: `${name} is refused: ${first.path || '/'} ${first.message}`,
        fix: 'Change the schema at the listed locations.',
        details: found.details,
      });
    }
    if (found.queryProblems.length > 0) {
      return failed('schemas', {
        message: `the input cannot be sent in the query string of a ${contract.method} call`,
        fix: 'Use POST, or allow only scalars and lists of scalars in inputSchema.',
        details: found.queryProblems,
      });
    }
  }
  return passed(
    'schemas',
    given.length > 0 ? `${given.join(' and ')} can be used` : 'no schemas are given',
  );
}

const URL_FIX = 'Serve the endpoint over https on a public host name.';

/**
 * `url-policy`: the form of both URLs, then the addresses that their names resolve to, which only a
 * connection reveals. Therefore the first probes of `reachability` and `health` are sent here; those
 * checks evaluate the responses.
 */
async function checkUrlPolicy(
  contract: RunContract,
  environment: CheckEnvironment,
  pinger: Pinger,
): Promise<Check> {
  const details = urlProblems(contract, environment.urlPolicy, '/runContract');
  const [first] = details;
  if (first) {
    const name = first.path.split('/').at(-1) ?? '';
    return failed('url-policy', { message: `${name} ${first.message}`, fix: URL_FIX, details });
  }
  const { endpointPath, healthEndpoint } = contract;
  const probes: { name: ProbedUrl; outcome: Promise<TransportOutcome> }[] = [
    { name: 'endpointPath', outcome: pinger.pingAhead('HEAD', endpointPath, 'endpointPath') },
  ];
  if (healthEndpoint !== undefined) {
    const outcome = pinger.pingAhead('GET', healthEndpoint, 'healthEndpoint');
    probes.push({ name: 'healthEndpoint', outcome });
  }
  for (const { name, outcome } of probes) {
    const probed = await outcome;
    if (probed.kind !== 'refused') continue;
    const { message } = probed;
    return failed('url-policy', {
      message: `${name} is not allowed: it ${message}`,
      fix: URL_FIX,
      details: [{ path: `/runContract/${name}`, message, keyword: 'url' }],
    });
  }
  const what = probes.length > 1 ? 'both addresses are' : 'the address is';
  return passed('url-policy', `${what} allowed`);
}

export interface ReviewOptions {
  /**
   * The listing's slug if it was not derived from its title: then it is screened like any other
   * text.
   */
  slug?: string | undefined;
  /** Signs the requests of `reachability`; health probes are never signed. */
  signature?: ProbeSignature | undefined;
  /** Checks that an operator has waived: they are reported as skipped. */
  waive?: readonly Extract<CheckName, 'content'>[];
}

/**
 * The six checks of a review, in their order, each reported by `onCheck` as it ends, and advice about
 * its texts if there is some. Nothing is sent to an address that `url-policy` refused. Source:
 * docs/sell/listings.md#review.
 */
export async function runReview(
  content: ListingContent,
  environment: CheckEnvironment,
  options: ReviewOptions = {},
): Promise<Check[]> {
  const pinger = createPinger(environment, options.signature);
  const checks = await reviewWith(pinger, content, environment, options);
  const advice = textAdvice(content);
  for (const check of advice) environment.onCheck?.(check);
  return [...checks, ...advice];
}

/** Advice about the texts of a listing, which a review shows only if there is any. */
export const textAdvice = (content: ListingContent): Check[] =>
  [checkAgentTexts(content)].filter((check) => check.outcome === 'failed');

/** A review whose probes go through a given pinger, so that a battery sees them too. */
export async function reviewWith(
  pinger: Pinger,
  content: ListingContent,
  environment: CheckEnvironment,
  { slug, waive = [] }: ReviewOptions = {},
): Promise<Check[]> {
  const { runContract } = content;
  const checks: Check[] = [];
  const report = (check: Check): Check => {
    checks.push(check);
    environment.onCheck?.(check);
    return check;
  };
  const schemas = report(await checkSchemas(runContract, environment.schemas));
  const policy = report(await checkUrlPolicy(runContract, environment, pinger));
  if (policy.outcome === 'failed') {
    report(skipped('reachability', 'not tried: url-policy failed'));
    report(skipped('health', 'not tried: url-policy failed'));
  } else {
    report(await checkReachability(runContract, environment, pinger));
    report(await checkHealth(runContract, environment, pinger));
  }
  if (waive.includes('content')) report(skipped('content', 'waived by the operator'));
  else report(await environment.reviewContent(content, slug));
  if (schemas.outcome === 'failed') {
    report(skipped('examples', 'not tried: the check `schemas` failed'));
  } else {
    report(await reviewExamples(content, environment.schemas));
  }
  return checks;
}
