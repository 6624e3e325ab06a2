import type { OwnListing } from '@mkt/client';
import { DEFAULT_CURRENCY, DEFAULT_UNIT } from '@mkt/protocol';
import { jsonProblem } from '../../data/json-problem.ts';
import { jsonOf, toFormData } from '../input/form-data.ts';

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
  return text.trim().startsWith('{') ? undefined : 'A schema is a JSON object: { … }';
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

/** What the server found in a JSON field, each with its place within the field. */
export function placesWithin(
  name: JsonField,
  details: readonly { path: string; message: string }[],
): string | undefined {
  const root = `/${PLACES[name]}`;
  const found = details.flatMap(({ path, message }) => {
    if (path === root) return [message];
    return path.startsWith(`${root}/`) ? [`${path.slice(root.length)} ${message}`] : [];
  });
  return found.length === 0 ? undefined : found.join('; ');
}

const jsonText = (value: unknown) =>
  value === undefined || value === null ? '' : jsonOf(toFormData(value));

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
    requestExampleJson: runContract.requestExampleJson ?? '',
    responseExampleJson: runContract.responseExampleJson ?? '',
  };
}
