import { execFileSync } from 'node:child_process';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  codeParts,
  exampleOf,
  fewCallsInWords,
  fieldRows,
  fieldsOf,
  figuresOf,
  ownCallInWords,
  snippetsOf,
} from '../../../src/pages/listing/words.ts';
import { firstInput } from '../../../src/form/first-input.ts';

const firstOf = (contract: object): unknown => JSON.parse(firstInput(contract));

describe('the input that a listing begins with', () => {
  it('is the example of the seller', () => {
    expect(firstOf({ requestExampleJson: '{"a":1}', inputSchema: { required: ['b'] } })).toEqual({
      a: 1,
    });
  });

  it('is not an example that does not fit the schema', () => {
    const inputSchema = {
      type: 'object',
      required: ['text'],
      properties: { text: { type: 'string' } },
    };
    for (const requestExampleJson of ['{"text":7}', '[1]', 'not JSON']) {
      expect(firstOf({ requestExampleJson, inputSchema })).toEqual({ text: '' });
    }
    expect(firstOf({ requestExampleJson: '{"text":"Hi"}', inputSchema })).toEqual({ text: 'Hi' });
  });

  it('keeps every digit of the example', () => {
    const requestExampleJson = '{"id":9007199254740993}';
    expect(firstInput({ requestExampleJson })).toContain('9007199254740993');
  });

  it('has the required members, with what the schema proposes for them', () => {
    const inputSchema = {
      type: 'object',
      required: ['text', 'language', 'count', 'mode', 'toString'],
      properties: {
        text: { type: 'string' },
        language: { enum: ['en', 'de'] },
        count: { type: ['integer', 'null'] },
        mode: { default: 'fast' },
        unused: { type: 'string' },
      },
    };
    expect(firstOf({ inputSchema })).toEqual({
      text: '',
      language: 'en',
      count: 0,
      mode: 'fast',
      toString: null,
    });
  });

  it('is an empty object without a schema, or with a hostile one', () => {
    expect(firstOf({})).toEqual({});
    expect(firstOf({ inputSchema: { required: 'x', properties: [] } })).toEqual({});
  });
});

const HOSTILE = String.raw`{"text":"it's \"quoted\" \\ $HOME \u0060id\u0060 ${'\u202e'} #{x} '''"}`;

const snippetsFor = (input: string) =>
  new Map(
    snippetsOf({
      baseUrl: 'https://market.example.com',
      slug: 'text-insights',
      input,
      price: { amount: 0.02, currency: 'EUR' },
    }).map(({ name, code }) => [name, code]),
  );

describe('the programs that make a call', () => {
  it.each(['TypeScript', 'curl', 'Python', 'CLI'])('%s shows nothing invisible', (name) => {
    expect(snippetsFor(HOSTILE).get(name)).not.toMatch(/[\u202a-\u202e\u200b]/);
  });

  it('is TypeScript with the price that was shown', async () => {
    const code = snippetsFor(HOSTILE).get('TypeScript') ?? '';
    await expect(transformWithOxc(code, 'call.ts')).resolves.toBeTruthy();
    expect(code).toContain('maxPrice: { amount: 0.02, currency: "EUR" }');
  });

  it('is a shell command that sends exactly the input', () => {
    const code = snippetsFor(HOSTILE).get('CLI') ?? '';
    const script = `npx() { printf %s "$7"; }\n${code}`;
    const sent = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(JSON.parse(sent)).toEqual(JSON.parse(HOSTILE));
  });

  it('is Python whose body is the input', () => {
    const code = snippetsFor(HOSTILE).get('Python') ?? '';
    const [, body] = /data=(.*)\.encode/.exec(code) ?? [];
    // A string of JSON is a string of Python too.
    const sent: unknown = JSON.parse(JSON.parse(body ?? '') as string);
    expect(sent).toEqual({ listingId: 'text-insights', requestBody: JSON.parse(HOSTILE) });
  });
});

it('the limits of a field are the same in draft-04 and later', () => {
  const old = { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };
  const later = { exclusiveMinimum: 1, maximum: 9 };
  for (const n of [old, later]) {
    expect(fieldsOf({ properties: { n } })).toMatchObject([{ limits: 'at most 9; more than 1' }]);
  }
});

describe('the fields of a schema, with those inside of them', () => {
  const item = { type: 'object', properties: { term: { type: 'string' } } };
  const shownOf = (schema: Record<string, unknown>, ...toggled: string[]) =>
    fieldRows(schema, new Set(toggled)).map(
      ({ name, depth, isOpen }) => `${'> '.repeat(depth)}${name} ${String(isOpen)}`,
    );

  it('follow an object, a list of objects and what is referred to, and can be folded', () => {
    const schema = {
      properties: {
        words: { type: 'integer' },
        keywords: { type: 'array', items: { $ref: '#/$defs/keyword' } },
        place: { properties: { city: { properties: { name: {} } } } },
      },
      $defs: { keyword: item },
    };
    expect(shownOf(schema)).toEqual([
      'words undefined',
      'keywords true',
      '> term undefined',
      'place true',
      '> city false',
    ]);
    expect(shownOf(schema, '/"keywords"', '/"place"/"city"')).toEqual([
      'words undefined',
      'keywords false',
      'place true',
      '> city true',
      '> > name undefined',
    ]);
  });

  it('are those of the items of a list', () => {
    expect(shownOf({ type: 'array', items: item })).toEqual(['term undefined']);
    expect(shownOf({ type: 'array', items: { type: 'string' } })).toEqual([]);
  });

  it('end where a reference leads nowhere or in a circle', () => {
    const tree = { properties: { left: { $ref: '#' }, toString: { $ref: '#/x/constructor' } } };
    expect(shownOf(tree)).toEqual([
      'left true',
      '> left false',
      '> toString undefined',
      'toString undefined',
    ]);
    const circle = {
      properties: { a: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/a' } },
    };
    expect(shownOf(circle)).toEqual(['a undefined']);
  });

  it('are folded at first if there are many', () => {
    const many = Object.fromEntries(Array.from({ length: 13 }, (_, index) => [`f${index}`, {}]));
    expect(shownOf({ properties: { a: { properties: many } } })).toEqual(['a false']);
    const refersTo = (_: unknown, index: number) => [`r${index}`, { $ref: '#/$defs/keyword' }];
    const properties = Object.fromEntries(Array.from({ length: 100 }, refersTo));
    const shown = shownOf({ properties, $defs: { keyword: item } });
    expect(shown).toHaveLength(100);
    expect(new Set(shown.map((row) => row.split(' ')[1]))).toEqual(new Set(['false']));
  });

  it('do not follow a reference that is longer than any name needs to be', () => {
    const name = 'x'.repeat(300);
    const schema = { properties: { a: { $ref: `#/$defs/${name}` } }, $defs: { [name]: item } };
    expect(shownOf(schema)).toEqual(['a undefined']);
  });
});

describe('the colours of a program', () => {
  const code = "await run('a \\' b', 1.5); // see https://example.com";

  it('change nothing of it', () => {
    expect(
      codeParts(code)
        .map(({ text }) => text)
        .join(''),
    ).toBe(code);
  });

  it('are those of strings, numbers, words and comments', () => {
    const kinds = codeParts(code).flatMap(({ kind, text }) => (kind ? [[kind, text]] : []));
    expect(kinds).toEqual([
      ['word', 'await'],
      ['string', "'a \\' b'"],
      ['number', '1.5'],
      ['comment', '// see https://example.com'],
    ]);
    expect(codeParts('curl https://a.example/b')).toEqual([
      { at: 0, text: 'curl https://a.example/b' },
    ]);
  });
});

describe('the figures of a listing', () => {
  const health = { status: 'healthy', checkedAt: null, latencyMs: 5, uptime24h: 0.9999 };
  const valuesOf = (listing: object) =>
    figuresOf(listing as Parameters<typeof figuresOf>[0]).map(({ value }) => value);

  it('say how its calls ended and whether it was there', () => {
    const quality = { successRate: 0.994, p50Ms: 180, p95Ms: 412, calls: 12_480, refused: 0 };
    expect(valuesOf({ quality, health })).toEqual(['99.4%', '180 ms', '412 ms', '12,480', '99.9%']);
  });

  it('are not made up from few calls, which are said in a sentence', () => {
    const few = { quality: null, health };
    expect(valuesOf(few)).toEqual([]);
    expect(fewCallsInWords(few as never)).toBe(
      'No success rate yet: it takes 20 calls in 7 days (up to 5 a day per buyer are counted). In the last 24 hours, 99.9% of its health checks succeeded.',
    );
  });
});

describe('the fields of a schema', () => {
  it('have their sizes in one phrase, and no description that repeats the name', () => {
    const properties = {
      maxWords: { type: 'string', title: 'Max words', minLength: 1, maxLength: 50_000 },
      tags: { type: 'array', minItems: 1, description: 'What it is about.' },
      code: { type: 'string', minLength: 3, maxLength: 3 },
      words: { type: 'array', items: { type: 'string' } },
      sizes: { type: 'array', items: { type: ['integer', 'null'] } },
    };
    expect(
      fieldsOf({ properties }).map(({ type, limits, description }) => [type, limits, description]),
    ).toEqual([
      ['string', '1 to 50,000 characters', ''],
      ['list', 'at least 1 item', 'What it is about.'],
      ['string', '3 characters', ''],
      ['list of strings', '', ''],
      ['list of integer or null', '', ''],
    ]);
  });
});

it('an example that is not JSON is shown as a text', () => {
  expect(exampleOf('{"a":1.0}').text).toBe('{"a":1.0}');
  expect(exampleOf('{ broken')).toEqual({ value: '{ broken' });
});

it('what a call to one’s own listing means is said before it is made', () => {
  expect(ownCallInWords({ amount: 0.02, currency: 'USD' })).toBe(
    'Your own listing: once completed, $0.02 counts as your spend and as your revenue. Buyers’ figures leave it out.',
  );
  expect(ownCallInWords({ amount: 0, currency: 'USD' })).toBe(
    'Your own listing: the call is an order of yours, and a sale. Buyers’ figures leave it out.',
  );
});
