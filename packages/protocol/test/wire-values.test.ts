import { validate, type ValidatedName } from '@mkt/protocol/validate';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test-bed/processor-time.ts';

const RUN_CONTRACT = { method: 'POST', endpointPath: 'https://api.example.com/run' } as const;

function pathsOf(name: ValidatedName, value: unknown): string[] {
  const checked = validate(name, value);
  return checked.ok ? [] : checked.details.map(({ path }) => path);
}

describe('text', () => {
  const title = (text: string) => pathsOf('UpdateListingRequest', { title: text });
  const category = (text: string) => pathsOf('UpdateListingRequest', { category: text });

  it('is counted in characters, not in UTF-16 units', () => {
    expect(title('👋'.repeat(200))).toEqual([]);
    expect(title('👋'.repeat(201))).toEqual(['/title']);
    expect(pathsOf('UpdateListingRequest', { description: 'x'.repeat(5001) })).toEqual([
      '/description',
    ]);
    expect(category('é'.repeat(40))).toEqual([]);
    expect(category('é'.repeat(41))).toEqual(['/category']);
  });

  it.each(['', ' ', '\u00a0', '\u3000', 'a\nb', 'a\tb', '\u0000', 'a\u2028b', '\u009f', '\u007f'])(
    'a category, a tag, a unit and a key’s name are printable: not %j',
    (text) => {
      expect(category(text)).not.toEqual([]);
      expect(pathsOf('UpdateListingRequest', { tags: [text] })).not.toEqual([]);
      expect(pathsOf('UpdateListingRequest', { price: { unit: text } })).not.toEqual([]);
      expect(pathsOf('CreateApiKeyRequest', { name: text, scopes: [] })).not.toEqual([]);
    },
  );

  it.each(['a', ' a ', 'Ärzte & Söhne', '日本語', '👋', 'e\u0301', '1k-tokens', 'مرحبا'])(
    'a category may be any printable line: %j',
    (text) => {
      expect(category(text)).toEqual([]);
    },
  );

  it('may be of several lines in a title and a description', () => {
    expect(title('a\nb')).toEqual([]);
    expect(pathsOf('UpdateListingRequest', { description: 'a\r\n\tb' })).toEqual([]);
  });

  it.each([
    ['UpdateListingRequest', { title: 'TEXT' }],
    ['UpdateListingRequest', { description: 'TEXT' }],
    ['UpdateListingRequest', { category: 'TEXT' }],
    ['UpdateListingRequest', { tags: ['TEXT'] }],
    ['UpdateListingRequest', { price: { unit: 'TEXT' } }],
    ['UpdateListingRequest', { runContract: { ...RUN_CONTRACT, requestExampleJson: 'TEXT' } }],
    ['UpdateListingRequest', { runContract: { ...RUN_CONTRACT, responseExampleJson: 'TEXT' } }],
    ['CreateApiKeyRequest', { name: 'TEXT', scopes: [] }],
    ['CreateOrderRequest', { listingId: 'TEXT' }],
    ['ListQuery', { cursor: 'TEXT' }],
    ['CatalogueQuery', { query: 'TEXT' }],
    ['CatalogueQuery', { category: 'TEXT' }],
    ['CatalogueQuery', { tag: 'TEXT' }],
    ['OrderListQuery', { listingId: 'TEXT' }],
    ['OrderListQuery', { cursor: 'TEXT' }],
  ] as const)(
    'that is stored in a database is free of NUL and lone surrogates: %s %j',
    (name, value) => {
      const withText = (text: string) =>
        JSON.parse(
          JSON.stringify(value).replace('TEXT', JSON.stringify(text).slice(1, -1)),
        ) as unknown;
      expect(pathsOf(name, withText('fine 👋'))).toEqual([]);
      expect(pathsOf(name, withText('a\u0000b'))).toHaveLength(1);
      expect(validate(name, withText('a\ud83d'))).toMatchObject({
        details: [{ message: 'must be valid Unicode', keyword: 'wellFormed' }],
      });
    },
  );

  it('the text of an input is the buyer’s own: it is JSON, not a column', () => {
    const requestBody = { a: '\ud83d\u0000' };
    expect(pathsOf('CreateOrderRequest', { listingId: 'x', requestBody })).toEqual([]);
  });
});

describe('numbers', () => {
  it.each([0, 1e6, 0.000001])('%d is an amount', (amount) => {
    expect(pathsOf('UpdateListingRequest', { price: { amount } })).toEqual([]);
  });

  it.each([-0.01, 1_000_000.01, '1', null, Number.NaN, Number.POSITIVE_INFINITY])(
    '%j is not an amount',
    (amount) => {
      expect(pathsOf('UpdateListingRequest', { price: { amount } })).toEqual(['/price/amount']);
    },
  );

  it('the limit of a page and a grace period stay within their bounds', () => {
    for (const limit of [1, 100]) expect(pathsOf('ListQuery', { limit })).toEqual([]);
    for (const limit of [0, 101, 1.5, '20'])
      expect(pathsOf('ListQuery', { limit })).toEqual(['/limit']);
    const rotate = (gracePeriodSeconds: unknown) =>
      pathsOf('RotateSigningSecretRequest', { gracePeriodSeconds });
    expect(rotate(0)).toEqual([]);
    expect(rotate(604_800)).toEqual([]);
    for (const wrong of [-1, 604_801, 0.5, null]) expect(rotate(wrong)).toHaveLength(1);
  });
});

describe('a time', () => {
  const after = (createdAfter: string) => pathsOf('OrderListQuery', { createdAfter });

  it.each([
    '2026-01-02T03:04:05Z',
    '2026-01-02T03:04Z',
    '2026-01-02T03:04:05.123456789Z',
    '2026-12-31T23:59:59+14:00',
    '2024-02-29T00:00:00-00:30',
  ])('may be %s, and JavaScript reads it', (text) => {
    expect(after(text)).toEqual([]);
    expect(Date.parse(text)).not.toBeNaN();
  });

  it.each([
    '2026-01-02',
    '2026-01-02T03:04:05',
    '2026-01-02 03:04:05Z',
    '2026-13-02T03:04:05Z',
    '2026-00-02T03:04:05Z',
    '2026-01-32T03:04:05Z',
    '2026-01-02T24:00:00Z',
    '2026-01-02T03:60:05Z',
    '2026-01-02T03:04:60Z',
    '2026-01-02T03:04:05+24:00',
    '٢٠٢٦-01-02T03:04:05Z',
    'yesterday',
    '',
  ])('is not %j', (text) => {
    expect(after(text)).toEqual(['/createdAfter']);
  });

  it('is finite in JavaScript whenever the pattern accepts it, on every day of the form', () => {
    for (let month = 1; month <= 12; month++) {
      for (let day = 1; day <= 31; day++) {
        const text = `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T23:59Z`;
        expect(after(text)).toEqual([]);
        expect(Date.parse(text)).not.toBeNaN();
      }
    }
  });
});

describe('a list that is too long', () => {
  it('is refused for its length, without looking at its items', () => {
    expect(validate('UpdateListingRequest', { tags: Array(11).fill(1) })).toEqual({
      ok: false,
      details: [
        { path: '/tags', message: 'must not have more than 10 items', keyword: 'maxItems' },
      ],
    });
    expect(pathsOf('UpdateListingRequest', { tags: Array(10).fill(1) })).toHaveLength(10);
  });
});

describe('a hostile request of 256 KiB', () => {
  const n = 256 * 1024;
  it.each<[string, ValidatedName, unknown]>([
    ['items of the wrong type', 'UpdateListingRequest', { tags: Array(n / 2).fill(1) }],
    [
      'scopes of the wrong type',
      'CreateApiKeyRequest',
      { name: 'x', scopes: Array(n / 2).fill(1) },
    ],
    [
      'unknown members',
      'UpdateListingRequest',
      Object.fromEntries(Array.from({ length: n / 10 }, (_, i) => [`k${i}`, 1])),
    ],
    ['letters, then NUL', 'UpdateListingRequest', { category: `${'a'.repeat(n)}\u0000` }],
    ['spaces, then NUL', 'UpdateListingRequest', { category: `${' '.repeat(n)}\u0000` }],
    ['digits', 'OrderListQuery', { createdAfter: '2'.repeat(n) }],
    [
      'a fraction without end',
      'OrderListQuery',
      { createdAfter: `2026-01-02T03:04:05.${'1'.repeat(n)}` },
    ],
  ])('is refused in a moment, with few details: %s', (_, name, value) => {
    const start = processorMs();
    const checked = validate(name, value);
    expect(processorMs() - start).toBeLessThan(2000);
    expect(checked).toMatchObject({ ok: false });
    expect(pathsOf(name, value).length).toBeLessThanOrEqual(10);
  });
});
