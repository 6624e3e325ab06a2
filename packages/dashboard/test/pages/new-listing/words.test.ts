import { ApiError, ConnectionError } from '@mkt/client';
import { expect, it } from 'vitest';
import {
  importProblem,
  serviceAddress,
  withoutLinks,
} from '../../../src/pages/new-listing/words.ts';

const refused = (type: string, places = 0) =>
  new ApiError({
    status: 422,
    type,
    reason: 'No.',
    details: Array.from({ length: places }, (_, place) => ({
      path: `/${place}`,
      message: 'is bad',
    })),
    requestId: undefined,
    retryAfterMs: undefined,
    requiredScope: undefined,
    from: undefined,
    to: undefined,
    allowed: undefined,
    checks: [],
    hint: '',
    body: {},
  });

const titleOf = (error: unknown) => importProblem(error, 'The preview failed', false).title;

it.each([
  ['network', 'The service cannot be reached'],
  ['non_ok_status', 'The service did not return its contract'],
  ['invalid_json', 'The contract of this service is not valid JSON'],
  ['url_not_allowed', 'The marketplace may not call this address'],
  ['slug_taken', 'This slug is taken'],
  ['rate_limited', 'The preview failed'],
])('an import that fails as %s is explained as "%s"', (type, title) => {
  expect(titleOf(refused(type))).toBe(title);
});

it('counts the errors of a contract', () => {
  expect(titleOf(refused('invalid_contract', 1))).toBe('The contract of this service has 1 error');
  expect(titleOf(refused('invalid_contract', 2))).toBe('The contract of this service has 2 errors');
});

it('links to the schema of contracts and to one to copy, where the marketplace names them', () => {
  const [schema, sample] = ['https://m.example/v1/mkt-schema', 'https://m.example/docs/a.md'];
  expect(withoutLinks(`No. The schema: ${schema}. A contract to copy: ${sample}.`)).toEqual({
    sentence: 'No.',
    links: [
      { label: 'The schema', href: schema },
      { label: 'A contract to copy', href: sample },
    ],
  });
  expect(withoutLinks('No.')).toEqual({ sentence: 'No.', links: [] });
});

it('has no words of its own for a marketplace that does not respond', () => {
  expect(titleOf(new ConnectionError('down', { type: 'unreachable', mayHaveArrived: false }))).toBe(
    'The preview failed',
  );
});

it('asks for a public address only where private ones are not allowed', () => {
  const next = (isDev: boolean) => importProblem(refused('url_not_allowed'), '', isDev).next;
  expect(next(false)).toContain('its public https address');
  expect(next(true)).toContain('such as http://localhost:8810');
});

it.each([
  [' localhost:8810 ', 'http://localhost:8810'],
  ['127.0.0.1:8810/text', 'http://127.0.0.1:8810/text'],
  ['[::1]:8810', 'http://[::1]:8810'],
  ['api.example.com', 'https://api.example.com'],
  ['localhost.example.com/text', 'https://localhost.example.com/text'],
  ['http://api.example.com', 'http://api.example.com'],
  ['HTTPS://api.example.com', 'HTTPS://api.example.com'],
  ['http:/localhost', 'http:/localhost'],
  ['ftp://localhost', 'ftp://localhost'],
  ['two words', 'two words'],
  ['', ''],
])('the service at %j is at %j', (typed, address) => {
  expect(serviceAddress(typed)).toBe(address);
});
