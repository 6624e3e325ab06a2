import { createClient } from '@mkt/client';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { json, mockMarketplace } from './mock-marketplace.ts';
import { API_KEY, BASE_URL, order } from './records.ts';

const mock = mockMarketplace();
const client = createClient({ baseUrl: BASE_URL, apiKey: API_KEY, retries: 0 });

class Secretive {
  #text = 'hidden';
  read() {
    return this.#text;
  }
}
class Point {
  x = 1;
}
class Text {
  toJSON() {
    return { text: 'Hi' };
  }
}
class Late {
  async toJSON() {
    return { text: 'Hi' };
  }
}
const abroad = (code: string): unknown => runInNewContext(code);
async function* stream() {
  yield 'Hi';
}

describe('an input that is not data is rejected before anything is sent', () => {
  it.each<[string, unknown, string]>([
    ['a promise', Promise.resolve({ text: 'Hi' }), 'input is a Promise: await it.'],
    // oxlint-disable-next-line unicorn/no-thenable -- what is refused
    ['a thenable', { then: () => undefined }, 'input is an Object: await it.'],
    ['a promise of another realm', abroad('Promise.resolve()'), 'input is a Promise: await it.'],
    ['a list of this client', client.orders.list(), 'input is an Object: await it.'],
    ['a function', () => ({ text: 'Hi' }), 'input is a function: call it.'],
    ['a class', Point, 'input is a function: call it.'],
    ['a Map', new Map([['text', 'Hi']]), 'input is a Map: pass Object.fromEntries(it).'],
    ['a Map of another realm', abroad('new Map()'), 'input is a Map: pass Object.fromEntries(it).'],
    ['a Set', new Set(['Hi']), 'input is a Set: pass [...it].'],
    ['a WeakMap', new WeakMap(), 'input is a WeakMap: pass what is in it.'],
    ['a Request', new Request(BASE_URL), 'input is a Request: pass await it.json().'],
    ['a Response', new Response('{}'), 'input is a Response: pass await it.json().'],
    ['a Blob', new Blob(['Hi']), 'input is a Blob: pass await it.text().'],
    ['a File', new File(['Hi'], 'a.txt'), 'input is a File: pass await it.text().'],
    ['a form', new FormData(), 'input is a FormData: pass Object.fromEntries(it).'],
    [
      'parameters',
      new URLSearchParams('a=1'),
      'input is a URLSearchParams: pass Object.fromEntries(it).',
    ],
    ['an error', new RangeError('x'), 'input is a RangeError: pass its message.'],
    ['a pattern', /x/, 'input is a RegExp: pass its source.'],
    ['bytes', new Uint8Array(2), 'input is a Uint8Array: pass a text, such as its base64.'],
    ['a Buffer', Buffer.from('Hi'), 'input is a Buffer: pass a text, such as its base64.'],
    [
      'an ArrayBuffer',
      new ArrayBuffer(2),
      'input is an ArrayBuffer: pass a text, such as its base64.',
    ],
    [
      'a stream',
      new ReadableStream(),
      'input is a ReadableStream: pass a plain object with its data.',
    ],
    ['a generator', stream(), 'input is an AsyncGenerator: pass a plain object with its data.'],
    [
      'an instance with private members',
      new Secretive(),
      'input is a Secretive: pass a plain object with its data.',
    ],
    ['an asynchronous toJSON', new Late(), 'input is a Promise: await it.'],
    ['a symbol', Symbol('x'), 'input is a symbol, which JSON does not have.'],
    ['NaN', Number.NaN, 'input is NaN, which JSON does not have.'],
    [
      'an invalid date',
      new Date(Number.NaN),
      'input is an invalid date: check what it was made from.',
    ],
    [
      'a member',
      { place: { city: Promise.resolve('Rome') } },
      'input.place.city is a Promise: await it.',
    ],
    ['an item', { texts: ['a', [new Set()]] }, 'input.texts[1][0] is a Set: pass [...it].'],
    [
      'a member of an instance',
      { at: Object.assign(new Point(), { y: Infinity }) },
      'input.at.y is Infinity, which JSON does not have.',
    ],
    ['a member that is a function', { text: String }, 'input.text is a function: call it.'],
    [
      'a hole',
      { texts: ['a', undefined] },
      'input.texts[1] is undefined, which a JSON array cannot hold: pass null, or leave it out.',
    ],
  ])('%s', async (_, input, sentence) => {
    const requests = mock.respondsWith(() => json(order()));
    const rejected = { name: 'InvalidOptionError', message: `${sentence} Nothing was sent.` };
    await expect(client.run('a', input)).rejects.toMatchObject(rejected);
    await expect(client.activate('a', input)).rejects.toMatchObject(rejected);
    expect(requests).toHaveLength(0);
  });

  it('so are metadata, the slug, the body of any other request, and a query', async () => {
    const requests = mock.respondsWith(() => json(order()));
    const wrong = Promise.resolve('x') as unknown as string;
    const metadata = new Map() as unknown as Record<string, string>;
    await expect(client.run('a', {}, { metadata })).rejects.toThrow(/^metadata is a Map: pass/);
    await expect(client.run(wrong)).rejects.toThrow(/^listingId is a Promise: await it/);
    const named = client.apiKeys.create({ name: wrong, scopes: [] });
    await expect(named).rejects.toThrow(/^body\.name is a Promise: await it/);
    const listed = client.orders.list({ listingId: wrong });
    await expect(listed).rejects.toThrow(/^listingId is a Promise: await it/);
    const from = new Date(Number.NaN);
    await expect(client.stats.orders({ from })).rejects.toThrow(/^from is not a text or a Date/);
    expect(requests).toHaveLength(0);
  });
});

describe('an input that JSON.stringify writes', () => {
  it.each<[string, unknown, string]>([
    ['a date', { at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
    ['a URL', { url: new URL('https://a.example/x') }, '{"url":"https://a.example/x"}'],
    ['an instance with members', new Point(), '{"x":1}'],
    ['an instance with toJSON', [new Text()], '[{"text":"Hi"}]'],
    ['an object of another realm', abroad('({ a: [{}] })'), '{"a":[{}]}'],
    ['an object without a prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['a member that is undefined', { a: undefined, b: null }, '{"b":null}'],
    ['a boxed text', Object('Hi'), '"Hi"'],
    ['the same object twice', ((one) => [one, one])({ a: 1n }), '[{"a":1},{"a":1}]'],
  ])('is sent like that: %s', async (_, input, sent) => {
    const requests = mock.respondsWith(() => json(order(), { status: 201 }));
    await client.activate('a', input);
    expect(requests[0]?.body).toBe(`{"listingId":"a","requestBody":${sent}}`);
  });

  it('a Date in a query is sent as its time', async () => {
    const requests = mock.respondsWith(() => json({ data: [], nextCursor: null }));
    await client.orders.list({ createdAfter: new Date(0) });
    expect(requests[0]?.path).toBe('/v1/orders?createdAfter=1970-01-01T00%3A00%3A00.000Z');
  });
});
