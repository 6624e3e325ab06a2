import type { RunContract } from '@mkt/protocol';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import { exampleOf } from './checks/examples.ts';
import type { CheckEnvironment } from './checks/check-environment.ts';
import { failed, skipped } from './checks/outcomes.ts';
import { isUnreachable, requestName } from './calls/ping.ts';
import type { TransportOutcome } from './transport.ts';
import { outcomeText } from './calls/response-json.ts';
import type { Report } from './report.ts';
import { checkRun } from './checks/run.ts';
import { messageOf, sendMessage, type Message } from './calls/run-call.ts';
import { checkAccepted, checkSignatures } from './checks/signatures.ts';
import { newEnvelope, signedHeaders, unknownKey } from './calls/signed-headers.ts';
import { isStatus, missingHeadersVerdict } from './checks/signature-verdicts.ts';

export interface RunChecks {
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
export async function checkRunAndSignatures(checks: RunChecks): Promise<void> {
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
