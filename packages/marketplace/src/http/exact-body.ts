import {
  isInexact,
  LIMITS,
  pointerTo,
  readMember,
  type Detail,
  type ReadJson,
} from '@mkt/protocol';

/** Members that may contain any JSON: their numbers are checked where they are used. */
const ANY_JSON = new Set(['requestBody', 'inputSchema', 'outputSchema']);

/** Fields of the API whose number a double cannot represent, such as a price with 20 decimals. */
export function inexactFields(document: ReadJson): Detail[] {
  return inexactPaths(document)
    .slice(0, LIMITS.details)
    .map((path) => ({
      path,
      message: 'has more digits than the marketplace can store',
      keyword: 'precision',
    }));
}

/**
 * Skips members that may contain any JSON: computing their exact values may be expensive, and
 * unnecessary.
 */
function inexactPaths(read: ReadJson): string[] {
  const { value, text, longNumbers } = read;
  if (longNumbers.length === 0) return [];
  if (typeof value === 'number') return isInexact(text) ? [''] : [];
  if (Array.isArray(value)) return read.exact === value ? [] : [''];
  return Object.keys(value as object)
    .filter((name) => !ANY_JSON.has(name))
    .flatMap((name) => {
      const member = readMember(read, name);
      return member ? inexactPaths(member).map((path) => pointerTo('', name) + path) : [];
    });
}

type SchemaName = 'inputSchema' | 'outputSchema';
type WithContract = { runContract?: { [Name in SchemaName]?: unknown } | null };

/**
 * Restores the exact JSON Schemas in a body: if one contains an `InexactNumber`, inspecting it
 * refuses the schema.
 */
export function withExactSchemas<Body extends WithContract>(body: Body, document: ReadJson): Body {
  if (!body.runContract || document.longNumbers.length === 0) return body;
  const { exact } = document;
  const { inputSchema, outputSchema } = (exact as WithContract).runContract ?? {};
  return {
    ...body,
    runContract: {
      ...body.runContract,
      ...(inputSchema === undefined ? {} : { inputSchema }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
  };
}
