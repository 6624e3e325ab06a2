import type { IncomingMessage } from 'node:http';
import { HEADERS, LIMITS } from '@mkt/protocol';
import type { IdempotencyKey } from './idempotency-key.ts';
import { Refusal } from '../market/refusal.ts';

const PRINTABLE = /^[\x20-\x7e]+$/;

/** The `Idempotency-Key` of a request, and the hash of its body. */
export function idempotencyKeyOf(
  { headers }: IncomingMessage,
  body: Uint8Array,
  sha256: (data: Uint8Array) => Uint8Array,
): IdempotencyKey | null {
  const given = headers[HEADERS.idempotencyKey];
  if (given === undefined) return null;
  const key = Array.isArray(given) ? given.join(', ') : given;
  if (key.length > LIMITS.idempotencyKeyLength || !PRINTABLE.test(key)) {
    throw new Refusal(
      'invalid_request',
      `Idempotency-Key must be 1 to ${LIMITS.idempotencyKeyLength} printable ASCII characters.`,
    );
  }
  return { key, bodyHash: sha256(body) };
}
