import {
  type Detail,
  InexactNumber,
  isObject,
  isTooLong,
  LIMITS,
  OVER_PRECISE,
  pointerTo,
} from '@mkt/protocol';
import { readByDialect, type Reading } from '../dialect/decide-dialect.ts';
import {
  checkReferenceGraph,
  isReferenceOnly,
  type SchemaDocument,
} from '../document/schema-document.ts';
import { isSchema } from '../document/subschemas.ts';
import { type CheckedPattern, checkPattern } from '../patterns/pattern.ts';
import { isComposite } from '../validate/json-equality.ts';
import { collectProblems, type Problems, SCHEMA_CAPS } from './schema-caps.ts';

/**
 * Why a value is not JSON within the size limits of a schema, or `undefined`. Walks without recursion
 * and stops at the first cap, so that it is safe for any depth, cycle or size.
 */
function oversizeProblem(root: unknown): string | undefined {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  let bytes = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, depth } = top;
    if (depth > SCHEMA_CAPS.jsonDepth) {
      return `is nested deeper than ${SCHEMA_CAPS.jsonDepth} levels`;
    }
    if (!isJsonNode(value)) return 'is not JSON';
    if (value instanceof InexactNumber) {
      bytes += value.text.length;
    } else if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
    } else if (isComposite(value)) {
      const names = Object.keys(value);
      bytes += 2 + Math.max(0, names.length - 1) + names.length;
      for (const name of names) bytes += textBytes(name);
    } else {
      bytes += textBytes(value);
    }
    if (bytes > SCHEMA_CAPS.textBytes) return `is larger than ${SCHEMA_CAPS.textBytes / 1024} KiB`;
    if (isComposite(value)) {
      for (const inner of Object.values(value)) stack.push({ value: inner, depth: depth + 1 });
    }
  }
  return undefined;
}

function isJsonNode(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object': {
      if (value === null || Array.isArray(value) || value instanceof InexactNumber) return true;
      const prototype: unknown = Object.getPrototypeOf(value);
      return prototype === Object.prototype || prototype === null;
    }
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      return false;
    default:
      return false;
  }
}

/** A string longer than the cap is not measured. */
function textBytes(value: unknown): number {
  if (typeof value === 'string' && value.length > SCHEMA_CAPS.textBytes) return value.length;
  const text = JSON.stringify(value);
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    // A surrogate counts as half of four bytes, because JSON text has them only in pairs.
    if (code >= 0x80) bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

interface Member {
  value: unknown;
  name: string;
  parent: Member | undefined;
}

/**
 * JSON Pointers to the first `limit` numbers in a value that are too long to be compared exactly. The
 * size of the value must have been checked.
 */
function tooLongNumbers(root: unknown, limit: number): string[] {
  const found: string[] = [];
  const stack: Member[] = [{ value: root, name: '', parent: undefined }];
  for (let member = stack.pop(); member && found.length < limit; member = stack.pop()) {
    const { value } = member;
    if (value instanceof InexactNumber && isTooLong(value.text)) found.push(pointerOf(member));
    if (!isComposite(value)) continue;
    for (const [name, inner] of Object.entries(value).toReversed()) {
      stack.push({ value: inner, name, parent: member });
    }
  }
  return found;
}

const pointerOf = ({ name, parent }: Member): string =>
  parent ? pointerTo(pointerOf(parent), name) : '';

/**
 * All checks of a seller's schema before it is used, cheapest first: size, numbers, dialect (which
 * includes the walk with its caps, refused keywords and forms), then patterns and reference loops.
 */
export function readSchema(schema: unknown, path: string): Reading {
  try {
    return readParts(schema, path);
  } catch {
    // A getter or proxy threw: only a caller in the same process can pass such a value.
    return { ok: false, details: [{ path, message: 'could not be read as a JSON Schema' }] };
  }
}

function readParts(schema: unknown, path: string): Reading {
  const problems = collectProblems(path);
  const fail = (): Reading => ({ ok: false, details: problems.details });
  const oversize = oversizeProblem(schema);
  if (oversize) problems.add('', oversize);
  else if (!isSchema(schema)) problems.add('', 'must be object or boolean', 'type');
  if (!isSchema(schema) || problems.details.length > 0) return fail();

  for (const pointer of tooLongNumbers(schema, LIMITS.details)) {
    problems.add(pointer, OVER_PRECISE, 'precision');
  }
  if (problems.details.length > 0) return fail();

  const reading = readByDialect(schema, path);
  if (!reading.ok) return reading;
  checkPatterns(reading.document, problems);
  checkReferenceGraph(reading.document, problems);
  return problems.details.length > 0 ? fail() : reading;
}

/** V8 takes 0.05 ms to look up each `\p{…}`, as long as RE2 takes for this many steps. */
const PROPERTY_COST = 60;

function checkPatterns(document: SchemaDocument, problems: Problems): void {
  const checked = new Map<string, CheckedPattern>();
  let steps = 0;
  const check = (pattern: string, pointer: string, keyword: string) => {
    if (problems.full || steps > SCHEMA_CAPS.patternStepsInAll) return;
    const known = checked.get(pattern);
    const result = known ?? checkPattern(pattern);
    checked.set(pattern, result);
    if (!result.ok) {
      problems.add(pointer, result.message, keyword);
      return;
    }
    steps += known ? 0 : result.steps + PROPERTY_COST * (pattern.match(/\\p/gi)?.length ?? 0);
    if (steps > SCHEMA_CAPS.patternStepsInAll) {
      problems.add(
        pointer,
        "makes the schema's patterns too large in total; simplify or remove some",
        keyword,
      );
    }
  };
  for (const node of document.nodes.values()) {
    if (typeof node.schema === 'boolean' || isReferenceOnly(node, document.dialect)) continue;
    const { pattern, patternProperties } = node.schema;
    if (typeof pattern === 'string') check(pattern, `${node.pointer}/pattern`, 'pattern');
    if (!isObject(patternProperties)) continue;
    const at = `${node.pointer}/patternProperties`;
    for (const key of Object.keys(patternProperties)) {
      check(key, pointerTo(at, key), 'patternProperties');
    }
  }
}

/**
 * Why a JSON Schema is refused, as details whose paths start with `path`; empty if it is accepted.
 * Never throws and never recurses with the value. Source of the rules:
 * docs/sell/listings.md#json-schemas (`invalid_schema`).
 */
export function inspectSchema(schema: unknown, path = ''): Detail[] {
  const reading = readSchema(schema, path);
  return reading.ok ? [] : reading.details;
}
