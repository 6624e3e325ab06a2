import { LIMITS } from './limits.ts';

export type ParsedJson =
  | { ok: true; value: unknown; text: string }
  | { ok: false; reason: 'encoding' | 'syntax' | 'depth' | 'number'; message: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * JSON of strict UTF-8 bytes (RFC 8259): no byte order mark, no nesting deeper than `maxDepth`, no
 * number that reads as infinity. What is accepted is the same value when it is serialised again.
 */
export function parseJson(bytes: Uint8Array, maxDepth: number = LIMITS.jsonDepth): ParsedJson {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { ok: false, reason: 'encoding', message: 'is not valid UTF-8' };
  }
  if (isDeeperThan(text, maxDepth)) {
    return { ok: false, reason: 'depth', message: `is nested deeper than ${maxDepth} levels` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'syntax', message: 'is not valid JSON' };
  }
  if (mayHoldHugeNumber(text) && holdsInfinity(value)) {
    return { ok: false, reason: 'number', message: 'has a number that is out of range' };
  }
  return { ok: true, value, text };
}

/** Whether arrays and objects nest deeper than `max`, seen from the text, before any parser recurses. */
export function isDeeperThan(text: string, max: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      i = endOfString(text, i);
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > max) return true;
    } else if (code === 0x5d || code === 0x7d) {
      depth--;
    }
  }
  return false;
}

/** With an exponent of two digits it takes 210 digits before it to pass the range of a double. */
const HUGE_NUMBER_DIGITS = 200;
const HUGE_EXPONENT = /[eE]\+?\d{3}/y;

/**
 * Only such text can hold a number beyond the range of a double, which JSON could not repeat. Texts
 * are skipped: a pattern over the whole of 64 KiB took longer than to decode and parse it.
 */
function mayHoldHugeNumber(text: string): boolean {
  let digits = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits === HUGE_NUMBER_DIGITS) return true;
      continue;
    }
    if (digits > 0 && (code === 0x65 || code === 0x45)) {
      HUGE_EXPONENT.lastIndex = i;
      if (HUGE_EXPONENT.test(text)) return true;
    }
    digits = 0;
    if (code === 0x22) i = endOfString(text, i);
  }
  return false;
}

/** Index of the quote that closes the string opened at `start`, or the text's end. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function holdsInfinity(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  if (value === null || typeof value !== 'object') return false;
  return Object.values(value).some(holdsInfinity);
}
