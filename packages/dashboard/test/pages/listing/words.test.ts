import { execFileSync } from 'node:child_process';
import { ApiError } from '@mkt/client';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import {
  askedWaitMs,
  exampleOf,
  fewCallsInWords,
  figuresOf,
  ownCallInWords,
  ownCallsOf,
  refusedInWords,
} from '../../../src/pages/listing/words.ts';
import { codeParts, snippetsOf } from '../../../src/pages/listing/snippets.ts';
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

const HOSTILE = String.raw`{"text":"it's \"quoted\" \\ $HOME \u0060id\u0060 ${'\u202e'} #{x} ''' \/","yes":[true,false,null,1.5]}`;

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

  it.each([
    ['TypeScript', 'maxPrice: { amount: 0.02, currency: "EUR" }'],
    ['curl', '"maxPrice": 0.02,\n  "currency": "EUR"'],
    ['Python', '"maxPrice": 0.02,\n    "currency": "EUR"'],
    ['CLI', "--max-price '0.02 EUR'"],
  ])('%s accepts no higher price than the one that was shown', (name, condition) => {
    expect(snippetsFor('{}').get(name)).toContain(condition);
  });

  it('is TypeScript', async () => {
    const code = snippetsFor(HOSTILE).get('TypeScript') ?? '';
    await expect(transformWithOxc(code, 'call.ts')).resolves.toBeTruthy();
  });

  it('is a shell command that sends exactly the input', () => {
    const code = snippetsFor(HOSTILE).get('CLI') ?? '';
    const script = `npx() { printf %s "$9"; }\n${code}`;
    const sent = execFileSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(JSON.parse(sent)).toEqual(JSON.parse(HOSTILE));
  });

  it('is Python whose body is the input', () => {
    const code = snippetsFor(HOSTILE).get('Python') ?? '';
    const body = /^order = [^]*?^\}$/m.exec(code)?.[0] ?? '';
    const sent = execFileSync('python3', ['-c', `import json\n${body}\nprint(json.dumps(order))`]);
    expect(JSON.parse(sent.toString())).toMatchObject({
      listingId: 'text-insights',
      requestBody: JSON.parse(HOSTILE),
    });
  });

  it('waits equally long in curl and in Python', () => {
    const snippets = snippetsFor('{}');
    expect(snippets.get('curl')).toContain('Prefer: wait=10');
    expect(snippets.get('Python')).toContain('"Prefer": "wait=10"');
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
  const NOW_MS = Date.parse('2026-11-28T09:00:00Z');
  const health = { status: 'healthy', checkedAt: null, latencyMs: 5, uptime24h: 1 };
  const valuesOf = (listing: object) =>
    figuresOf(listing as Parameters<typeof figuresOf>[0], NOW_MS).map(({ value }) => value);

  it('say how its calls ended and whether it was there', () => {
    const quality = { successRate: 0.994, p50Ms: 180, p95Ms: 412, calls: 12_480, refused: 0 };
    expect(valuesOf({ quality, health })).toEqual(['99.4%', '100%', '180 ms', '412 ms']);
    const [first] = figuresOf({ quality, health } as Parameters<typeof figuresOf>[0], NOW_MS);
    expect([first?.note, first?.href]).toEqual([
      'of 12,480 counted calls',
      '/docs/buy/catalogue#quality',
    ]);
  });

  it('say for how long it was down, and when', () => {
    const quality = { successRate: 1, p50Ms: 180, p95Ms: 412, calls: 40, refused: 0 };
    const check = (minute: number, healthy: boolean) => ({
      checkedAt: `2026-11-28T08:${minute}:00Z`,
      healthy,
      statusCode: 200,
      latencyMs: 5,
    });
    const day = [check(54, true), check(37, false), check(32, false), check(27, true)];
    const listing = { quality, health: { ...health, uptime24h: 0.5 } };
    const uptimeOf = (history?: typeof day) =>
      figuresOf(listing as Parameters<typeof figuresOf>[0], NOW_MS, history)[1];
    const uptime = uptimeOf(day);
    expect([uptime?.name, uptime?.value, uptime?.note]).toEqual([
      'Health checks',
      '22 min down today',
      'Today, 08:32–08:54\u00A0UTC',
    ]);
    // Until the checks are read.
    expect(uptimeOf()?.value).toBe('Some failed');
    expect(fewCallsInWords(listing as never, undefined, NOW_MS, day)).toMatch(
      /Health checks: 22 min down today\.$/,
    );
    expect(fewCallsInWords(listing as never, undefined, NOW_MS)).toMatch(/last 24 hours failed\.$/);
  });

  it('are not made up from few calls, which are said in a sentence', () => {
    const few = { quality: null, health };
    expect(valuesOf(few)).toEqual([]);
    expect(fewCallsInWords(few as never, undefined, NOW_MS)).toBe(
      'No success rate yet: it takes 20 calls in 7 days (up to 5 a day per buyer are counted). All of its health checks of the last 24 hours succeeded.',
    );
  });

  it('never contradict what a buyer has just seen', () => {
    const few = { health } as never;
    const own = (calls: number, completed: number) =>
      ({ name: 'Your last 20 calls', calls, completed, failures: [] }) as const;
    expect(fewCallsInWords(few, own(20, 14), NOW_MS)).toMatch(
      /counted\). Your last 20 calls: 6 failed\.$/,
    );
    expect(fewCallsInWords(few, { ...own(1, 0), name: 'Your last call' }, NOW_MS)).toMatch(
      /Your last call failed\.$/,
    );
    expect(fewCallsInWords(few, own(20, 20), NOW_MS)).toMatch(/hours succeeded\.$/);
  });

  it('say in words what they leave out', () => {
    const quality = { successRate: 0.9, p50Ms: 41, p95Ms: 118, calls: 350, refused: 2 };
    expect(refusedInWords(quality)).toBe(
      '2 inputs that the service refused are not counted in the figures above.',
    );
    expect(refusedInWords({ ...quality, refused: 0 })).toBe('');
  });
});

describe('the last calls of a buyer', () => {
  const order = (orderState: string, failure?: object) => ({ orderState, failure }) as never;
  const completed = order('completed');
  const returned = order('failed', { kind: 'seller_status', sellerStatus: 503 });

  it('are counted with what failed, the most frequent first', () => {
    const timedOut = order('failed', { kind: 'timeout' });
    expect(ownCallsOf([timedOut, returned, completed, returned])).toEqual({
      name: 'Your 4 calls',
      calls: 4,
      completed: 1,
      failures: [
        { reason: 'Returned 503', count: 2 },
        { reason: 'No response within 30 s', count: 1 },
      ],
    });
    expect(ownCallsOf([returned])?.name).toBe('Your last call');
    expect(ownCallsOf(Array.from({ length: 20 }, () => completed))?.name).toBe(
      'Your last 20 calls',
    );
  });

  it('are none if they say nothing about the service', () => {
    const cancelled = order('failed', { kind: 'cancelled' });
    expect(ownCallsOf([order('pending'), order('running'), cancelled])).toBeUndefined();
  });
});

describe('how long a failed call asks to wait', () => {
  const saying = (sellerMessage: string, sellerStatus = 503) =>
    askedWaitMs(undefined, {
      orderState: 'failed',
      failure: { kind: 'seller_status', sellerStatus, sellerMessage },
    } as never);
  const refused = (retryAfterMs: number) =>
    askedWaitMs(
      new ApiError({ reason: 'Too many calls.', details: [], status: 429, retryAfterMs } as never),
      undefined,
    );

  it('is what the service says of a short time', () => {
    expect(saying('The model is still loading. Try again in 20 seconds.')).toBe(20_000);
    expect(saying('Retry after 5s', 429)).toBe(5_000);
    expect(saying('Try again in 900 seconds.')).toBe(0);
    expect(saying('Try again in a moment.')).toBe(0);
    expect(saying('Try again in 20 seconds.', 400)).toBe(0);
  });

  it('is what the marketplace says, unless it is hours', () => {
    expect(refused(1_000)).toBe(1_000);
    expect(refused(3_600_000)).toBe(0);
    expect(askedWaitMs(undefined, undefined)).toBe(0);
    expect(askedWaitMs(new Error('No connection'), undefined)).toBe(0);
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
