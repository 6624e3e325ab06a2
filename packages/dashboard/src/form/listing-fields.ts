import type { OwnListing } from '@mkt/client';
import { DEFAULT_CURRENCY, DEFAULT_UNIT } from '@mkt/protocol';
import { asSentence } from '../data/errors.ts';
import { formDataOf, jsonOf, toFormData } from './form-data.ts';
import { jsonProblem } from './json-place.ts';
import { lineAt } from './json-place.ts';
import { capitalised, formatPrice } from '../ui/text.ts';
import { visibleString } from '../ui/visible-text.ts';

/** Categories by their names in the catalogue; of those with the same name the first. */
export function categoryNames(categories: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const category of categories) {
    const name = visibleString(capitalised(category));
    if (!names.has(name)) names.set(name, category);
  }
  return names;
}

/** The category of a name, `developer-tools` for `Developer tools`; another text is one of its own. */
export function categoryOf(typed: string, names: ReadonlyMap<string, string>): string {
  const text = typed.toLowerCase();
  const [, category] =
    [...names].find(([name, each]) => [name, each].some((it) => it.toLowerCase() === text)) ?? [];
  return category ?? typed;
}

export const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;

/** What the form of a listing holds, as it was typed. */
export interface ListingFields {
  title: string;
  slug: string;
  description: string;
  category: string;
  tags: string[];
  amount: string;
  currency: string;
  unit: string;
  method: string;
  endpointPath: string;
  healthEndpoint: string;
  inputSchema: string;
  outputSchema: string;
  requestExampleJson: string;
  responseExampleJson: string;
}

export const EMPTY_FIELDS: ListingFields = {
  title: '',
  slug: '',
  description: '',
  category: '',
  tags: [],
  amount: '',
  currency: DEFAULT_CURRENCY,
  unit: DEFAULT_UNIT,
  method: 'POST',
  endpointPath: '',
  healthEndpoint: '',
  inputSchema: '',
  outputSchema: '',
  requestExampleJson: '',
  responseExampleJson: '',
};

/** Where a request has each field: as the pointers of its errors, without the first slash. */
export const PLACES = {
  title: 'title',
  slug: 'slug',
  description: 'description',
  category: 'category',
  tags: 'tags',
  amount: 'price/amount',
  currency: 'price/currency',
  unit: 'price/unit',
  method: 'runContract/method',
  endpointPath: 'runContract/endpointPath',
  healthEndpoint: 'runContract/healthEndpoint',
  inputSchema: 'runContract/inputSchema',
  outputSchema: 'runContract/outputSchema',
  requestExampleJson: 'runContract/requestExampleJson',
  responseExampleJson: 'runContract/responseExampleJson',
} as const satisfies Record<keyof ListingFields, string>;

export type JsonField = `${'input' | 'output'}Schema` | `${'request' | 'response'}ExampleJson`;

/** Why the text of a JSON field cannot be sent. An empty one is left out. */
export function jsonFieldProblem(name: JsonField, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const problem = jsonProblem(text);
  if (problem !== undefined || !name.endsWith('Schema')) return problem;
  return text.trim().startsWith('{') ? undefined : 'A schema is a JSON object: { … }.';
}

const JSON_FIELDS = [
  'inputSchema',
  'outputSchema',
  'requestExampleJson',
  'responseExampleJson',
] as const satisfies readonly JsonField[];

/** Whether every JSON field can be sent. */
export const isSendable = (fields: ListingFields): boolean =>
  JSON_FIELDS.every((name) => jsonFieldProblem(name, fields[name]) === undefined);

interface Place {
  path: string;
  message: string;
}

/** What the server found in a JSON field, each with its place within the field. */
export function placesWithin(name: JsonField, details: readonly Place[]): Place[] {
  const root = `/${PLACES[name]}`;
  return details.flatMap(({ path, message }) => {
    const isWithin = path === root || path.startsWith(`${root}/`);
    return isWithin ? [{ path: path.slice(root.length), message }] : [];
  });
}

/** `/properties/size/type must be a type (line 4).`: a sentence for each. */
export function placesInWords(text: string, places: readonly Place[]): string {
  const inWords = ({ path, message }: Place) => {
    if (path === '') return asSentence(message);
    const line = lineAt(text, path);
    return `${path} ${message.replace(/\.$/, '')}${line === undefined ? '' : ` (line ${line})`}.`;
  };
  return places.map(inWords).join(' ');
}

const jsonText = (value: unknown) =>
  value === undefined || value === null ? '' : jsonOf(toFormData(value));

/** A JSON text in lines; as it is if it is not JSON. */
export function inLines(text: string): string {
  try {
    return jsonOf(formDataOf(text));
  } catch {
    return text;
  }
}

/** The fields of a listing that exists. */
export function fieldsOf({ runContract, price, ...listing }: OwnListing): ListingFields {
  const { method, endpointPath, healthEndpoint, inputSchema, outputSchema } = runContract;
  return {
    title: listing.title,
    slug: listing.slug,
    description: listing.description ?? '',
    category: listing.category ?? '',
    tags: [...(listing.tags ?? [])],
    amount: String(price.amount),
    currency: price.currency,
    unit: price.unit,
    method,
    endpointPath,
    healthEndpoint: healthEndpoint ?? '',
    inputSchema: jsonText(inputSchema),
    outputSchema: jsonText(outputSchema),
    requestExampleJson: inLines(runContract.requestExampleJson ?? ''),
    responseExampleJson: inLines(runContract.responseExampleJson ?? ''),
  };
}

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

/** The names of fields in a sentence, where they differ from the names in the code. */
const CALLED: Readonly<Partial<Record<Field, string>>> = {
  amount: 'price',
  unit: 'unit of the price',
  endpointPath: 'endpoint',
  healthEndpoint: 'health endpoint',
  inputSchema: 'input schema',
  outputSchema: 'output schema',
  requestExampleJson: 'request example',
  responseExampleJson: 'response example',
};

const inList = (names: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names);

const PRICE: ReadonlySet<Field> = new Set(['amount', 'currency', 'unit']);

/**
 * What was saved, in a line: `title and price $0.03 → $0.30`. Of the price it says what it was and is; empty
 * if nothing was.
 */
export function savedInWords(before: ListingFields, after: ListingFields): string {
  const saved = NAMES.filter((name) => WRITTEN[name](before) !== WRITTEN[name](after));
  const isOtherUnit = saved.includes('unit');
  const price = (fields: ListingFields) => {
    const money = formatPrice({ amount: Number(fields.amount), currency: fields.currency });
    return isOtherUnit ? `${money} per ${fields.unit.trim() || DEFAULT_UNIT}` : money;
  };
  const names = saved.map((name) =>
    PRICE.has(name) ? `price ${price(before)} → ${price(after)}` : (CALLED[name] ?? name),
  );
  return inList([...new Set(names)]);
}

/** `title, price and input schema`: the fields that have changed since `before`; empty if none have. */
export function changesInWords(before: ListingFields, after: ListingFields): string {
  const changed = NAMES.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return inList(changed.map((name) => CALLED[name] ?? name));
}

/** What is optional and may be folded, and how it is: `Tags: none · Health endpoint: none`. */
export function moreInWords(
  { tags, slug, healthEndpoint }: ListingFields,
  isListed: boolean,
): string {
  const parts = [
    `Tags: ${tags.length === 0 ? 'none' : tags.join(', ')}`,
    ...(isListed ? [] : [`Slug: ${slug.trim() || 'made from the title'}`]),
    `Health endpoint: ${healthEndpoint.trim() || 'none, so its uptime is not shown'}`,
  ];
  return parts.join(' · ');
}
