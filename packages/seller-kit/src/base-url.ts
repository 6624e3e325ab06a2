import { LIMITS } from '@mkt/protocol';

/** Leaves room for `/contract`, the longest path below it. */
const MAX_LENGTH = LIMITS.urlLength - '/contract'.length;

export type BaseUrl = { ok: true; href: string; path: string } | { ok: false; message: string };

const refuse = (message: string): BaseUrl => ({ ok: false, message });

/** The public address of a service, without a trailing slash, and its path. */
export function readBaseUrl(text: unknown): BaseUrl {
  if (typeof text !== 'string') return refuse('must be a string');
  if (text.trim() === '') return refuse('is empty: give an absolute URL, or leave it out');
  if (!URL.canParse(text)) {
    return refuse('must be an absolute URL, for example https://api.example.com');
  }
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('must be https or http');
  if (url.username !== '' || url.password !== '') {
    return refuse('must not contain a user name or password');
  }
  if (text.includes('?') || text.includes('#')) return refuse('must not have a query or fragment');
  const path = url.pathname.replace(/\/+$/, '');
  const href = url.origin + path;
  if (href.length > MAX_LENGTH) return refuse(`must have at most ${MAX_LENGTH} characters`);
  return { ok: true, href, path };
}

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** The origin for a Host header, or `undefined` when the header is not a valid host. */
export function originOf(protocol: 'http' | 'https', host: string | undefined): string | undefined {
  if (host === undefined || !HOST.test(host)) return undefined;
  const text = `${protocol}://${host}`;
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
