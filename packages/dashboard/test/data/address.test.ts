import { expect, it } from 'vitest';
import { hashToReturnWith, returnTo, signInPath, signingInLink } from '../../src/data/address.ts';

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
  '/.//evil.example',
  '\\\\evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://market.example.evil.example/',
  '/sign-in',
  '/sign-up?to=%2Forders',
  '/reset-password',
  '',
])('returns to the start page instead of %s, which anyone could have written', (to) => {
  expect(toOf(to)).toBe('/');
});

it('keeps the page to return to, and what follows its #, from one page of signing in to the other', () => {
  const here = { search: '?to=%2Fdevice', hash: '#code=WDJB-MJHT' };
  // `location` of a browser, which this test does not have.
  const link = signingInLink('/sign-up', here, ORIGIN);
  expect(link).toBe('/sign-up?to=%2Fdevice#code=WDJB-MJHT');
  const { search, hash } = new URL(link, ORIGIN);
  expect(signingInLink('/sign-in', { search, hash }, ORIGIN)).toBe(
    '/sign-in?to=%2Fdevice#code=WDJB-MJHT',
  );
});

it('leaves behind what only one of these pages understands', () => {
  expect(hashToReturnWith('#invitation=abc')).toBe('');
  expect(hashToReturnWith('#token=abc')).toBe('');
  expect(hashToReturnWith('#code=WDJB-MJHT')).toBe('#code=WDJB-MJHT');
});
