import { sellerContractSchema } from '@mkt/protocol/schemas';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inProcessSchemaValidator, readContract } from '../src/index.ts';

const schemas = inProcessSchemaValidator();

const MODES = [
  ['production', { allowPrivate: false }],
  ['dev', { allowPrivate: true }],
] as const;

const odd = fc.constantFrom<unknown>(
  null,
  7,
  -1,
  0.5,
  {},
  [],
  ['x'],
  true,
  '',
  ' ',
  'a\nb',
  '\ud800',
);
/** Mostly the first of the values, so that not every document has something odd. */
const mostly = <T>(first: T, ...others: T[]) =>
  fc.oneof(
    { weight: 24, arbitrary: fc.constant<unknown>(first) },
    { weight: others.length > 0 ? 4 : 0, arbitrary: fc.constantFrom<unknown>(first, ...others) },
    { weight: 1, arbitrary: odd },
  );
/** The object itself, or seldom something odd in its place. */
const seldomOdd = (value: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 40, arbitrary: value }, { weight: 1, arbitrary: odd });
const text = mostly(
  'x',
  'Übersetzung',
  '日本語',
  '\u200b',
  'a\ud800b',
  'x'.repeat(200),
  '👋'.repeat(201),
);
const line = mostly('data', 'call', 'x'.repeat(41), '\u200b\u200b', 'a\u0007');
const url = mostly(
  'https://api.example.com/run',
  'HTTPS://api.example.com/run',
  'https://api.example.com:8443/a?b=c#d',
  'http://api.example.com/run',
  'http://localhost:8080/run',
  'https://localhost/run',
  'https://10.0.0.1/run',
  'https://user:pass@example.com/run',
  'https://api.example.com:99999/',
  'https:///run',
  'https://',
  'https://[::1]/x',
  'https://exa mple.com',
  'https://api.example.com/a b',
  'https://api.example.com/\\x',
  'https://api.example.com/\u3000',
  'https://api.example.com/\ud800',
  'ftp://api.example.com/',
  'javascript:alert(1)',
  '/run',
  `https://api.example.com/${'x'.repeat(2020)}`,
  `https://api.example.com/${'x'.repeat(2048)}`,
  `https://api.example.com/${'👋'.repeat(1500)}`,
);
const price = fc.record(
  {
    amountCents: mostly(2, 0, 199, 100_000_000, 100_000_001, -1),
    amount: mostly(0.02, 0, 1.99, 0.000001, 0.0000001, 1_000_000, 1_000_001),
    currency: mostly('USD', 'eur', 'jPy', 'XAU', 'XXX', 'HRK', 'EURO'),
    unit: line,
  },
  { requiredKeys: [] },
);
const schema = mostly<unknown>(
  {},
  { type: 'object' },
  { type: 'nonsense' },
  { $ref: '#/nowhere' },
  { pattern: '(' },
);
const runContract = fc.record(
  {
    method: mostly('POST', 'GET', 'DELETE', 'HEAD', 'post'),
    endpointPath: url,
    healthEndpoint: url,
    inputSchema: schema,
    outputSchema: schema,
    requestExampleJson: text,
    timeout: odd,
  },
  { requiredKeys: ['method', 'endpointPath'] },
);
const provider = fc.record(
  {
    title: text,
    description: text,
    category: line,
    tags: seldomOdd(fc.array(line, { maxLength: 11, size: 'small' })),
    price: seldomOdd(price),
    runContract: seldomOdd(runContract),
    more: odd,
  },
  { requiredKeys: ['title', 'runContract'] },
);
const documents = seldomOdd(
  fc.record({ provider: seldomOdd(provider), listing: seldomOdd(provider) }, { requiredKeys: [] }),
);

describe.each(MODES)('the contract schema that a server serves in %s', (form, urlPolicy) => {
  const fits = new Ajv2020({ strict: true }).compile(sellerContractSchema(form));
  const matches = async (document: unknown) => {
    const read = await readContract(document, { urlPolicy, schemas });
    return read.ok || read.sentence !== 'The contract does not match /v1/mkt-schema.';
  };

  it('decides whether the message says that a document does not match it', async () => {
    const counts = { taken: 0, otherwise: 0, mismatch: 0 };
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        // As it comes over the wire.
        const sent: unknown = JSON.parse(JSON.stringify(document));
        expect(await matches(sent)).toBe(fits(sent));
        const read = await readContract(sent, { urlPolicy, schemas });
        counts[read.ok ? 'taken' : fits(sent) ? 'otherwise' : 'mismatch']++;
        if (!read.ok) {
          expect(read.details.length).toBeGreaterThan(0);
          if (fits(sent)) expect(read.sentence).toContain(read.details[0]?.path);
        }
      }),
      { numRuns: 6000 },
    );
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(20);
  });
});

describe('what the schema of a contract cannot express', () => {
  const provider = (change: object, contract: object = {}) => ({
    provider: {
      title: 'x',
      price: { amountCents: 2 },
      runContract: { method: 'POST', endpointPath: 'https://api.example.com/run', ...contract },
      ...change,
    },
  });

  it.each([
    [{ price: { amount: 0.0000001 } }, {}, '/provider/price/amount must have at most 6 decimals'],
    [
      { price: { amount: 1, amountCents: 2 } },
      {},
      '/provider/price/amount must agree with amountCents',
    ],
    [{ title: '\u200b' }, {}, '/provider/title must contain at least one visible character'],
    [{ title: 'a\ud800' }, {}, '/provider/title must be valid Unicode'],
    [
      {},
      { endpointPath: 'https://10.0.0.1/' },
      '/provider/runContract/endpointPath must not point at a private address',
    ],
    [{}, { inputSchema: { type: 'nonsense' } }, '/provider/runContract/inputSchema/type'],
  ])('has its own message: %j %j', async (change, contract, sentence) => {
    const urlPolicy = { allowPrivate: false };
    const read = await readContract(provider(change, contract), { urlPolicy, schemas });
    expect(read.ok ? '' : read.sentence).toContain(`The contract cannot be used: ${sentence}`);
  });

  it('accepts a price with decimals, and one given both as amount and as amountCents', async () => {
    const micros = async (price: object) => {
      const urlPolicy = { allowPrivate: false };
      const read = await readContract(provider({ price }), { urlPolicy, schemas });
      return read.ok ? read.content.price : read.details;
    };
    expect(await micros({ amount: 0.000001, currency: 'eur' })).toEqual({
      amountMicros: 1,
      currency: 'EUR',
      unit: 'call',
    });
    expect(await micros({ amount: 19.99, amountCents: 1999 })).toMatchObject({
      amountMicros: 19_990_000,
    });
  });
});
