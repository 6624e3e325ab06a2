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
  const { tooDeep, mayHoldHugeNumber } = lookOver(text, maxDepth);
  if (tooDeep) {
    return { ok: false, reason: 'depth', message: `is nested deeper than ${maxDepth} levels` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'syntax', message: 'is not valid JSON' };
  }
  if (mayHoldHugeNumber && holdsInfinity(value)) {
    return { ok: false, reason: 'number', message: 'has a number that is out of range' };
  }
  return { ok: true, value, text };
}

/** With an exponent of two digits it takes 210 digits before it to pass the range of a double. */
const HUGE_NUMBER_DIGITS = 200;
const HUGE_EXPONENT = /[eE]\+?\d{3}/y;

/**
 * What is seen of the text in one pass, before any parser recurses: whether arrays and objects nest
 * deeper than `max`, and whether it can hold a number beyond the range of a double, which JSON could
 * not repeat. Strings are skipped: a pattern over the whole of 64 KiB took longer than to decode and
 * parse it.
 */
function lookOver(text: string, max: number): { tooDeep: boolean; mayHoldHugeNumber: boolean } {
  let depth = 0;
  let digits = 0;
  let mayHoldHugeNumber = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0x30 && code <= 0x39) {
      if (++digits >= HUGE_NUMBER_DIGITS) mayHoldHugeNumber = true;
      continue;
    }
    if (digits > 0 && (code === 0x65 || code === 0x45)) {
      HUGE_EXPONENT.lastIndex = i;
      if (HUGE_EXPONENT.test(text)) mayHoldHugeNumber = true;
    }
    digits = 0;
    if (code === 0x22) {
      i = endOfString(text, i);
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > max) return { tooDeep: true, mayHoldHugeNumber };
    } else if (code === 0x5d || code === 0x7d) {
      depth--;
    }
  }
  return { tooDeep: false, mayHoldHugeNumber };
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
