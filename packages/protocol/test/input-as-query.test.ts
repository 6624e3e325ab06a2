import { toQueryString, withQuery } from '@mkt/protocol';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { query } from './vectors.ts';

const queryOf = (input: unknown) => toQueryString(JSON.stringify(input));

describe('the input of a GET or DELETE call', () => {
  it.each(query.vectors.filter(({ expected }) => expected.ok))(
    'becomes the expected query: $name',
    ({ endpointPath, inputJson, expected }) => {
      const written = toQueryString(inputJson);
      const query = written.ok ? written.query : written.message;
      const url = withQuery(endpointPath, query);
      const signedText = new URL(url).search.slice(1);
      expect({ ok: true, query, url, signedText }).toEqual({ ...expected, backJson: undefined });
    },
  );

  it.each(query.vectors.filter(({ expected }) => !expected.ok))(
    'is refused when no query string can carry it: $name',
    ({ inputJson, expected }) => {
      expect(toQueryString(inputJson)).toEqual(expected);
    },
  );

  it('is refused when its query would be longer than 8 KiB, as soon as that is known', () => {
    const MAX = 8 * 1024;
    const TOO_LONG = {
      ok: false,
      path: '',
      message: 'must be at most 8192 bytes as a query string',
    };
    expect(queryOf({ a: 'x'.repeat(MAX - 2) })).toMatchObject({ ok: true });
    expect(queryOf({ a: 'x'.repeat(MAX - 1) })).toEqual(TOO_LONG);
    expect(queryOf({ a: 'ü'.repeat(1_400) })).toEqual(TOO_LONG);
    expect(queryOf({ a: ['x'.repeat(5_000), 'y'.repeat(5_000)] })).toEqual(TOO_LONG);
    expect(queryOf({ a: 'x'.repeat(MAX), b: {} })).toEqual(TOO_LONG);
    const escaped = `{"a":"${String.raw`a`.repeat(8_000)}"}`;
    expect(toQueryString(escaped)).toMatchObject({ ok: true });
    expect(toQueryString(`{"a":1,${' '.repeat(70_000)}"b":2}`)).toEqual(TOO_LONG);
    expect(toQueryString(`[${'1,'.repeat(70_000)}1]`)).toMatchObject({ message: 'must be object' });
  });

  it('goes through the URL unchanged, so that what is signed is what is sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string({ unit: 'binary' })), (input) => {
        const written = queryOf(input);
        if (!written.ok) throw new Error(written.message);
        const url = new URL(withQuery('https://api.example.com/run', written.query));
        expect(url.search.slice(1)).toBe(written.query);
      }),
    );
  });
});
