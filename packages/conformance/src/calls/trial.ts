import type { Check, RunContract } from '@mkt/protocol';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import type { CheckEnvironment } from '../checks/check.ts';
import { exampleOf } from '../checks/examples.ts';
import { checkRun } from '../checks/run.ts';
import { isAccepted, isStatus } from '../checks/signatures.ts';
import type { TransportOutcome } from '../transport.ts';
import { clockError, messageOf, newEnvelope, sendMessage, signedHeaders } from './run-call.ts';
import { isUnreachable, requestName } from './ping.ts';
import { outcomeText } from './response-body.ts';

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

/** The outcome of calling the service with its request example. */
export type Trial =
  /** `isOpen`: an unsigned call was accepted. */
  | { kind: 'passed'; message: string; isOpen: boolean }
  | { kind: 'failed'; check: Check; isOpen: boolean }
  /** The service refuses the call with 401, so it was not run. */
  | { kind: 'refused'; message: string }
  | { kind: 'not-tried'; message: string };

/**
 * Calls the service with its request example, as a buyer's order would: unsigned and, if that is not
 * accepted, signed. At most one of the calls runs a service that verifies signatures.
 */
export async function tryCall(options: TrialOptions): Promise<Trial> {
  const { contract, environment, secrets } = options;
  if (!exampleOf(contract, 'requestExampleJson')) {
    return notTried('the contract has no requestExampleJson to call it with');
  }
  const unsigned = await send(options, undefined);
  const isOpen = isAccepted(unsigned);
  const isSigned = secrets !== undefined && unsigned.kind === 'response' && !isOpen;
  const outcome = isSigned ? await send(options, secrets) : unsigned;
  const name = requestName(contract.method, contract.endpointPath);
  if (isUnreachable(outcome)) {
    return notTried(`${name} ${outcomeText(outcome)} (called from this machine)`);
  }
  if (isStatus(outcome, 401)) {
    const message = isSigned
      ? 'the service does not accept the secret that is known here'
      : 'the service accepts only signed calls, and no secret is known here';
    return { kind: 'refused', message };
  }
  const check = await checkRun(contract, outcome, environment.schemas);
  return check.outcome === 'failed'
    ? { kind: 'failed', check, isOpen }
    : { kind: 'passed', message: check.message, isOpen };
}

const notTried = (message: string): Trial => ({ kind: 'not-tried', message });

/** What a service does with the secret of its listing. */
export type SecretTrial =
  /** It refuses unsigned calls and accepts those that are signed with the secret. */
  | { kind: 'used' }
  /** It accepts unsigned calls. */
  | { kind: 'unused' }
  /** It refuses calls that are signed with the secret. */
  | { kind: 'refused' }
  /** `12 minutes behind`. */
  | { kind: 'wrong-clock'; clock: string }
  /** It was called, and neither accepted nor refused the signature. */
  | { kind: 'failed'; message: string }
  | { kind: 'not-tried'; message: string };

/** Calls the service unsigned and, if it refuses that, signed. At most one of the calls runs it. */
export async function trySecret(options: TrialOptions & { secrets: string }): Promise<SecretTrial> {
  const { contract, now = Date.now } = options;
  const name = requestName(contract.method, contract.endpointPath);
  const unsigned = await send(options, undefined);
  if (unsigned.kind !== 'response' || unsigned.status === 404)
    return withoutVerdict(name, unsigned);
  if (unsigned.status !== 401) return { kind: 'unused' };
  const signed = await send(options, options.secrets);
  if (signed.kind !== 'response') return withoutVerdict(name, signed);
  if (signed.status !== 401) return { kind: 'used' };
  const clock = clockError(signed, now());
  return clock === undefined ? { kind: 'refused' } : { kind: 'wrong-clock', clock };
}

const withoutVerdict = (name: string, outcome: TransportOutcome): SecretTrial => ({
  kind: isUnreachable(outcome) ? 'not-tried' : 'failed',
  message: `${name} ${outcomeText(outcome)}`,
});

async function send(
  { contract, environment, listingId = crypto.randomUUID(), now = Date.now }: TrialOptions,
  secrets: string | undefined,
): Promise<TransportOutcome> {
  const message = messageOf(contract, exampleOf(contract, 'requestExampleJson')?.text ?? '{}');
  const keys = secrets === undefined ? undefined : parseSigningSecrets(secrets);
  const headers = keys ? signedHeaders(keys, newEnvelope(listingId), now(), message.signed) : {};
  return await sendMessage(contract, message, headers, environment);
}
