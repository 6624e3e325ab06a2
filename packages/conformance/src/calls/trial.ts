import type { Check, RunContract } from '@mkt/protocol';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import type { CheckEnvironment } from '../checks/check-environment.ts';
import { exampleOf } from '../checks/examples.ts';
import { checkRun, looksLikeProbe } from '../checks/run.ts';
import type { TransportOutcome } from '../transport.ts';
import { clockError } from './clock-error.ts';
import { isUnreachable, requestName } from './ping.ts';
import { outcomeText } from './response-json.ts';
import { messageOf, sendMessage } from './run-call.ts';
import { newEnvelope, signedHeaders } from './signed-headers.ts';

export interface TrialOptions {
  contract: RunContract;
  environment: Pick<CheckEnvironment, 'transport' | 'schemas' | 'signal'>;
  /** One or several, separated by commas: the call is signed with each of them. */
  secrets?: string | undefined;
  /** The listing id in a signed call; random by default. */
  listingId?: string | undefined;
  /** Unix time in ms. */
  now?: (() => number) | undefined;
}

/** The outcome of one call with the request example. */
export type Trial =
  | { kind: 'passed'; message: string }
  | { kind: 'not-tried'; message: string }
  | { kind: 'failed'; check: Check };

/**
 * Calls the service once with its request example, as a buyer's order would. A 401, a response without
 * a body or an address that only the marketplace can reach proves nothing: the call counts as not tried.
 */
export async function tryCall(options: TrialOptions): Promise<Trial> {
  const { contract, environment, secrets } = options;
  const example = exampleOf(contract, 'requestExampleJson');
  if (!example) return notTried('the contract has no requestExampleJson to call it with');
  const outcome = await send(options, secrets);
  const name = requestName(contract.method, contract.endpointPath);
  if (isUnreachable(outcome)) {
    return notTried(`${name} ${outcomeText(outcome)} (called from this machine)`);
  }
  if (outcome.kind === 'response') {
    if (outcome.status === 401) {
      return notTried(
        secrets === undefined
          ? 'the service accepts only signed calls, and no secret is known here'
          : 'the service does not accept the secret that is known here',
      );
    }
    const { status, body } = outcome;
    const isEmpty = status >= 200 && status <= 299 && body.length === 0;
    if (isEmpty && !looksLikeProbe(contract.method, status))
      return notTried(`${name} returned ${outcome.status} without a body`);
  }
  const check = await checkRun(contract, outcome, environment.schemas);
  return check.outcome === 'failed'
    ? { kind: 'failed', check }
    : { kind: 'passed', message: check.message };
}

const notTried = (message: string): Trial => ({ kind: 'not-tried', message });

/** What a service does with the secret of its listing. */
export type SecretTrial =
  /** It refuses unsigned calls and accepts those that are signed with the secret. */
  | { kind: 'used' }
  /** It accepts unsigned calls. */
  | { kind: 'unused' }
  /** It refuses calls that are signed with the secret. */
  | { kind: 'other-secret' }
  /** `12 minutes behind`. */
  | { kind: 'wrong-clock'; clock: string }
  | { kind: 'not-tried'; message: string };

/** Calls the service unsigned and, if it refuses that, signed. At most one of the calls runs it. */
export async function trySecret(options: TrialOptions & { secrets: string }): Promise<SecretTrial> {
  const { contract, now = Date.now } = options;
  const name = requestName(contract.method, contract.endpointPath);
  const unsigned = await send(options, undefined);
  if (unsigned.kind !== 'response') {
    return { kind: 'not-tried', message: `${name} ${outcomeText(unsigned)}` };
  }
  if (unsigned.status === 404) return { kind: 'not-tried', message: `${name} returned 404` };
  if (unsigned.status !== 401) return { kind: 'unused' };
  const signed = await send(options, options.secrets);
  if (signed.kind !== 'response') {
    return { kind: 'not-tried', message: `${name} ${outcomeText(signed)}` };
  }
  if (signed.status !== 401) return { kind: 'used' };
  const clock = clockError(signed, now());
  return clock === undefined ? { kind: 'other-secret' } : { kind: 'wrong-clock', clock };
}

async function send(
  { contract, environment, listingId = crypto.randomUUID(), now = Date.now }: TrialOptions,
  secrets: string | undefined,
): Promise<TransportOutcome> {
  const message = messageOf(contract, exampleOf(contract, 'requestExampleJson')?.text ?? '{}');
  const keys = secrets === undefined ? undefined : parseSigningSecrets(secrets);
  const headers = keys ? signedHeaders(keys, newEnvelope(listingId), now(), message.signed) : {};
  return await sendMessage(contract, message, headers, environment);
}
