import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Terms } from '../session.ts';

/** How long a confirmation is valid. */
export const CONFIRMED_MINUTES = 15;
const MAC_CHARACTERS = 24;
const SHAPE = /^(\d{1,10})\.([\da-z]{1,9})\.([\da-f]{12})\.([\w-]{24})$/;

const KEY = 'mcp-';

/** What a seal vouches for. */
export interface Sealed {
  terms: Terms;
  input: unknown;
}

/** JSON with the members in one order, since an agent writes them anew in each call. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { members: members.map(([name, inner]) => [name, sorted(inner)]) };
}

function macOf(secret: string, head: string, { terms, input }: Sealed): string {
  const { slug, revision, amount, currency, unit } = terms;
  const digest = createHash('sha256')
    .update(JSON.stringify(sorted(input)) ?? '')
    .digest('base64');
  const text = JSON.stringify([head, slug, revision, amount, currency, unit, digest]);
  return createHmac('sha256', `mkt mcp confirmation ${secret}`)
    .update(text)
    .digest('base64url')
    .slice(0, MAC_CHARACTERS);
}

const NONCE_BYTES = 6;

/** What names the order: random, or the same for every confirmation of one key of the agent. */
function nonceOf(secret: string, agentKey: string | undefined): string {
  if (agentKey === undefined) return randomBytes(NONCE_BYTES).toString('hex');
  const [, , , asked] = SHAPE.exec(sealInQuestion(agentKey) ?? '') ?? [];
  if (asked !== undefined) return asked;
  const mac = createHmac('sha256', `mkt mcp order ${secret}`).update(agentKey).digest('hex');
  return mac.slice(0, 2 * NONCE_BYTES);
}

/**
 * A short text that stands for exactly these terms and this input for 15 minutes: a process that knows
 * the API key can check it, and neither an agent nor a client can make one. `agentKey` is the
 * idempotency key that the agent chose.
 */
export function seal(
  secret: string,
  { agentKey, ...sealed }: Sealed & { agentKey: string | undefined },
  now = Date.now(),
): string {
  const expires = Math.floor((now + CONFIRMED_MINUTES * 60_000) / 1_000).toString(36);
  const head = `${sealed.terms.revision}.${expires}.${nonceOf(secret, agentKey)}`;
  return `${head}.${macOf(secret, head, sealed)}`;
}

export function isSealOf(secret: string, text: string, sealed: Sealed, now = Date.now()): boolean {
  const [, revision, expires = '', nonce, mac = ''] = SHAPE.exec(text) ?? [];
  if (revision === undefined || Number.parseInt(expires, 36) * 1_000 < now) return false;
  const expected = macOf(secret, `${revision}.${expires}.${nonce}`, sealed);
  return timingSafeEqual(Buffer.from(mac), Buffer.from(expected));
}

/**
 * The idempotency key of the one order that a seal allows, whatever else the call that brings the seal
 * contains: a seal that was used returns its order. Two seals for the same key of an agent allow only
 * one order in total.
 */
export function keyOfSeal(text: string): string {
  const [, , , nonce = ''] = SHAPE.exec(text) ?? [];
  return `${KEY}${nonce}`;
}

/** The idempotency key with which an agent asks for the outcome of a seal's order. */
export const questionAbout = (text: string) => `${KEY}${text}`;

/** The seal in such a question. */
export function sealInQuestion(key: string | undefined): string | undefined {
  const text = key?.startsWith(KEY) ? key.slice(KEY.length) : undefined;
  return text !== undefined && SHAPE.test(text) ? text : undefined;
}
