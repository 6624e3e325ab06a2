import { KEY_SCOPE_VALUES, SCOPE_VALUES } from './generated/enums.ts';
import type { KeyScope, Scope } from './generated/wire-types.ts';

/**
 * What an API key may do, as `resource:verb`. A key without scopes grants no access to any
 * endpoint that requires one.
 */
export const SCOPES: readonly Scope[] = SCOPE_VALUES;

/** What a key may hold: `*`, which contains every scope, and the scopes. */
export const KEY_SCOPES: readonly KeyScope[] = KEY_SCOPE_VALUES;

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

export function isKeyScope(text: string): text is KeyScope {
  return (KEY_SCOPES as readonly string[]).includes(text);
}

const PREFIX = 'mkt_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}$`);
const VISIBLE_PREFIX = PREFIX.length + 4;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  return crc;
});

/** CRC-32 (ISO 3309) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xff_ff_ff_ff;
  for (let i = 0; i < text.length; i++) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
  }
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET[Number(rest % 62n)] + text;
  return text.padStart(length, '0');
}

/** Uses plain numbers, because every request checks a key and BigInt takes 1 µs longer. */
function checksum(body: string): string {
  let text = '';
  for (let rest = crc32(body); rest > 0; rest = Math.floor(rest / 62)) {
    text = ALPHABET.charAt(rest % 62) + text;
  }
  return text.padStart(CHECKSUM_LENGTH, '0');
}

/**
 * `mkt_` + 43 base62 characters of 32 random bytes + 6 base62 characters of their CRC-32, so that
 * typos are detected offline and secret scanners can recognise a real key.
 */
export function formatApiKey(random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('An API key must be made from 32 random bytes.');
  let value = 0n;
  for (const byte of random) value = (value << 8n) | BigInt(byte);
  const body = base62(value, BODY_LENGTH);
  return PREFIX + body + checksum(body);
}

/** Whether the text has the form and the checksum of an API key. It may still be unknown or revoked. */
export function isApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const body = text.slice(PREFIX.length, PREFIX.length + BODY_LENGTH);
  return text.slice(PREFIX.length + BODY_LENGTH) === checksum(body);
}

/** The parts of a key that may be shown after its creation. */
export function visibleParts(key: string): { prefix: string; lastFour: string } {
  return { prefix: key.slice(0, VISIBLE_PREFIX), lastFour: key.slice(-4) };
}
