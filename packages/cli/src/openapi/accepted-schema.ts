import type { SchemaValidator } from '@mkt/conformance';
import { isObject, pointerSegments, type Detail } from '@mkt/protocol';
import type { Schema } from './schemas.ts';

/** Each round removes at least one keyword, and reports list ten at a time. */
const MAX_ROUNDS = 200;

/**
 * Removes the formats and patterns that the marketplace does not know or accept: without them the schema
 * only accepts more. Returns what else is wrong with it, if anything.
 */
export async function withoutUnknown(
  schema: Schema,
  schemas: Pick<SchemaValidator, 'inspect'>,
): Promise<Detail | undefined> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { details, warnings } = await schemas.inspect(schema, { path: '' });
    const removable = [
      ...details.filter(({ path, keyword }) => keyword === 'pattern' || path.endsWith('/pattern')),
      ...warnings.filter(({ code }) => code === 'unknown_format' || code === 'unknown_keyword'),
    ];
    const removed = removable.filter(({ path = '' }) => removeAt(schema, path));
    if (removed.length === 0) return details[0];
  }
  return { path: '', message: 'has too many parts that mkt does not know' };
}

function removeAt(root: unknown, pointer: string): boolean {
  const segments = pointerSegments(pointer);
  const last = segments.pop();
  let holder = root;
  for (const segment of segments) {
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, segment))
      return false;
    holder = (holder as Record<string, unknown>)[segment];
  }
  if (last === undefined || !isObject(holder) || !Object.hasOwn(holder, last)) return false;
  return delete holder[last];
}
