// The OpenAPI document lists every error with which an operation refuses bad input.
import { AUTH_ROUTES, ROUTES } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '../../../../test-bed/api.ts';
import { signedUp } from '../accounts/browser.ts';
import { openMarket } from '../market.ts';

const NOWHERE = '01920000-0000-7000-8000-000000000000';
const LONG = 'x'.repeat(5_000);

/** A stream does not end, and without a session the others would all be refused alike. */
const UNTESTED = new Set<string>(['/v1/events', '/auth/sign-out']);

/** Those that a browser with a session may call. */
const OPERATIONS = Object.entries({ ...ROUTES, ...AUTH_ROUTES })
  .filter(([, { access, path }]) => access !== 'program' && !UNTESTED.has(path))
  .map(([, { method, path, ...route }]) => ({
    name: `${method} ${path}`,
    method,
    path,
    hasBody: 'body' in route,
  }));

const IDS = ['nothing', NOWHERE, '%00', 'a%00b', '%2e%2e', '%ff', LONG, '🌦'];
const QUERIES = [
  'nothing=1',
  'limit=0',
  'limit=20&limit=20',
  'cursor=WyJvcmRlcnMiXQ',
  'cursor=%00',
  'from=x',
  'from=1999-01-01T00:00:00Z',
  'by=x',
  'keyId=%00',
  'listingId=%00',
  'sort=x',
  `query=${LONG}`,
  'metadata[]=2',
  '%ff=%ff',
];
const MEMBERS = ['name', 'email', 'currentPassword', 'id', 'listingId', 'title', 'url', 'filter'];
const BODIES = [
  '',
  '{',
  '[]',
  '{"name":1,"name":2}',
  '{"nothing":1}',
  '{"__proto__":1}',
  `${'['.repeat(100)}${']'.repeat(100)}`,
  `{"x":"${'x'.repeat(300_000)}"}`,
  ...MEMBERS.flatMap((name) => [0, '\0', LONG].map((value) => JSON.stringify({ [name]: value }))),
];

describe('an operation', () => {
  it('is refused only with errors that its part of the document lists', async () => {
    const { url, api } = await openMarket();
    const browser = await signedUp({ url });
    const cookie = browser.cookieHeader();
    const { body: document } = await api.get('/v1/openapi.json');

    function problemOf(path: string, method: string, { status, body }: ApiResponse) {
      if (status < 400) return undefined;
      const responses = document.paths[path][method.toLowerCase()].responses;
      const listed = responses[status]?.content?.['application/json']?.examples;
      const isListed = listed !== undefined && Object.hasOwn(listed, body?.type);
      return isListed ? undefined : `${status} ${body?.type}`;
    }

    const found = new Set<string>();
    for (const { name, method, path, hasBody } of OPERATIONS) {
      const send = async (part: { id?: string; query?: string; body?: string }) => {
        const { id = NOWHERE, query = '', body } = part;
        const target = `${url}${path.replaceAll(/\{\w+\}/g, id)}${query && `?${query}`}`;
        const response = await fetch(target, {
          method,
          headers: { origin: url, cookie, ...(hasBody && { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body }),
        });
        const text = await response.text();
        const isJson = response.headers.get('content-type')?.startsWith('application/json');
        const read = { status: response.status, body: isJson ? JSON.parse(text) : text };
        const problem = problemOf(path, method, read as ApiResponse);
        if (problem !== undefined) found.add(`${name}: ${problem}`);
      };
      const empty = hasBody ? { body: '{}' } : {};
      const ids = path.includes('{') ? IDS : [];
      const bodies = hasBody ? BODIES : [];
      await Promise.all([
        ...ids.map((id) => send({ ...empty, id })),
        ...QUERIES.map((query) => send({ ...empty, query })),
        ...bodies.map((body) => send({ body })),
      ]);
    }
    expect([...found]).toEqual([]);
    // Otherwise all would have been refused for that.
    expect((await browser.get('/auth/get-session')).body).toMatchObject({ session: {} });
  }, 120_000);
});
