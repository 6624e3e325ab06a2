import { LIMITS } from '@mkt/protocol';

/** Leaves room for `/contract`, the longest path below it. */
const MAX_LENGTH = LIMITS.urlLength - '/contract'.length;

/** `href` is undefined when only a path was given. */
export type BaseUrl =
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
