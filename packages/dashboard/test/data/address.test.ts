import { expect, it } from 'vitest';
import { returnTo, signInPath } from '../../src/data/address.ts';

const ORIGIN = 'https://market.example';
const toOf = (to: string) => returnTo(`to=${encodeURIComponent(to)}`, ORIGIN);

it.each(['/orders', '/orders?state=failed&page=2', '/listings/a%2Fb#health', '/'])(
  'returns to %s after signing in',
  (path) => {
    const { search } = new URL(signInPath(path), ORIGIN);
    expect(returnTo(search.slice(1), ORIGIN)).toBe(path);
  },
);

it.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://market.example.evil.example/',
  '/sign-in',
  '',
])('returns to the start page instead of %s, which anyone could have written', (to) => {
  expect(toOf(to)).toBe('/');
});
