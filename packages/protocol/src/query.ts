import { pointer } from './json-pointer.ts';

type Scalar = string | number | boolean;

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The apostrophe too: a URL's own serialiser would encode it, and the signature is over what is sent. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');

export type QueryString =
  | { ok: true; query: string }
  | { ok: false; path: string; message: string };

/**
 * The input of a GET or DELETE contract as a query string without its `?`: scalars in their order,
 * percent-encoded, numbers and booleans as their JSON text, nulls left out, arrays of scalars as
 * repeated names.
 */
export function toQueryString(input: unknown): QueryString {
  if (!isObject(input)) return { ok: false, path: '', message: 'must be object' };
  const pairs: string[] = [];
  for (const [name, value] of Object.entries(input)) {
    const path = pointer(name);
    const items: unknown[] = Array.isArray(value) ? value : [value];
    for (const item of items) {
      if (item === null || item === undefined) continue;
      if (!isScalar(item)) return { ok: false, path, message: 'cannot stand in a query string' };
      const text = String(item);
      // A lone surrogate has no UTF-8 form, so no query string either.
      if (!name.isWellFormed() || !text.isWellFormed()) {
        return { ok: false, path, message: 'is not valid Unicode' };
      }
      pairs.push(`${encode(name)}=${encode(text)}`);
    }
  }
  return { ok: true, query: pairs.join('&') };
}

/** `endpointPath` with the input's query after any query that it already has. */
export function withQuery(endpointPath: string, query: string): string {
  const url = new URL(endpointPath);
  const own = url.search.slice(1);
  url.search = [own, query].filter((part) => part !== '').join('&');
  url.hash = '';
  return url.href;
}
