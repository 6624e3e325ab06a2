import { LIMITS } from '../limits.ts';
import { extremeAt } from './inexact-number.ts';
import { pointerTo } from './json-pointer.ts';
import { endOfString, type JsonScan, scanJson } from './json-scan.ts';
import { parserFor, type ReadJson, withText } from './read-json.ts';

/** An array or object that is being read. */
interface Open {
  /** The names so far; only for objects. */
  names?: Set<string>;
  /** Name or index of what is being read. */
  name: string;
  index: number;
}

/** JSON Pointer to the first member with a duplicate name; the text must be JSON. */
function repeatedName(text: string): string | undefined {
  const open: Open[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    const inside = open.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      if (isName && inside?.names) {
        inside.name = JSON.parse(text.slice(at, end + 1)) as string;
        if (inside.names.has(inside.name)) return open.reduce(pathTo, '');
        inside.names.add(inside.name);
        isName = false;
      }
      at = end;
    } else if (character === '{') {
      open.push({ names: new Set(), name: '', index: 0 });
      isName = true;
    } else if (character === '[') {
      open.push({ name: '', index: 0 });
      isName = false;
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ',' && inside) {
      inside.index++;
      isName = inside.names !== undefined;
    }
  }
  return undefined;
}

const pathTo = (path: string, { names, name, index }: Open) =>
  pointerTo(path, names ? name : index);

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
