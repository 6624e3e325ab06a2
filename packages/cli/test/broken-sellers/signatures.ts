// Sellers that verify signatures wrongly, or not at all. They can be published: the marketplace cannot
// know their secret.
import { formatSigningSecret } from '@mkt/protocol/signing';
import { send, type BrokenSeller } from './broken-seller.ts';
import type { Break } from '../../../conformance/test/seller.ts';

const OTHER = formatSigningSecret(new Uint8Array(32).fill(9));
const VERIFY =
  /Verify calls as docs\/reference\/seller-interface\.md#signing describes; @mkt\/seller-kit does it for you/;
const IN_TIME = /whose timestamp differs from the current time by more than 300 s/;

const fault = (
  that: string,
  breaks: Break,
  check: BrokenSeller['check'],
  says: RegExp,
  next: RegExp,
): BrokenSeller => ({ that, options: { breaks }, check, says, next });

/** A seller that refuses every signed call, with a clock that is off. */
const clock = (direction: 'ahead' | 'behind', offMs: number): BrokenSeller => ({
  that: `has a clock that is ${direction}`,
  fault: ({ method, headers }, response) => {
    const isSigned =
      headers['x-mkt-signature'] !== undefined && headers['x-mkt-payload'] !== undefined;
    if (method !== 'POST' || !isSigned) return false;
    const date = new Date(Date.now() + offMs).toUTCString();
    send(response, { status: 401, headers: { date }, body: '{"error":"Refused"}' });
    return true;
  },
  check: 'signature-accepted',
  says: new RegExp(`the clock of the service is 30 minutes ${direction}`),
  next: /Synchronise the clock of the machine that runs the service/,
});

export const SIGNATURES: BrokenSeller[] = [
  {
    that: 'has no secret',
    options: { secret: undefined as never },
    check: 'signature-missing',
    alsoFails: [
      'signature-tampered',
      'signature-wrong-secret',
      'signature-reserialised',
      'signature-stale',
      'signature-future',
      'signature-replayed',
    ],
    says: /a call without signature headers returned 200; expected 401/,
    next: /Restart the service with MKT_SIGNING_SECRET set/,
  },
  {
    that: 'has another secret',
    secret: OTHER,
    check: 'signature-accepted',
    says: /a call with a valid signature returned 401 with the error/,
    next: /Compare the secret of the service with the one that `mkt secrets pull` writes/,
  },
  clock('ahead', 30 * 60_000),
  clock('behind', -30 * 60_000),
  fault(
    'refuses every signature',
    'signature-rejects-all',
    'signature-accepted',
    /401/,
    /HMAC-SHA256\(key, payload \+ "\." \+ body\)/,
  ),
  fault(
    'accepts unsigned calls',
    'signature-missing',
    'signature-missing',
    /200; expected 401/,
    /MKT_SIGNING_SECRET/,
  ),
  fault(
    'does not say what is missing',
    'signature-missing-text',
    'signature-missing',
    /no \{ error \} that starts with "Missing"/,
    /"error": "Missing … headers"/,
  ),
  fault(
    'does not sign the body',
    'signature-ignores-body',
    'signature-tampered',
    /changed after it was signed returned 200/,
    VERIFY,
  ),
  fault(
    'accepts any secret',
    'signature-any-secret',
    'signature-wrong-secret',
    /signed with a different secret returned 200/,
    VERIFY,
  ),
  fault(
    'serialises the body again',
    'signature-reserialises',
    'signature-reserialised',
    /whose JSON has unusual spacing returned 401/,
    /express\.raw\(\)/,
  ),
  fault(
    'reads only the first signature',
    'signature-first-only',
    'signature-rotation',
    /with two signatures, the second of them valid/,
    /any v1 signature in the list/,
  ),
  fault(
    'accepts stale calls',
    'signature-ignores-age',
    'signature-stale',
    /signed 10 minutes ago returned 200/,
    IN_TIME,
  ),
  fault(
    'accepts calls from the future',
    'signature-ignores-future',
    'signature-future',
    /10 minutes in the future returned 200/,
    IN_TIME,
  ),
  fault(
    'accepts a call twice',
    'signature-ignores-replay',
    'signature-replayed',
    /sent a second time returned 200/,
    /Remember order ids for 10 minutes/,
  ),
];
