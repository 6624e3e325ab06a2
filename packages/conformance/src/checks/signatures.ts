import type { Check, RunContract } from '@mkt/protocol';
import { HEADERS } from '@mkt/protocol';
import { failed, passed, skipped } from './outcomes.ts';
import { outcomeText } from '../calls/response-json.ts';
import type { TransportOutcome } from '../transport.ts';
import {
  isAccepted,
  isStatus,
  missingHeadersVerdict,
  mustAccept,
  mustRefuse,
} from './signature-verdicts.ts';
import { clockError } from '../calls/clock-error.ts';
import { messageOf, respelledMessage, tamperedMessage, type Message } from '../calls/run-call.ts';
import { newEnvelope, signedHeaders, unknownKey } from '../calls/signed-headers.ts';

export interface SignedService {
  contract: RunContract;
  /** JSON text. */
  inputJson: string;
  key: Uint8Array;
  listingId: string;
  now(): number;
  send(message: Message, headers: Record<string, string>): Promise<TransportOutcome>;
  report(check: Check): void;
}

const MINUTE_MS = 60_000;
/** Twice the tolerance of 300 s. */
const OFF_BY_MS = 10 * MINUTE_MS;

const SHOWN_BY_ACCEPTANCE = [
  'signature-reserialised',
  'signature-rotation',
  'signature-stale',
  'signature-future',
  'signature-replayed',
] as const;

/** The check `run` has the cause, if there is an example. */
const NOT_SHOWN = 'not tried: no call with a valid signature returned 2xx';

const VERIFY =
  'Verify calls as docs/reference/seller-interface.md#signing describes; @mkt/seller-kit does it for you.';

/**
 * Calls the service with valid signatures and with every kind of invalid one. `plain` is the valid
 * call that was already made.
 */
export async function checkSignatures(
  service: SignedService,
  plain: { outcome: TransportOutcome; headers: Record<string, string>; message: Message },
): Promise<void> {
  const { contract, inputJson, key, send, report } = service;
  const isRefused = isStatus(plain.outcome, 401);
  report(checkAccepted(plain.outcome, service.now()));
  const { message } = plain;
  const envelope = () => newEnvelope(service.listingId);
  const signAs = (keys: readonly Uint8Array[], of: Message, atMs = service.now()) =>
    signedHeaders(keys, envelope(), atMs, of.signed);
  const good = signAs([key], message);

  const without = (name: string) =>
    Object.fromEntries(
      Object.entries(good).filter(([header]) => header !== name && header.startsWith('X-MKT-')),
    );
  report(
    missingHeadersVerdict([
      await send(message, {}),
      await send(message, without(HEADERS.signature)),
      await send(message, without(HEADERS.payload)),
    ]),
  );

  const other = signAs([key], message);
  report(
    mustRefuse(
      { name: 'signature-tampered', because: 'changed after it was signed', fix: VERIFY },
      [
        await send(tamperedMessage(contract, inputJson), good),
        await send(message, { ...other, ...pick(good, [HEADERS.payload, 'webhook-id']) }),
      ],
    ),
  );
  report(
    mustRefuse(
      { name: 'signature-wrong-secret', because: 'signed with a different secret', fix: VERIFY },
      [await send(message, signAs([unknownKey()], message))],
    ),
  );
  if (!isAccepted(plain.outcome)) {
    // A service that accepts no call proves nothing by refusing these.
    const reason = isRefused ? 'not tried: the valid signature was refused' : NOT_SHOWN;
    for (const name of SHOWN_BY_ACCEPTANCE) report(skipped(name, reason));
    return;
  }
  report(await checkReserialised(service, signAs));
  report(
    mustAccept(
      {
        name: 'signature-rotation',
        because: 'with two signatures, the second of them valid',
        fix: 'Accept a call if any v1 signature in the list matches: during a rotation there are two.',
      },
      await send(message, signAs([unknownKey(), key], message)),
    ),
  );
  const ages = [
    ['signature-stale', 'signed 10 minutes ago', -OFF_BY_MS],
    ['signature-future', 'signed 10 minutes in the future', OFF_BY_MS],
  ] as const;
  for (const [name, because, offset] of ages) {
    const fix = 'Refuse calls whose timestamp differs from the current time by more than 300 s.';
    const headers = signAs([key], message, service.now() + offset);
    report(mustRefuse({ name, because, fix }, [await send(message, headers)]));
  }
  report(
    mustRefuse(
      {
        name: 'signature-replayed',
        because: 'sent a second time',
        fix: 'Remember order ids for 10 minutes and refuse repeated ones.',
      },
      [await send(message, plain.headers)],
    ),
  );
}

/** The result of a call with a valid signature. */
export function checkAccepted(outcome: TransportOutcome, nowMs: number): Check {
  if (isStatus(outcome, 401)) return refusedSignature(outcome, nowMs);
  return isAccepted(outcome)
    ? passed('signature-accepted', 'a call with a valid signature is accepted')
    : skipped('signature-accepted', NOT_SHOWN);
}

/** Why a call with a valid signature got a 401: the service's clock, or its secret. */
function refusedSignature(outcome: TransportOutcome, nowMs: number): Check {
  const name = 'signature-accepted';
  const clock = clockError(outcome, nowMs);
  if (clock !== undefined) {
    return failed(name, {
      message: `a call with a valid signature is refused, because the clock of the service is ${clock}`,
      fix: 'Synchronise the clock of the machine that runs the service, for example with NTP.',
    });
  }
  return failed(name, {
    message: `a call with a valid signature ${outcomeText(outcome)}`,
    fix: `Compare the secret of the service with the one that \`mkt secrets pull\` writes, and restart the service. ${FORMULA}`,
  });
}

/** docs/reference/seller-interface.md#signing */
const FORMULA =
  'If it has the right one, compute: HMAC-SHA256(key, payload + "." + body) in base64, where key is the secret after whsec_ decoded from base64, payload the header X-MKT-Payload as received, and body the raw bytes (for GET and DELETE the raw query string); X-MKT-Signature is that after "v1,".';

type SignAs = (keys: readonly Uint8Array[], of: Message, atMs?: number) => Record<string, string>;

/** A service that verifies re-serialised input refuses the first of these calls or accepts the second. */
async function checkReserialised(
  { contract, inputJson, key, send }: SignedService,
  signAs: SignAs,
): Promise<Check> {
  const name = 'signature-reserialised';
  const fix = 'Verify the raw bytes, before any parser: with express, use express.raw().';
  const respelled = respelledMessage(contract, inputJson);
  if (!respelled)
    return skipped(name, 'not tried: the example input has only one possible spelling');
  const accepted = mustAccept(
    { name, because: 'whose JSON has unusual spacing', fix },
    await send(respelled, signAs([key], respelled)),
  );
  if (accepted.outcome === 'failed') return accepted;
  const original = signAs([key], messageOf(contract, inputJson));
  const refused = mustRefuse({ name, because: 'whose body was re-serialised after signing', fix }, [
    await send(respelled, original),
  ]);
  return refused.outcome === 'failed' ? refused : passed(name, 'the raw bytes are verified');
}

const pick = (headers: Record<string, string>, names: readonly string[]) =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
