import { InexactNumber, isTooLong, pointerTo } from '@mkt/protocol';
import { isComposite } from '../validate/is-composite.ts';
import { SCHEMA_CAPS } from './schema-caps-inspect-schema-caps.ts';

/**
 * Why a value is not JSON within the size limits of a schema, or `undefined`. Walks without recursion
 * and stops at the first cap, so that it is safe for any depth, cycle or size.
 */
export function oversizeProblem(root: unknown): string | undefined {
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
export function tooLongNumbers(root: unknown, limit: number): string[] {
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
