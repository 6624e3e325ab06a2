import { InexactNumber } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import {
  inProcessSchemaValidator,
  normaliseLine,
  normaliseTags,
  normaliseText,
  readContract,
} from '../src/index.ts';
import { contentWarnings } from '../src/contract/warnings.ts';

const PUBLIC = { allowPrivate: false };
const schemas = inProcessSchemaValidator();
const provider = (overrides: Record<string, unknown> = {}, run: Record<string, unknown> = {}) => ({
  title: 'Text insights',
  price: { amountCents: 2 },
  ...overrides,
  runContract: { method: 'POST', endpointPath: 'https://api.example.com/run', ...run },
});
const read = (document: unknown, serviceUrl?: string) =>
  readContract(document, { urlPolicy: PUBLIC, schemas, ...(serviceUrl ? { serviceUrl } : {}) });
async function contentOf(document: unknown) {
  const contract = await read(document);
  if (!contract.ok) throw new Error(JSON.stringify(contract.details));
  return contract.content;
}
async function warningsOf(document: unknown, serviceUrl?: string) {
  const contract = await read(document, serviceUrl);
  if (!contract.ok) throw new Error(JSON.stringify(contract.details));
  return contract.warnings.map(({ code, path }) => [code, path]);
}
const detailsOf = async (document: unknown) => {
  const contract = await read(document);
  return contract.ok ? [] : contract.details;
};

describe('a contract', () => {
  it('a contract keeps the digits of its schemas; a price or a schema with too many is refused', async () => {
    const inexact = new InexactNumber('0.1000000000000000055');
    const kept = await readContract(
      { provider: provider({}, { inputSchema: { minimum: 0.1 } }) },
      {
        urlPolicy: PUBLIC,
        schemas,
        exact: { provider: provider({}, { inputSchema: { minimum: inexact } }) },
      },
    );
    expect(kept.ok && kept.content.runContract.inputSchema).toEqual({ minimum: inexact });
    const tooLong = new InexactNumber('1e-1001');
    for (const [exact, path] of [
      [provider({ price: { amountCents: inexact } }), '/provider/price/amountCents'],
      [provider({}, { inputSchema: { minimum: tooLong } }), '/provider/runContract/inputSchema'],
    ] as const) {
      const document = { provider: provider({}, { inputSchema: { minimum: 0.1 } }) };
      const given = { urlPolicy: PUBLIC, schemas, exact: { provider: exact } };
      const contract = await readContract(document, given);
      if (contract.ok) throw new Error('It was accepted');
      expect(contract.details[0]?.path).toContain(path);
    }
  });

  it('is free if it has no price, with a warning', async () => {
    for (const key of ['provider', 'listing']) {
      const document = { [key]: { ...provider(), price: undefined } };
      const price = { amountMicros: 0, currency: 'USD', unit: 'call' };
      expect((await contentOf(document)).price).toEqual(price);
      expect(await warningsOf(document)).toContainEqual(['no_price', `/${key}/price`]);
    }
  });

  it('is sold at the price that floating-point arithmetic meant', async () => {
    const amount = new InexactNumber('0.34999999999999997780');
    const document = { provider: provider({ price: { amount: 0.35 } }) };
    const exact = { provider: provider({ price: { amount } }) };
    const read = await readContract(document, { urlPolicy: PUBLIC, schemas, exact });
    expect(read).toMatchObject({ ok: true, content: { price: { amountMicros: 350_000 } } });
    const left = provider({ price: { amount: 1.1 * 3 } });
    expect((await contentOf({ provider: left })).price.amountMicros).toBe(3_300_000);
  });

  it('becomes the content of a listing, with the defaults of the protocol', async () => {
    expect(await contentOf({ provider: provider() })).toEqual({
      title: 'Text insights',
      description: null,
      category: null,
      tags: null,
      price: { amountMicros: 20_000, currency: 'USD', unit: 'call' },
      runContract: { method: 'POST', endpointPath: 'https://api.example.com/run' },
    });
  });

  it('is normalised', async () => {
    const content = await contentOf({
      provider: provider(
        {
          title: '  Text\u202e \t insights\u0007 ',
          description: ' One.\r\nTwo.\u2066 ',
          category: ' data ',
          tags: ['Text', 'text ', ' Wörter'],
          price: { amountCents: 199, currency: 'eur', unit: ' page ' },
        },
        { requestExampleJson: '{}', surplus: 1 },
      ),
    });
    expect(content).toEqual({
      title: 'Text insights',
      description: 'One.\nTwo.',
      category: 'data',
      tags: ['text', 'wörter'],
      price: { amountMicros: 1_990_000, currency: 'EUR', unit: 'page' },
      runContract: {
        method: 'POST',
        endpointPath: 'https://api.example.com/run',
        requestExampleJson: '{}',
      },
    });
  });

  it('may use the deprecated key, with a warning', async () => {
    const contract = await read({ listing: provider() });
    expect(contract).toMatchObject({ ok: true, path: '/listing/runContract' });
    expect(await warningsOf({ listing: provider() })).toEqual([['deprecated_key', '/listing']]);
  });

  it('a contract with both keys uses provider, with a warning', async () => {
    const document = { provider: provider(), listing: { title: 7 } };
    expect((await contentOf(document)).title).toBe('Text insights');
    expect(await warningsOf(document)).toEqual([['both_keys', '/listing']]);
  });

  it.each<[string, unknown, string[]]>([
    ['nothing', null, ['']],
    ['a list', [], ['']],
    ['no key', {}, ['/provider']],
    ['a provider that is none', { provider: 7 }, ['/provider']],
    ['no title', { provider: { ...provider(), title: undefined } }, ['/provider/title']],
    ['a price of nothing', { provider: provider({ price: null }) }, ['/provider/price']],
    [
      'a price without an amount',
      { provider: provider({ price: { unit: 'page' } }) },
      ['/provider/price/amountCents'],
    ],
    [
      'a price below zero',
      { provider: provider({ price: { amountCents: -1 } }) },
      ['/provider/price/amountCents'],
    ],
    [
      'half a cent',
      { provider: provider({ price: { amountCents: 0.5 } }) },
      ['/provider/price/amountCents'],
    ],
    [
      'an unknown method',
      { provider: provider({}, { method: 'FETCH' }) },
      ['/provider/runContract/method'],
    ],
    ['an invisible title', { provider: provider({ title: '\u200d\u200b' }) }, ['/provider/title']],
    [
      'an invisible category',
      { provider: provider({ category: '\u202e' }) },
      ['/provider/category'],
    ],
    [
      'a private endpoint',
      { provider: provider({}, { endpointPath: 'https://10.0.0.1/run' }) },
      ['/provider/runContract/endpointPath'],
    ],
    [
      'an endpoint that is only a path',
      { listing: provider({}, { endpointPath: '/run' }) },
      ['/listing/runContract/endpointPath'],
    ],
    [
      'a health endpoint by http',
      { provider: provider({}, { healthEndpoint: 'http://api.example.com' }) },
      ['/provider/runContract/healthEndpoint'],
    ],
    [
      'a bad schema',
      { provider: provider({}, { inputSchema: { type: 'strng' } }) },
      ['/provider/runContract/inputSchema/type'],
    ],
    [
      'two bad schemas',
      { provider: provider({}, { inputSchema: { $ref: '#' }, outputSchema: { pattern: '[' } }) },
      ['/provider/runContract/inputSchema', '/provider/runContract/outputSchema/pattern'],
    ],
    [
      'nested input by GET',
      {
        provider: provider(
          {},
          { method: 'GET', inputSchema: { properties: { a: { type: 'object' } } } },
        ),
      },
      ['/provider/runContract/inputSchema/properties/a'],
    ],
  ])('a contract with %s is refused, with the path', async (_, document, paths) => {
    const document_ = JSON.parse(JSON.stringify(document)) as unknown;
    expect((await detailsOf(document_)).map(({ path }) => path)).toEqual(paths);
    expect((await detailsOf(document_)).every(({ message }) => message.length > 3)).toBe(true);
  });

  it('is accepted with a warning about what has no effect or may be a mistake', async () => {
    const document = {
      $schema: 'https://market.example/v1/mkt-schema',
      extra: 1,
      provider: provider(
        {
          category: 'Finances',
          extra: 1,
          price: { amountCents: 1, currency: 'eur', unit: 'calls', extra: 1 },
        },
        { extra: 1, healthEndpoint: 'https://other.example.com/', inputSchema: { requird: [] } },
      ),
    };
    expect(await warningsOf(document, 'https://api.example.com/base')).toEqual([
      ['unknown_field', '/extra'],
      ['unknown_field', '/provider/extra'],
      ['unknown_field', '/provider/price/extra'],
      ['unknown_field', '/provider/runContract/extra'],
      ['unknown_category', '/provider/category'],
      ['unknown_unit', '/provider/price/unit'],
      ['other_origin', '/provider/runContract/healthEndpoint'],
      ['prefix_missing', '/provider/runContract/endpointPath'],
      ['unknown_keyword', '/provider/runContract/inputSchema/requird'],
    ]);
  });

  it('suggests the field that was probably meant', async () => {
    const contract = { provider: { ...provider(), tag: [] } };
    expect(await read(contract)).toMatchObject({
      warnings: [
        {
          code: 'unknown_field',
          message: 'This is not a known field and was ignored. Did you mean tags?',
          path: '/provider/tag',
        },
      ],
    });
  });

  it('a contract of a service on its own origin has no warning', async () => {
    expect(
      await warningsOf({ provider: provider({ category: 'data' }) }, 'https://api.example.com'),
    ).toEqual([]);
  });
});

describe('texts of a listing', () => {
  it('suggest the known word that was probably meant', async () => {
    const price = { amountMicros: 0, currency: 'USD', unit: 'Calls' };
    const [category, unit] = contentWarnings({ category: 'E-Commerce', price });
    expect(category?.message).toContain('Did you mean e-commerce?');
    expect(unit?.message).toContain('Did you mean call?');
    expect(unit?.path).toBe('/price/unit');
  });

  it.each([
    ['Text  insights', 'Text insights'],
    ['a\tb\nc', 'a b c'],
    ['\u202eevil\u202c', 'evil'],
    ['\u0007\u0000x\u001b', 'x'],
    ['\ud800', '\ufffd'],
    ['👩‍👩‍👧', '👩‍👩‍👧'],
    ['\u200b\u2060', ''],
    ['\u200d', ''],
    ['\u2800\u3164', ''],
    ['می‌خواهم', 'می‌خواهم'],
  ])('a text of one line: %j is stored as %j', async (text, stored) => {
    expect(normaliseLine(text)).toBe(stored);
    expect(normaliseLine(stored)).toBe(stored);
  });

  it('a text of several lines keeps line breaks and tabs', async () => {
    expect(normaliseText(' a\r\n\tb\u2028c\u0000\u202e ')).toBe('a\n\tb\nc');
    expect(normaliseText('\u200b\n')).toBe('');
  });

  it('tags are lower-cased, without duplicates, and null if none is left', async () => {
    expect(normaliseTags(['AI', 'ai', ' Ai ', '\u200b', 'cafe\u0301', 'CAFÉ'])).toEqual([
      'ai',
      'café',
    ]);
    expect(normaliseTags(['\u200b'])).toBeNull();
    expect(normaliseTags([])).toBeNull();
    expect(normaliseTags(undefined)).toBeNull();
  });
});
