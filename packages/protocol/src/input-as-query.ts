import { isInexact } from './json/inexact-number.ts';
import { textItems, textMembers } from './json/text-members.ts';
import { pointerTo } from './json/json-pointer.ts';
import { LIMITS } from './limits.ts';

type Scalar = string | number | boolean;

/** Encodes the apostrophe too: the URL serialiser would, and the signature must cover what is sent. */
const encode = (text: string) => encodeURIComponent(text).replaceAll("'", '%27');

export type QueryString =
  | { ok: true; query: string }
  | { ok: false; path: string; message: string };

const TOO_LONG: QueryString = {
  ok: false,
  path: '',
  message: `must be at most ${LIMITS.queryBytes} bytes as a query string`,
};

/** Not even an input that is all escapes, each six characters for one, is this much longer. */
const MAX_INPUT_LENGTH = 8 * LIMITS.queryBytes;

/** Whether a contract's input travels in the query string, and not as a JSON body. */
export const sendsQuery = (method: string): boolean => method === 'GET' || method === 'DELETE';

/**
 * The input of a GET or DELETE contract as a query string without its `?`: percent-encoded scalars in
 * the order of the text, numbers and booleans as their JSON text, an inexact number as it was
 * written, nulls omitted, arrays of scalars as repeated names. Stops as soon as it is too long.
 *
 * @param json text of a JSON value without infinite numbers
 */
export function toQueryString(json: string): QueryString {
  const input = json.trim();
  if (!input.startsWith('{')) return { ok: false, path: '', message: 'must be object' };
  if (input.length > MAX_INPUT_LENGTH) return TOO_LONG;
  const pairs: string[] = [];
  let length = -1;
  for (const { name, text } of textMembers(input)) {
    const path = pointerTo('', name);
    for (const item of text.startsWith('[') ? textItems(text) : [text]) {
      if (item === 'null') continue;
      if (item.startsWith('{') || item.startsWith('[')) {
        return { ok: false, path, message: 'cannot be sent in a query string' };
      }
      const value = scalarText(item);
      // A lone surrogate has no UTF-8 form, and therefore no form in a query string.
      if (!name.isWellFormed() || !value.isWellFormed()) {
        return { ok: false, path, message: 'is not valid Unicode' };
      }
      const pair = `${encode(name)}=${encode(value)}`;
      length += pair.length + 1;
      if (length > LIMITS.queryBytes) return TOO_LONG;
      pairs.push(pair);
    }
  }
  return { ok: true, query: pairs.join('&') };
}

/** A scalar's JSON text as it appears in a query string. */
function scalarText(json: string): string {
  const value = JSON.parse(json) as Scalar;
  return typeof value === 'number' && isInexact(json) ? json : String(value);
}

/** `endpointPath` with the input's query appended to any query that it already has. */
export function withQuery(endpointPath: string, query: string): string {
  const url = new URL(endpointPath);
  const own = url.search.slice(1);
  url.search = [own, query].filter((part) => part !== '').join('&');
  url.hash = '';
  return url.href;
}
