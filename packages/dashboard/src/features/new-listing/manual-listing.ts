import { DEFAULT_CURRENCY, DEFAULT_UNIT } from '@mkt/protocol';
import { jsonProblem } from '../../data/json-problem.ts';

export const METHODS = ['POST', 'GET', 'PUT', 'PATCH', 'DELETE'] as const;

/** What the form holds, as it was typed. */
export interface ManualFields {
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

export const EMPTY_FIELDS: ManualFields = {
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
} as const satisfies Record<keyof ManualFields, string>;

export type JsonField = `${'input' | 'output'}Schema` | `${'request' | 'response'}ExampleJson`;

/** Why the text of a JSON field cannot be sent. An empty one is left out. */
export function jsonFieldProblem(name: JsonField, text: string): string | undefined {
  if (text.trim() === '') return undefined;
  const problem = jsonProblem(text);
  if (problem !== undefined || !name.endsWith('Schema')) return problem;
  return text.trim().startsWith('{') ? undefined : 'A schema is a JSON object: { … }';
}

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

/** A decimal number as JSON writes it: what was typed as `.5`, `1.` or `007` has the same value. */
const numberText = (typed: string) => String(Number(typed));

const member = (name: string, json: string) => `${JSON.stringify(name)}:${json}`;
const object = (members: readonly string[]) => `{${members.join(',')}}`;

/**
 * The request that creates the listing, as JSON text: schemas are sent as they were typed, so that
 * their numbers keep all digits. Fields that are empty are left out.
 */
export function manualRequest(fields: ManualFields, { isDraft }: { isDraft: boolean }): string {
  const text = (name: 'slug' | 'description' | 'category' | 'healthEndpoint') => {
    const typed = fields[name].trim();
    return typed === '' ? [] : [member(name, JSON.stringify(typed))];
  };
  const schema = (name: 'inputSchema' | 'outputSchema') =>
    fields[name].trim() === '' ? [] : [member(name, fields[name])];
  const example = (name: 'requestExampleJson' | 'responseExampleJson') =>
    fields[name].trim() === '' ? [] : [member(name, JSON.stringify(fields[name]))];
  return object([
    member('title', JSON.stringify(fields.title.trim())),
    ...text('slug'),
    ...text('description'),
    ...text('category'),
    ...(fields.tags.length === 0 ? [] : [member('tags', JSON.stringify(fields.tags))]),
    member(
      'price',
      object([
        member('amount', numberText(fields.amount)),
        member('unit', JSON.stringify(fields.unit.trim() || DEFAULT_UNIT)),
        member('currency', JSON.stringify(fields.currency)),
      ]),
    ),
    member(
      'runContract',
      object([
        member('method', JSON.stringify(fields.method)),
        member('endpointPath', JSON.stringify(fields.endpointPath.trim())),
        ...text('healthEndpoint'),
        ...schema('inputSchema'),
        ...schema('outputSchema'),
        ...example('requestExampleJson'),
        ...example('responseExampleJson'),
      ]),
    ),
    ...(isDraft ? [member('listingState', '"draft"')] : []),
  ]);
}
