import {
  DEFAULT_CURRENCY,
  DEFAULT_UNIT,
  LIMITS,
  type Method,
  type ProviderContract,
  type SellerProvider,
} from '@mkt/protocol';
import type { JsonSchema } from './schema-source.ts';
import type { AnyDefinition } from './service-definition.ts';

/** Leaves room for `/contract`, the longest path below it. */
const MAX_LENGTH = LIMITS.urlLength - '/contract'.length;

/** `href` is undefined when only a path was given. */
type BaseUrl =
  | { ok: true; href: string | undefined; path: string }
  | { ok: false; message: string };

const refuse = (message: string): BaseUrl => ({ ok: false, message });

/** Stands for the host that is requested while a path is read. */
const ANY_ORIGIN = 'http://localhost';

/**
 * The public address of a service, without a trailing slash, and its path; or a path alone, such as
 * `/text`.
 */
export function readBaseUrl(text: unknown): BaseUrl {
  if (typeof text !== 'string') return refuse('must be a string');
  if (text.trim() === '') return refuse('is empty: give an absolute URL, or leave it out');
  const isPath = /^\/(?![/\\])/.test(text);
  const absolute = isPath ? ANY_ORIGIN + text : text;
  if (!URL.canParse(absolute)) {
    return refuse('must be an absolute URL, for example https://api.example.com');
  }
  const url = new URL(absolute);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('must be https or http');
  if (url.username !== '' || url.password !== '') {
    return refuse('must not contain a user name or password');
  }
  if (text.includes('?') || text.includes('#')) return refuse('must not have a query or fragment');
  // An origin that ends with a slash, followed by a path, gives two slashes.
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const href = url.origin + path;
  if (href.length > MAX_LENGTH) return refuse(`must have at most ${MAX_LENGTH} characters`);
  return { ok: true, href: isPath ? undefined : href, path };
}

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** The origin for a Host header, or `undefined` when the header is not a valid host. */
export function originOf(protocol: 'http' | 'https', host: string | undefined): string | undefined {
  if (host === undefined || !HOST.test(host)) return undefined;
  const text = `${protocol}://${host}`;
  return URL.canParse(text) ? new URL(text).origin : undefined;
}

interface ContractSchemas {
  input: JsonSchema | undefined;
  output: JsonSchema | undefined;
}

export const DEFAULT_METHOD: Method = 'POST';

/** An example as the contract has it: JSON in a string. */
const exampleJson = (example: unknown) =>
  example === undefined ? undefined : JSON.stringify(example);

/**
 * The document of `GET /contract` (docs/reference/seller-interface.md#the-contract).
 *
 * @param base absolute address without a trailing slash
 */
export function contractOf(
  definition: AnyDefinition,
  schemas: ContractSchemas,
  base: string,
): ProviderContract {
  const { name, description, category, tags, price, method, examples } = definition;
  const contract = {
    provider: {
      title: name,
      description,
      category,
      // The wire type expresses "at most 10" as eleven tuples.
      tags: tags as SellerProvider['tags'],
      price: price && {
        currency: price.currency ?? DEFAULT_CURRENCY,
        amountCents: price.amountCents,
        amount: price.amount,
        unit: price.unit ?? DEFAULT_UNIT,
      },
      runContract: {
        method: method ?? DEFAULT_METHOD,
        endpointPath: `${base}/run`,
        healthEndpoint: `${base}/health`,
        inputSchema: schemas.input,
        outputSchema: schemas.output,
        requestExampleJson: exampleJson(examples?.request),
        responseExampleJson: exampleJson(examples?.response),
      },
    },
  };
  // Through JSON, which leaves out undefined fields.
  return JSON.parse(JSON.stringify(contract)) as ProviderContract;
}
