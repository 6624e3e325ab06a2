import { LIMITS } from '@mkt/protocol';

/** Room for `/contract`, the longest path below it. */
const MAX_LENGTH = LIMITS.urlLength - '/contract'.length;

export type BaseUrl = { ok: true; href: string; path: string } | { ok: false; message: string };

const refuse = (message: string): BaseUrl => ({ ok: false, message });

/** The public address of a service: without a closing slash, and its path alone. */
export function readBaseUrl(text: unknown): BaseUrl {
  if (typeof text !== 'string') return refuse('must be a string');
  if (text.trim() === '') return refuse('is empty: give an absolute URL, or leave it out');
  if (!URL.canParse(text)) return refuse('must be an absolute URL, as https://api.example.com');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refuse('must be https or http');
  if (url.username !== '' || url.password !== '') return refuse('must not hold a user or password');
  if (text.includes('?') || text.includes('#')) return refuse('must not have a query or fragment');
  const path = url.pathname.replace(/\/+$/, '');
  const href = url.origin + path;
  if (href.length > MAX_LENGTH) return refuse(`must have at most ${MAX_LENGTH} characters`);
  return { ok: true, href, path };
}

const HOST = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;

/** The origin that a Host header names, or `undefined` for what cannot be one. */
export function originOf(protocol: 'http' | 'https', host: string | undefined): string | undefined {
  if (host === undefined || !HOST.test(host)) return undefined;
  const text = `${protocol}://${host}`;
  return URL.canParse(text) ? new URL(text).origin : undefined;
}
