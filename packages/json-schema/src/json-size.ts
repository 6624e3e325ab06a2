import { SCHEMA_CAPS } from './caps.ts';

/**
 * Why a value is no JSON of the size that a schema may have, or `undefined`. Walks with a stack of
 * its own and stops at the first cap, so that no depth, cycle or size of the value can harm it.
 */
export function oversizeFault(root: unknown): string | undefined {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  let bytes = 0;
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { value, depth } = top;
    if (depth > SCHEMA_CAPS.jsonDepth) {
      return `is nested deeper than ${SCHEMA_CAPS.jsonDepth} levels`;
    }
    if (!isJsonNode(value)) return 'is not JSON';
    if (Array.isArray(value)) {
      bytes += 2 + Math.max(0, value.length - 1);
    } else if (typeof value === 'object' && value !== null) {
      const names = Object.keys(value);
      bytes += 2 + Math.max(0, names.length - 1) + names.length;
      for (const name of names) bytes += textBytes(name);
    } else {
      bytes += textBytes(value);
    }
    if (bytes > SCHEMA_CAPS.textBytes) return `is larger than ${SCHEMA_CAPS.textBytes / 1024} KiB`;
    if (typeof value === 'object' && value !== null) {
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
      if (value === null || Array.isArray(value)) return true;
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

/** A string over the cap is not measured: its length says enough. */
function textBytes(value: unknown): number {
  if (typeof value === 'string' && value.length > SCHEMA_CAPS.textBytes) return value.length;
  return Buffer.byteLength(JSON.stringify(value));
}
