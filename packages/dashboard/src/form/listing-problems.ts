import { isObject, toMicros } from '@mkt/protocol';
import { isUnnamed, UNNAMED } from '../ui/seller-name.ts';
import { inLines, type JsonField, jsonFieldProblem, type ListingFields } from './listing-fields.ts';
import type { AskedName } from './seller-name.tsx';

const SAMPLE = 'https://api.example.com/run';
const HOST = /^(?:[\w-]+\.)+\w+(?:[:/]|$)|^localhost(?:[:/]|$)|^\[[\da-f:]+\](?:[:/]|$)/i;
/** A host of this machine, which seldom has a certificate. */
export const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?:[:/]|$)/i;

/** Why the marketplace could not call an address, and how to write it; the host is judged by the server. */
export function addressProblem(typed: string, isDev: boolean): string | undefined {
  const text = typed.trim();
  const start = isDev ? 'https:// or http://' : 'https://';
  if (/\s/.test(text)) return 'Remove the spaces: an address has none.';
  if (HOST.test(text))
    return `Put ${isDev && LOCAL.test(text) ? 'http://' : 'https://'} in front of it.`;
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(text) ?? [];
  if (scheme === undefined) return `Enter a whole address, such as ${SAMPLE}.`;
  if (!/^https?$/i.test(scheme)) {
    return `An address that starts with ${scheme}: cannot be called. Use ${start}.`;
  }
  if (!isDev && /^http$/i.test(scheme)) return 'Use https:// instead of http://.';
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return `This address is not complete. Write it like ${SAMPLE}.`;
  }
  if (/^https?:\/{2,}[^/?#]*@/i.test(text)) {
    return 'Remove the user name and password before the @. Your service knows calls by their signature.';
  }
  return undefined;
}

/** Why a price cannot be sent, and how to write it. */
export function priceProblem(typed: string): string | undefined {
  const text = typed.trim();
  if (text === '') return 'Enter a price: 0 if calls are free.';
  if (text.includes(',')) return 'Write it without a comma, such as 0.05 or 1000.';
  if (/^[^\d.-]|[^\d.]$/.test(text) && /\d/.test(text))
    return 'Enter the number alone, such as 0.05.';
  if (/^-[\d.]+$/.test(text)) return 'A price cannot be below 0.';
  if (!/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return 'Enter a number, such as 0.05.';
  if (Number(text) > 1_000_000) return 'The highest price is 1,000,000.';
  return toMicros(Number(text)) === undefined ? 'Use at most 6 decimals.' : undefined;
}

const MAX_TAG = 32;

const RULES: {
  readonly [Name in keyof ListingFields]?: (
    fields: ListingFields,
    isDev: boolean,
  ) => string | undefined;
} = {
  title: ({ title }) => (title.trim() === '' ? 'Enter a title.' : undefined),
  tags: ({ tags }) => {
    const long = tags.find((tag) => tag.length > MAX_TAG);
    return long && `Shorten “${long}”: a tag has at most ${MAX_TAG} characters.`;
  },
  slug: ({ slug }) =>
    /^(?:[a-z0-9-]{3,64})?$/.test(slug.trim())
      ? undefined
      : 'Use at least 3 lowercase letters, digits or hyphens, such as qr-code.',
  amount: ({ amount }) => priceProblem(amount),
  endpointPath: ({ endpointPath }, isDev) =>
    endpointPath.trim() === ''
      ? 'Enter the address that calls are sent to.'
      : addressProblem(endpointPath, isDev),
  healthEndpoint: ({ healthEndpoint }, isDev) =>
    healthEndpoint.trim() === '' ? undefined : addressProblem(healthEndpoint, isDev),
  inputSchema: ({ inputSchema }) => jsonFieldProblem('inputSchema', inputSchema),
  requestExampleJson: (it) => jsonFieldProblem('requestExampleJson', it.requestExampleJson),
  outputSchema: ({ outputSchema }) => jsonFieldProblem('outputSchema', outputSchema),
  responseExampleJson: (it) => jsonFieldProblem('responseExampleJson', it.responseExampleJson),
};

export type ListingProblems = Partial<Record<keyof ListingFields, string>>;

/** Everything that is wrong with what was typed, so that it can be corrected in one go. */
export function listingProblems(fields: ListingFields, isDev: boolean): ListingProblems {
  const found: ListingProblems = {};
  for (const name of Object.keys(RULES) as (keyof ListingFields)[]) {
    const problem = RULES[name]?.(fields, isDev);
    if (problem !== undefined) found[name] = problem;
  }
  return found;
}

/** Why buyers should know who sells; nothing if they do. */
export const namelessProblem = (soldBy: AskedName['named']): string | undefined =>
  soldBy && isUnnamed(soldBy) ? `Say who sells: buyers read “${UNNAMED}”.` : undefined;

/** What the form inserts into a JSON field that is empty, to begin with: a service that counts words. */
export const SAMPLES: Readonly<Record<JsonField, string>> = {
  inputSchema:
    '{ "type": "object", "properties": { "text": { "type": "string", "title": "Text" } }, "required": ["text"] }',
  requestExampleJson: '{ "text": "Good morning" }',
  outputSchema:
    '{ "type": "object", "properties": { "words": { "type": "integer" } }, "required": ["words"] }',
  responseExampleJson: '{ "words": 2 }',
};

/** Whether a JSON text is what was inserted, however it is laid out. */
export const isSample = (name: JsonField, text: string): boolean =>
  inLines(text.trim()) === inLines(SAMPLES[name]);

/** Whether nothing in a value says anything. */
const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isBlank) : !value;

/** Whether an example has members, but none with a value: `{"text":""}`. */
function isBlankObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && Object.keys(value).length > 0 && isBlank(value);
  } catch {
    return false;
  }
}

const SCHEMA_IS_SAMPLE = 'This is still our example of a schema. Describe your own service.';
const EXAMPLE_IS_SAMPLE = 'This is still our example. Show a call of your own service.';
const EXAMPLE_IS_BLANK = 'Fill in values as your service gets and returns them.';

/** What is still as the form inserted it: it says nothing of this service. */
function untouched(name: JsonField, { [name]: text }: ListingFields): string | undefined {
  if (isSample(name, text)) return name.endsWith('Schema') ? SCHEMA_IS_SAMPLE : EXAMPLE_IS_SAMPLE;
  return name.endsWith('Json') && isBlankObject(text) ? EXAMPLE_IS_BLANK : undefined;
}

/**
 * What buyers would miss in a listing that the marketplace takes, and what is not yet about its service;
 * `name` is that of the seller.
 */
export function missingForBuyers(
  fields: ListingFields,
  soldBy: AskedName['named'],
): Partial<Record<keyof ListingFields | 'name', string>> {
  const isEmpty = (name: keyof ListingFields) => String(fields[name]).trim() === '';
  return {
    description: isEmpty('description') ? 'Say what buyers get, in a sentence or two.' : undefined,
    category: isEmpty('category') ? 'Choose one: buyers browse by category.' : undefined,
    name: namelessProblem(soldBy),
    inputSchema: untouched('inputSchema', fields),
    requestExampleJson: untouched('requestExampleJson', fields),
    outputSchema: untouched('outputSchema', fields),
    responseExampleJson:
      untouched('responseExampleJson', fields) ??
      (isEmpty('responseExampleJson') && isEmpty('outputSchema')
        ? 'Show what a call returns, here or as an output schema: buyers cannot see what they get.'
        : undefined),
  };
}
