import { extremeAt } from './inexact-number.ts';
import { scanJson, type JsonScan } from './json-scan.ts';
import { LIMITS } from '../limits.ts';
import { parserFor, withText, type ReadJson } from './read-json.ts';
import { repeatedName } from './repeated-name.ts';

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
 * JSON that was accepted before, of any depth and size. Throws a SyntaxError for what is none.
 */
export function readJson(text: string): ReadJson {
  const scan = scanJson(text, Infinity);
  const tooLongNumbers = findTooLong(text, scan) ?? [];
  return withText(parserFor(scan)(text), text, { ...scan, tooLongNumbers });
}

/** Where the numbers begin that are too long to be compared; `undefined` when one is infinite. */
function findTooLong(text: string, { extremeNumbers }: JsonScan): number[] | undefined {
  const tooLong: number[] = [];
  for (const start of extremeNumbers) {
    const extreme = extremeAt(text, start);
    if (extreme === 'infinite') return undefined;
    if (extreme === 'too long') tooLong.push(start);
  }
  return tooLong;
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
