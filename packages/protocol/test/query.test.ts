import { toQueryString, withQuery } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { query } from './vectors.ts';

describe('the input of a GET or DELETE call', () => {
  it.each(query.vectors.filter(({ expected }) => expected.ok))(
    'becomes the expected query: $name',
    ({ endpointPath, input, expected }) => {
      const written = toQueryString(input);
      const query = written.ok ? written.query : written.message;
      const url = withQuery(endpointPath, query);
      const signedText = new URL(url).search.slice(1);
      expect({ ok: true, query, url, signedText }).toEqual({ ...expected, back: undefined });
    },
  );

  it.each(query.vectors.filter(({ expected }) => !expected.ok))(
    'is refused when no query string can carry it: $name',
    ({ input, expected }) => {
      expect(toQueryString(input)).toEqual(expected);
    },
  );

  it('goes through the URL unchanged, so that what is signed is what is sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (input) => {
        const written = toQueryString(input);
        if (!written.ok) throw new Error(written.message);
        const url = new URL(withQuery('https://api.example.com/run', written.query));
        expect(url.search.slice(1)).toBe(written.query);
      }),
    );
  });

  it('leaves out what JSON would leave out', () => {
    expect(toQueryString({ a: undefined, b: 1 })).toEqual({ ok: true, query: 'b=1' });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1n, Symbol('x'), () => 1])(
    'refuses what JSON cannot say: %s',
    (value) => {
      expect(toQueryString({ a: value })).toMatchObject({ ok: false, path: '/a' });
    },
  );
});
