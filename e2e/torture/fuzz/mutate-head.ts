import type { Random } from '../random.ts';
import { hostileString } from './hostile-values.ts';
import type { FuzzRequest } from './request.ts';

type Mutation = (request: FuzzRequest, random: Random) => void;

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'LOCK',
  'PURGE',
  'SEARCH',
  'M-SEARCH',
] as const;

const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset="utf-8"',
  'application/json;;;',
  'application/json, text/html',
  'application/jsonp',
  'APPLICATION/JSON',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  `application/json${' '.repeat(4_000)}`,
] as const;

const PREFERENCES = [
  'wait=-1',
  'wait=0',
  'wait=1.5',
  'wait="1"',
  'wait=',
  'wait',
  'respond-async, wait=1',
  'wait=0; wait=2',
  `wait=${'0'.repeat(4_000)}`,
] as const;

const ENCODED = [
  '%00',
  '%2e%2e%2f',
  '%ff',
  '%',
  '%zz',
  '%C0%AF',
  '%F0%9F%98%80',
  '%0d%0a',
] as const;

const QUERY_NAMES = [
  'limit',
  'cursor',
  'query',
  'orderState',
  'createdAfter',
  'sort',
  'maxPrice',
  '__proto__',
  'a[b]',
  'limit[]',
  '',
] as const;

const CURSORS = [
  '[]',
  '{}',
  'null',
  '["orders",1e999,"x"]',
  '["orders",-1,"x"]',
  '["orders"',
  '["orders",1,"01a1fdff-848e-77c2-9e0b-fa6bd5dc0a82"]',
  '["listings",9007199254740991,"01a1fdff-848e-77c2-9e0b-fa6bd5dc0a82"]',
  '['.repeat(200),
] as const;

const HEADER_NAMES = [
  'x-forwarded-for',
  'origin',
  'cookie',
  'range',
  'if-none-match',
  'expect',
  'accept',
  'accept-encoding',
  'authorization',
  'referer',
  'te',
  'upgrade',
  'via',
  '__proto__',
  'constructor',
] as const;

/** Header values that leave the rest of the request parsable. */
const headerText = (text: string) =>
  Buffer.from(text.replaceAll('\r', '').replaceAll('\n', '').replaceAll('\u0000', ''), 'utf8');

/** Parts of a request line that leave it parsable; `unframed.ts` has the others. */
const targetText = (text: string) => encodeURI(text.toWellFormed()).replaceAll("'", '%27');

const setHeader = ({ headers }: FuzzRequest, name: string, value: string | Buffer) => {
  const index = headers.findIndex(([each]) => each === name);
  if (index === -1) headers.push([name, value]);
  else headers[index] = [name, value];
};

const MUTATIONS: Record<string, Mutation> = {
  method(request, random) {
    request.method = random.pick(METHODS);
  },
  'part of the path'(request, random) {
    const parts = request.target.split('/');
    const text = random.chance(0.5) ? random.pick(ENCODED) : targetText(hostileString(random));
    parts[random.int(1, Math.max(1, parts.length - 1))] = text.slice(0, 4_000);
    request.target = parts.join('/') || '/';
  },
  'form of the path'(request, random) {
    const { target } = request;
    request.target = random.pick([
      `/${target}`,
      `${target}/`,
      target.toUpperCase(),
      target.replace('/v1/', '/v1/../v1/'),
      `http://elsewhere.invalid${target}`,
      `${target}#fragment`,
      `${target};a=b`,
      target.replaceAll('/', '%2F').replace('%2F', '/'),
      '*',
      '/v1',
      '/v2/orders',
      '/.git/config',
    ]);
  },
  query(request, random) {
    const [path = '/'] = request.target.split('?');
    const name = random.pick(QUERY_NAMES);
    const value = random.chance(0.3)
      ? random.pick(ENCODED)
      : encodeURIComponent(hostileString(random).toWellFormed()).slice(0, 6_000);
    const twice = random.chance(0.2) ? `&${name}=1` : '';
    request.target = `${path}?${encodeURIComponent(name)}=${value}${twice}`;
  },
  cursor(request, random) {
    const [path = '/'] = request.target.split('?');
    const inner = random.pick(CURSORS);
    request.target = `${path}?cursor=${Buffer.from(inner).toString('base64url')}`;
  },
  'API key'(request, random) {
    const key = random.chance(0.5)
      ? headerText(hostileString(random)).subarray(0, 4_000)
      : `mkt_${'A'.repeat(random.int(0, 60))}`;
    setHeader(request, 'x-mkt-api-key', key);
  },
  'no API key'({ headers }) {
    const index = headers.findIndex(([name]) => name === 'x-mkt-api-key');
    if (index !== -1) headers.splice(index, 1);
  },
  'API key in the query'(request) {
    request.target += `${request.target.includes('?') ? '&' : '?'}apiKey=mkt_x&x-mkt-api-key=1`;
  },
  'content type'(request, random) {
    setHeader(request, 'content-type', random.pick(CONTENT_TYPES));
  },
  'content encoding'(request, random) {
    setHeader(request, 'content-encoding', random.pick(['gzip', 'br', 'identity', 'x', '']));
  },
  prefer(request, random) {
    setHeader(request, 'prefer', random.pick(PREFERENCES));
  },
  'idempotency key'(request, random) {
    setHeader(request, 'idempotency-key', headerText(hostileString(random)).subarray(0, 4_000));
  },
  'a header twice'({ headers }, random) {
    const index = random.int(0, headers.length - 1);
    const header = headers[index];
    if (header && header[0] !== 'host') headers.push([header[0], header[1]]);
  },
  'many headers'({ headers }, random) {
    const count = random.int(10, 300);
    for (let i = 0; i < count; i += 1) headers.push([`x-${i}`, 'v']);
  },
  'a strange header'({ headers }, random) {
    const name = random.pick(HEADER_NAMES);
    headers.push([name, headerText(hostileString(random)).subarray(0, 4_000)]);
  },
};

const NAMES = Object.keys(MUTATIONS) as [string, ...string[]];

/** Changes the request line or the headers, but not where the request ends. */
export function mutateHead(request: FuzzRequest, random: Random): void {
  const name = random.pick(NAMES);
  request.mutations.push(name);
  MUTATIONS[name]!(request, random);
}
