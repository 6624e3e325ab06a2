import { parseEscapedNames } from './escaped-names.ts';
import { exactValue } from './exact-value.ts';
import { isInexact, type ReadValue } from './inexact-number.ts';
import { scanJson, type JsonScan } from './json-scan.ts';
import { LIMITS } from './limits.ts';
import { repeatedName } from './repeated-name.ts';

/** JSON that was read, with its text, in which numbers keep their digits. */
export interface ReadJson extends ReadValue {
  ok: true;
  text: string;
  /** For `memberText`. */
  seams: readonly number[];
}

export type ParsedJson =
  | ReadJson
  | { ok: false; reason: 'encoding' | 'syntax' | 'depth'; message: string }
  /** JSON by its grammar, whose readers may disagree about its value. */
  | { ok: false; reason: 'number' | 'duplicate'; message: string; value: unknown; text: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * JSON of strict UTF-8 bytes (RFC 8259): no byte order mark, no nesting deeper than `maxDepth`, no
 * number that reads as infinity, no name twice in an object (docs/protocol.md#numbers).
 */
export function parseJson(bytes: Uint8Array, maxDepth: number = LIMITS.jsonDepth): ParsedJson {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { ok: false, reason: 'encoding', message: 'is not valid UTF-8' };
  }
  const scan = scanJson(text, maxDepth);
  if (scan.tooDeep) {
    return { ok: false, reason: 'depth', message: `is nested deeper than ${maxDepth} levels` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, reason: 'syntax', message: 'is not valid JSON' };
  }
  const parse = scan.escapesNames ? parseEscapedNames : JSON.parse;
  if (scan.escapesNames) value = parse(text);
  const inexact = inexactNumbers(text, scan);
  if (!inexact) {
    const message = 'has a number that is out of range';
    return { ok: false, reason: 'number', message, value, text };
  }
  if (membersOf(value) !== scan.members) {
    return { ok: false, reason: 'duplicate', message: repetition(text), value, text };
  }
  const exact = inexact.length === 0 ? value : exactValue(value, parse, text, inexact);
  return { ok: true, value, exact, text, seams: scan.seams };
}

/** Start and end of each number that a double does not keep; `undefined` when one is infinite. */
function inexactNumbers(text: string, { longNumbers }: JsonScan): readonly number[] | undefined {
  const inexact: number[] = [];
  for (let i = 0; i < longNumbers.length; i += 2) {
    const [start = 0, end = 0] = [longNumbers[i], longNumbers[i + 1]];
    const written = text.slice(start, end);
    const double = Number(written);
    if (!Number.isFinite(double)) return undefined;
    if (isInexact(written, double)) inexact.push(start, end);
  }
  return inexact;
}

/** How many members the objects of a value have together: fewer than in its text where one repeats. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') members += membersOf(item);
    return members;
  }
  // Half the time of Object.keys, which makes a list.
  for (const name in value) {
    members++;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object') members += membersOf(inner);
  }
  return members;
}

/** A text up to this length is read again to say which name it is. */
const MAX_SEARCHED = 16_384;
const MAX_SHOWN = 200;

function repetition(text: string): string {
  const path = text.length <= MAX_SEARCHED ? repeatedName(text) : undefined;
  return path !== undefined && path.length <= MAX_SHOWN
    ? `has ${path} twice`
    : 'has a name twice in an object';
}
