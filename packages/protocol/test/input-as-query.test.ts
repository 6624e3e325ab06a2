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
