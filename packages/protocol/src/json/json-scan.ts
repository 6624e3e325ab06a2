export interface JsonScan {
  tooDeep: boolean;
  /** How many members all objects have together: the colons outside of strings. */
  members: number;
  /** Whether the name of a member is written with an escape. */
  escapesNames: boolean;
  /** Where the numbers begin that a double may not keep. */
  longNumbers: number[];
  /** Those of them that may be infinite, or too long to be compared. */
  extremeNumbers: number[];
  /**
   * Where the outermost array or object begins, its colons and commas, and where it ends. Empty for
   * a scalar.
   */
  seams: number[];
}

/** A decimal of so many digits comes back from a double as it was, wherever the double is normal. */
const SAFE_LENGTH = 15;
/** A number of so many characters with an exponent of two digits is far from infinite. */
const ORDINARY_LENGTH = 200;
const ORDINARY_EXPONENT = 'e99'.length;

/**
 * One pass over a text that may be JSON, before any parser recurses. Strings are skipped: a pattern
 * over the whole of 64 KiB took longer than to decode and parse it. What it says of a text that is
 * no JSON means nothing.
 */
export function scanJson(text: string, maxDepth: number): JsonScan {
  const longNumbers: number[] = [];
  const extremeNumbers: number[] = [];
  const seams: number[] = [];
  /** The first one of the text, or after the names that were looked at. */
  let escape = nextEscape(text, 0);
  let escapesNames = false;
  let stringStart = 0;
  let depth = 0;
  let tooDeep = false;
  let members = 0;
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
      if (depth === 1) seams.push(i);
    } else if (code === 0x2c) {
      if (depth === 1) seams.push(i);
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
      if (depth === 1) seams.push(i);
    } else if (code === 0x5d || code === 0x7d) {
      if (depth === 1) seams.push(i);
      depth--;
    }
  }
  return { tooDeep, members, escapesNames, longNumbers, extremeNumbers, seams };
}

/** Index of the next backslash, or infinity. */
function nextEscape(text: string, from: number): number {
  const index = text.indexOf('\\', from);
  return index === -1 ? Infinity : index;
}

/** Index of the quote that closes the string opened at `start`, or the text's end. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

/** The text of the number that begins at `start`. */
export function numberAt(text: string, start: number): string {
  const end = endOfDigits(text, start);
  return text.slice(start, isExponent(text, end) ? endOfExponent(text, end) : end);
}

/** Past the digits and points from `start` on. */
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
