export interface JsonScan {
  tooDeep: boolean;
  /** The number of members of all objects: the colons outside strings. */
  members: number;
  /** The number of values, give or take one per array or object: the commas and opening brackets. */
  values: number;
  /** Whether a member's name is written with an escape. */
  escapesNames: boolean;
  /** The starts of the numbers that a double might not represent exactly. */
  longNumbers: number[];
  /** The starts of the numbers that might be infinite, or too long to compare. */
  extremeNumbers: number[];
  /**
   * The positions of the outermost array's or object's brackets, colons and commas. Empty for a
   * scalar.
   */
  separators: number[];
}

/** A decimal with this many digits survives conversion to a normal double and back. */
const SAFE_LENGTH = 15;
/** A number of at most this length with an exponent of two digits is far from infinite. */
const ORDINARY_LENGTH = 200;
const ORDINARY_EXPONENT = 'e99'.length;

/**
 * One pass over a text that may be JSON, before any parser recurses. It skips strings, because a
 * pattern over all of 64 KiB took longer than decoding and parsing. For a text that is not JSON the
 * result is meaningless.
 */
export function scanJson(text: string, maxDepth: number): JsonScan {
  const longNumbers: number[] = [];
  const extremeNumbers: number[] = [];
  const separators: number[] = [];
  /** The next escape: the first of the text, or the first after the names seen so far. */
  let escape = nextEscape(text, 0);
  let escapesNames = false;
  let stringStart = 0;
  let depth = 0;
  let tooDeep = false;
  let members = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      stringStart = i;
      i = endOfString(text, i);
    } else if (code === 0x3a) {
      members++;
      if (escape < i && !escapesNames) {
        if (escape < stringStart) escape = nextEscape(text, stringStart);
        escapesNames = escape < i;
      }
      if (depth === 1) separators.push(i);
    } else if (code === 0x2c) {
      values++;
      if (depth === 1) separators.push(i);
    } else if (code >= 0x30 && code <= 0x39) {
      const start = text.charCodeAt(i - 1) === 0x2d ? i - 1 : i;
      i = endOfDigits(text, i);
      const power = i;
      if (isExponent(text, i)) i = endOfExponent(text, i);
      if (i > power || i - start > SAFE_LENGTH) {
        longNumbers.push(start);
        const isOrdinary = i - power <= ORDINARY_EXPONENT && i - start <= ORDINARY_LENGTH;
        if (!isOrdinary) extremeNumbers.push(start);
      }
      i--;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > maxDepth) {
        tooDeep = true;
        break;
      }
      values++;
      if (depth === 1) separators.push(i);
    } else if (code === 0x5d || code === 0x7d) {
      if (depth === 1) separators.push(i);
      depth--;
    }
  }
  return { tooDeep, members, values, escapesNames, longNumbers, extremeNumbers, separators };
}

/** Index of the next backslash, or Infinity. */
function nextEscape(text: string, from: number): number {
  const index = text.indexOf('\\', from);
  return index === -1 ? Infinity : index;
}

/** Index of the quote that closes the string opened at `start`, or the text's length. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The text of the number that starts at `start`. */
export function numberAt(text: string, start: number): string {
  const end = endOfDigits(text, start);
  return text.slice(start, isExponent(text, end) ? endOfExponent(text, end) : end);
}

/** The index after the digits and decimal points that follow `start`. */
function endOfDigits(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if ((code < 0x30 || code > 0x39) && code !== 0x2e) break;
  }
  return end;
}

const isExponent = (text: string, at: number) => (text.charCodeAt(at) | 0x20) === 0x65;

function endOfExponent(text: string, start: number): number {
  const sign = text.charCodeAt(start + 1);
  return endOfDigits(text, sign === 0x2b || sign === 0x2d ? start + 1 : start);
}
