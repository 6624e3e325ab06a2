// docs/reference/limits.md#bytes: large JSON is read in a thread, with the same outcome as on the main thread.
import { hasInexactNumbers, overPrecisePath, parseJson, readMember } from '@mkt/protocol';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createJsonReader } from '../../src/server/json-reader.ts';

const PADDING = ' '.repeat(20_000);
const NAME = 'requestBody';

function open() {
  const reader = createJsonReader();
  onTestFinished(reader.close);
  return reader;
}

const source = (text: string | Uint8Array, group = 'ann') => ({
  bytes: typeof text === 'string' ? Buffer.from(text) : text,
  maxDepth: 10,
  group,
});

const TEXTS: Record<string, string> = {
  'an object': '{"listingId":"a","requestBody":{"a":[1,"ü",null,true]},"maxPrice":1}',
  'an array': '[1,{"a":1},"b"]',
  'a scalar': '"text"',
  'names that are escaped': String.raw`{"\u0072equestBody":{"\u00fcber":1},"b":2}`,
  'inexact numbers': '{"a":1e-400,"requestBody":[12345678901234567890,1.5],"b":0.1}',
  'a number that is too long': `{"a":1,"requestBody":[1.${'1'.repeat(2_000)}]}`,
  __proto__: '{"__proto__":{"a":1},"requestBody":{"__proto__":2}}',
  'a repeated name': '{"requestBody":{"a":1,"a":2}}',
  'an infinite number': '{"requestBody":1e999}',
  'too deep': `{"requestBody":${'['.repeat(11)}${']'.repeat(11)}}`,
  'no JSON': '{"requestBody":',
};

describe.each(Object.entries(TEXTS))('large JSON with %s', (_, text) => {
  it('is read as on the main thread', async () => {
    const large = text + PADDING;
    const here = parseJson(Buffer.from(large), 10);
    const there = await open().read(source(large));
    expect({ ...there, longNumbers: 0, separators: 0 }).toEqual({
      ...here,
      ...(here.ok ? { longNumbers: 0, separators: 0 } : { longNumbers: 0, separators: 0 }),
    });
    if (!here.ok || !there.ok) return;
    expect(hasInexactNumbers(there, () => false)).toBe(hasInexactNumbers(here, () => false));
    expect(overPrecisePath(there)).toBe(overPrecisePath(here));
  });

  it('is read apart from a member as on the main thread', async () => {
    const large = text + PADDING;
    const here = parseJson(Buffer.from(large), 10);
    const { rest, member } = await open().readApart(source(large), NAME);
    expect(rest.ok).toBe(here.ok);
    if (!here.ok || !rest.ok) return;
    const expected = readMember(here, NAME);
    expect([member?.text, member?.exact]).toEqual([expected?.text, expected?.exact]);
    if (expected) {
      expect(overPrecisePath(member!)).toBe(overPrecisePath(expected));
      expect(rest.value).toEqual({ ...(here.value as object), [NAME]: null });
    } else {
      expect(rest.exact).toEqual(here.exact);
    }
  });
});

describe('the JSON reader', () => {
  it('refuses bytes that are not UTF-8', async () => {
    const bytes = Buffer.concat([Buffer.from(`"${PADDING}`), Buffer.from([0xff, 0x22])]);
    expect(await open().read(source(bytes))).toEqual(parseJson(bytes));
  });

  it('reads the texts of accounts in turns', async () => {
    const reader = open();
    const order: string[] = [];
    const read = (name: string, group: string) =>
      reader.read(source(`"${name}"${PADDING}`, group)).then(() => void order.push(name));
    await Promise.all([
      ...['a1', 'a2', 'a3'].map((name) => read(name, 'ann')),
      read('b1', 'ben'),
      read('b2', 'ben'),
    ]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3', 'b2']);
  });

  it('reads small texts at once, whatever is waiting', async () => {
    const reader = open();
    const order: string[] = [];
    const large = reader.read(source(`1${PADDING}`)).then(() => void order.push('large'));
    await reader.read(source('1')).then(() => void order.push('small'));
    await large;
    expect(order).toEqual(['small', 'large']);
  });

  it('parses the values of large texts with pauses in which other work is done', async () => {
    const reader = open();
    const texts = [1, 2, 3].map((n) => `[${n}]${PADDING}`);
    const reads = await Promise.all(texts.map((text) => reader.read(source(text))));
    const order: string[] = [];
    const opening = reads.map(async (read, at) => {
      if (read.ok) await reader.open(read, 'ann');
      order.push(`opened ${at}`);
      setImmediate(() => order.push(`after ${at}`));
    });
    await Promise.all(opening);
    expect(order).toEqual(['opened 0', 'after 0', 'opened 1', 'after 1', 'opened 2']);
  });

  it('reads what is waiting when its thread exits', async () => {
    const reader = open();
    const reads = [1, 2, 3].map((n) => reader.read(source(`${n}${PADDING}`)));
    await reader.close();
    const values = (await Promise.all(reads)).map((read) => read.ok && read.value);
    expect(values).toEqual([1, 2, 3]);
  });

  it('continues when its thread was closed', async () => {
    const reader = open();
    await reader.read(source(`1${PADDING}`));
    await reader.close();
    expect(await reader.read(source(`2${PADDING}`))).toMatchObject({ ok: true, value: 2 });
  });
});
