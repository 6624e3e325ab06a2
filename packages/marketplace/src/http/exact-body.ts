import { InexactNumber, LIMITS, pointer, type Detail, type ReadJson } from '@mkt/protocol';

/** Members that hold any JSON: their numbers are judged, as they are written, where they are used. */
const ANY_JSON = new Set(['requestBody', 'inputSchema', 'outputSchema']);

/** Our own fields whose number a double does not keep, such as a price of 20 decimals. */
export function inexactFields({ value, exact }: ReadJson): Detail[] {
  if (exact === value) return [];
  const details: Detail[] = [];
  const look = (inner: unknown, path: string): void => {
    if (inner instanceof InexactNumber) {
      details.push({ path, message: 'has more digits than can be kept', keyword: 'precision' });
    } else if (typeof inner === 'object' && inner !== null) {
      for (const [name, member] of Object.entries(inner)) {
        if (!ANY_JSON.has(name)) look(member, path + pointer(name));
      }
    }
  };
  look(exact, '');
  return details.slice(0, LIMITS.details);
}

type SchemaName = 'inputSchema' | 'outputSchema';
type WithContract = { runContract?: { [Name in SchemaName]?: unknown } | null };

/**
 * A body whose JSON Schemas are as they were written: an `InexactNumber` in one is refused where
 * schemas are inspected.
 */
export function withExactSchemas<Body extends WithContract>(
  body: Body,
  { value, exact }: ReadJson,
): Body {
  if (exact === value || !body.runContract) return body;
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
