import { extremeAt } from './inexact-number.ts';
import { scanJson, type JsonScan } from './json-scan.ts';
import { LIMITS } from '../limits.ts';
import { parserFor, withText, type ReadJson } from './read-json.ts';
import { repeatedName } from './repeated-name.ts';

export type ParsedJson =
  | ReadJson
  | { ok: false; reason: 'encoding' | 'syntax' | 'depth'; message: string }
  /** Grammatically valid JSON on whose value parsers may disagree. */
  | { ok: false; reason: 'number' | 'duplicate'; message: string; value: unknown; text: string };

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses strict JSON (RFC 8259) in UTF-8: no byte order mark, no nesting deeper than `maxDepth`, no
 * number that reads as infinity, no duplicate name in an object (docs/reference/protocol.md#numbers).
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
    value = parserFor(scan)(text);
  } catch {
    return { ok: false, reason: 'syntax', message: 'is not valid JSON' };
  }
  const tooLongNumbers = findTooLong(text, scan);
  if (!tooLongNumbers) {
    const message = 'has a number that is out of range';
    return { ok: false, reason: 'number', message, value, text };
  }
  if (membersOf(value) !== scan.members) {
    return { ok: false, reason: 'duplicate', message: repetition(text), value, text };
  }
  return withText(value, text, { ...scan, tooLongNumbers });
}

/**
 * Parses JSON that was accepted before, of any depth and size. Throws a SyntaxError if it is not JSON.
 */
export function readJson(text: string): ReadJson {
  const scan = scanJson(text, Infinity);
  const tooLongNumbers = findTooLong(text, scan) ?? [];
  return withText(parserFor(scan)(text), text, { ...scan, tooLongNumbers });
}

/** The starts of the numbers that are too long to compare; `undefined` if one is infinite. */
function findTooLong(text: string, { extremeNumbers }: JsonScan): number[] | undefined {
  const tooLong: number[] = [];
  for (const start of extremeNumbers) {
    const extreme = extremeAt(text, start);
    if (extreme === 'infinite') return undefined;
    if (extreme === 'too long') tooLong.push(start);
  }
  return tooLong;
}

/** The number of members of all objects in a value: fewer than in its text if a name repeats. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) if (typeof item === 'object') members += membersOf(item);
    return members;
  }
  // Takes half the time of Object.keys, which allocates a list.
  for (const name in value) {
    members++;
    const inner = (value as Record<string, unknown>)[name];
    if (typeof inner === 'object') members += membersOf(inner);
  }
  return members;
}

/** A text up to this length is read again to name the duplicate. */
const MAX_SEARCHED = 16_384;
const MAX_SHOWN = 200;

function repetition(text: string): string {
  const path = text.length <= MAX_SEARCHED ? repeatedName(text) : undefined;
  return path !== undefined && path.length <= MAX_SHOWN
    ? `has the field ${path} twice`
    : 'has an object with the same field twice';
}
