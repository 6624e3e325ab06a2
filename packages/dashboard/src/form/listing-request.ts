import { DEFAULT_UNIT } from '@mkt/protocol';
import { PLACES, type ListingFields } from './listing-fields.ts';

type Field = keyof ListingFields;

/** A decimal number as JSON writes it: what was typed as `.5`, `1.` or `007` has the same value. */
const numberText = (typed: string) => String(Number(typed));

const quoted = (text: string) => JSON.stringify(text);
const optional = (typed: string) => (typed.trim() === '' ? null : quoted(typed.trim()));
const json = (typed: string) => (typed.trim() === '' ? null : typed);
const example = (typed: string) => (typed.trim() === '' ? null : quoted(typed));

/** What each field is as JSON; `null` if it is empty. Schemas are sent as they were typed. */
const WRITTEN: { readonly [Name in Field]: (fields: ListingFields) => string | null } = {
  title: ({ title }) => quoted(title.trim()),
  slug: ({ slug }) => optional(slug),
  description: ({ description }) => optional(description),
  category: ({ category }) => optional(category),
  tags: ({ tags }) => (tags.length === 0 ? null : JSON.stringify(tags)),
  amount: ({ amount }) => numberText(amount),
  unit: ({ unit }) => quoted(unit.trim() || DEFAULT_UNIT),
  currency: ({ currency }) => quoted(currency),
  method: ({ method }) => quoted(method),
  endpointPath: ({ endpointPath }) => quoted(endpointPath.trim()),
  healthEndpoint: ({ healthEndpoint }) => optional(healthEndpoint),
  inputSchema: ({ inputSchema }) => json(inputSchema),
  outputSchema: ({ outputSchema }) => json(outputSchema),
  requestExampleJson: ({ requestExampleJson }) => example(requestExampleJson),
  responseExampleJson: ({ responseExampleJson }) => example(responseExampleJson),
};
const NAMES = Object.keys(WRITTEN) as Field[];

const member = (name: string, text: string) => `${quoted(name)}:${text}`;
const object = (members: readonly string[]) => `{${members.join(',')}}`;

/** A request with some of the fields, each at its place, as JSON text: numbers keep their digits. */
function requestWith(written: ReadonlyMap<Field, string>, more: readonly string[] = []): string {
  const groups = new Map<string, string[]>();
  const members: string[] = [];
  for (const [field, text] of written) {
    const [first = '', second] = PLACES[field].split('/');
    if (second === undefined) members.push(member(first, text));
    else groups.set(first, [...(groups.get(first) ?? []), member(second, text)]);
  }
  const nested = [...groups].map(([name, inner]) => member(name, object(inner)));
  return object([...members, ...nested, ...more]);
}

/** The request that creates the listing. Fields that are empty are left out. */
export function createRequest(fields: ListingFields, { isDraft }: { isDraft: boolean }): string {
  const written = new Map<Field, string>();
  for (const name of NAMES) {
    const text = WRITTEN[name](fields);
    if (text !== null) written.set(name, text);
  }
  return requestWith(written, isDraft ? [member('listingState', '"draft"')] : []);
}

/**
 * The request that changes the listing: only the fields that differ, so that what someone else has
 * changed meanwhile stays; `null` clears one. `undefined` if nothing differs.
 */
export function updateRequest(before: ListingFields, after: ListingFields): string | undefined {
  const changed = NAMES.filter((name) => WRITTEN[name](before) !== WRITTEN[name](after));
  if (changed.length === 0) return undefined;
  return requestWith(new Map(changed.map((name) => [name, WRITTEN[name](after) ?? 'null'])));
}
