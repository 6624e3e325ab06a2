// Sellers whose contract is JSON, but not one that can be listed.
import { at, contract, send, type BrokenSeller, type Refused } from './broken-seller.ts';

const IS_CONTRACT = /the document that GET \/v1\/mkt-schema describes/;
const MISMATCH: Refused = ['invalid_contract', /does not match \/v1\/mkt-schema/];

/** A contract whose `provider` is changed, and where it then does not match the schema. */
const mismatch = (
  that: string,
  change: (provider: any) => void,
  says: RegExp,
  more: Partial<BrokenSeller> = {},
): BrokenSeller => ({
  that,
  fault: contract(change),
  check: 'contract',
  says,
  next: IS_CONTRACT,
  publish: MISMATCH,
  ...more,
});

const run = (members: object) => (provider: any) => Object.assign(provider.runContract, members);
const price = (value: unknown) => (provider: any) => (provider.price = value);
const CENTS = /price below one cent is given as amount, as in "amount": 0\.005/;

export const CONTRACT_CONTENTS: BrokenSeller[] = [
  mismatch('returns null', () => {}, /the document must be object/, {
    fault: at('GET /contract', { body: 'null' }),
  }),
  mismatch('returns a provider without the member around it', () => {}, /\/provider is required/, {
    fault: at('GET /contract', (response, { provider }) =>
      send(response, { body: JSON.stringify(provider) }),
    ),
  }),
  mismatch('returns an error with status 200', () => {}, /\/provider is required/, {
    fault: at('GET /contract', { body: '{"error":"Unauthorized"}' }),
  }),
  mismatch('has no title', (provider) => delete provider.title, /\/provider\/title is required/),
  mismatch('has a number as its title', (provider) => (provider.title = 7), /title must be string/),
  mismatch(
    'has an invisible title',
    (provider) => (provider.title = '\u200b'),
    /\/provider\/title must contain at least one visible character/,
    { publish: ['invalid_contract', /visible character/] },
  ),
  mismatch('has no runContract', (p) => delete p.runContract, /runContract is required/),
  mismatch(
    'misspells runContract',
    (provider) => {
      provider.runContrakt = provider.runContract;
      delete provider.runContract;
    },
    /\/provider\/runContract is required/,
  ),
  mismatch('has a negative price', price({ amountCents: -1 }), /amountCents must be >= 0/),
  mismatch('has half a cent', price({ amountCents: 0.5 }), /amountCents must be integer/, {
    next: CENTS,
  }),
  mismatch('has seven decimals', price({ amount: 0.0000001 }), /amount must have at most 6/, {
    publish: ['invalid_contract', /at most 6 decimals/],
  }),
  mismatch('has two prices', price({ amount: 1, amountCents: 1 }), /must agree with amountCents/, {
    publish: ['invalid_contract', /must agree/],
  }),
  mismatch('has a price in quotes', price({ amountCents: '2' }), /amountCents must be integer/),
  mismatch('has a bare number as its price', price(2), /\/provider\/price must be object/),
  mismatch('has a price in the billions', price({ amountCents: 1e15 }), /must be <= 100000000/),
  mismatch('has tags as a text', (p) => (p.tags = 'a,b'), /\/provider\/tags must be array/),
  mismatch('has a method in small letters', run({ method: 'post' }), /method must be one of "GET"/),
  mismatch('has a path as its endpoint', run({ endpointPath: '/run' }), /must start with https?:/),
  mismatch(
    'has an ftp endpoint',
    run({ endpointPath: 'ftp://a.example/' }),
    /must start with http/,
  ),
  mismatch(
    'has a password in its endpoint',
    run({ endpointPath: 'http://user:secret@127.0.0.1/run' }),
    /must not have a user name or a password/,
  ),
  mismatch('has a schema in a string', run({ inputSchema: '{}' }), /inputSchema must be object/),
  mismatch('has its example as an object', run({ requestExampleJson: {} }), /must be string/),
  ...(
    [
      ['an unknown type', { type: 'strin' }, /inputSchema\/type must be one of "array"/],
      ['a reference to another document', { $ref: 'https://a.example/' }, /different document/],
      ['a pattern that is not one', { pattern: '(' }, /is not a valid ECMA-262 regular expression/],
      ['a reference to itself', { $ref: '#' }, /inputSchema is refused: .* itself/],
    ] as const
  ).map(([what, inputSchema, says]): BrokenSeller => ({
    that: `has ${what} in its schema`,
    options: { runContract: { inputSchema } },
    check: 'schemas',
    says,
    next: /Change the schema at the listed locations/,
    publish: ['invalid_contract', /inputSchema/],
  })),
  {
    that: 'wants nested input in a query string',
    options: {
      runContract: {
        method: 'GET',
        inputSchema: { properties: { a: { type: 'object', properties: { b: {} } } } },
      },
    },
    check: 'schemas',
    says: /cannot be sent in the query string of a GET call/,
    next: /Use POST, or allow only scalars/,
    publish: ['invalid_contract', /query/],
  },
  {
    that: 'has an example that does not match its schema',
    options: { runContract: { responseExampleJson: '{"text":1}' } },
    check: 'examples',
    says: /responseExampleJson does not match outputSchema: \/text must be string/,
    next: /Change responseExampleJson or outputSchema/,
  },
  {
    that: 'has an example that is not JSON',
    options: { runContract: { responseExampleJson: '{text}' } },
    check: 'examples',
    says: /responseExampleJson is not valid JSON/,
    next: /Give responseExampleJson as a string that contains JSON/,
  },
  {
    that: 'swears in its title',
    options: { provider: { title: 'A fucking good echo' } },
    check: 'content',
    says: /word that listings may not contain/,
    next: /Change the text at the listed locations/,
    publish: ['review_flagged', /content: /],
  },
];
