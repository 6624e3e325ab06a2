import {
  isInexact,
  LIMITS,
  pointerTo,
  readMember,
  type Detail,
  type ReadJson,
  type RunContractChange,
  type RunContractInput,
} from '@mkt/protocol';
import { schemasOf } from '../market/schema-text.ts';

/** Members that may contain any JSON: their numbers are checked where they are used. */
const ANY_JSON = new Set(['requestBody', 'inputSchema', 'outputSchema']);

/** Amounts of money: the digits that floating point left over are rounded (`toMicros`). */
const AMOUNTS = new Set(['amount', 'maxPrice', 'limit']);

/** Fields of the API whose number a double cannot represent, such as a `revision` with 20 decimals. */
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
      if (AMOUNTS.has(name) && typeof member?.value === 'number') return [];
      return member ? inexactPaths(member).map((path) => pointerTo('', name) + path) : [];
    });
}

type WithContract = { runContract?: RunContractChange | RunContractInput | null };

/** The body with its JSON Schemas as they were written (docs/protocol.md#numbers). */
export function withExactSchemas<Body extends WithContract>(body: Body, document: ReadJson): Body {
  const contract = body.runContract && readMember(document, 'runContract');
  if (!contract) return body;
  return { ...body, runContract: { ...body.runContract, ...schemasOf(contract) } };
}
