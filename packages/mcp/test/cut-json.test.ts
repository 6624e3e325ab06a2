// docs/buy/agents.md#long-results: what is too long is cut, and every part can be read.
import { pointerTo, valueAt } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test-bed/processor-time.ts';
import { findIn, MAX_CUTS_BYTES, type Found } from '../src/results/cut-json.ts';

const ROOM = 4_000;

function open(json: string, pointer: string): Found {
  const found = findIn(json, pointer);
  if ('lost' in found) throw new Error(`Nothing at ${pointer}.`);
  return found;
}

/** A part as an agent gets it, after a check of its size. */
function read(json: string, pointer = '', offset = 0) {
  const found = open(json, pointer);
  const part = found.part(offset, ROOM);
  expect(Buffer.byteLength(part.text)).toBeLessThanOrEqual(ROOM);
  expect(Buffer.byteLength(JSON.stringify(part.cuts))).toBeLessThanOrEqual(MAX_CUTS_BYTES + 2);
  return { ...part, length: found.length, kind: found.kind, value: JSON.parse(part.text) };
}

/** Everything at a pointer, put together from its parts as an agent would. */
function readAll(json: string, pointer = ''): any {
  let whole: any;
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const { value, cuts, moreCuts, kind, length } = read(json, pointer, offset);
    const next: number | undefined = cuts.find((cut) => cut.pointer === pointer)?.offset;
    if (next !== undefined) expect(next).toBeGreaterThan(offset);
    const deeper = cuts.filter((cut) => cut.pointer !== pointer).map((cut) => cut.pointer);
    const inner = moreCuts > 0 ? Object.keys(value).map((key) => pointerTo(pointer, key)) : deeper;
    if (kind === 'text') whole = (whole ?? '') + value;
    else if (kind === 'array') (whole ??= []).push(...value);
    else whole = { ...whole, ...value };
    for (const each of kind === 'array' && moreCuts > 0 ? [] : inner)
      put(each, readAll(json, each));
    offset = next;
    if (offset === undefined && kind !== 'text') expect(Object.keys(whole)).toHaveLength(length);
  }
  return whole;

  function put(at: string, value: unknown): void {
    const path = at.slice(pointer.length);
    const parent = valueAt(whole, path.slice(0, path.lastIndexOf('/'))).value as any;
    parent[
      path
        .slice(path.lastIndexOf('/') + 1)
        .replaceAll('~1', '/')
        .replaceAll('~0', '~')
    ] = value;
  }
}

const fill = <Item>(count: number, item: (index: number) => Item) =>
  Array.from({ length: count }, (_, n) => item(n));
const nest = (depth: number, inner: unknown): unknown =>
  depth === 0 ? inner : { a: nest(depth - 1, inner) };

describe('a JSON text of which a part is shown', () => {
  it.each<[string, unknown]>([
    ['a text', 'x'.repeat(20_000)],
    ['a text that JSON escapes', '"\\\n\u0001\u2028'.repeat(5_000)],
    ['a text with characters of two units', '👩‍💻é漢𝒳'.repeat(3_000)],
    ['a text with halves of characters', '\ud800x\udc00👩'.repeat(2_000)],
    ['many small items', fill(9_000, (n) => n)],
    ['some large items', fill(12, (n) => ({ n, text: `${n}`.repeat(3_000) }))],
    ['a large item before small ones', { image: 'i'.repeat(50_000), title: 'Oslo', tags: [1, 2] }],
    ['many members', Object.fromEntries(fill(2_000, (n) => [`name ${n}`, n]))],
    [
      'names that a pointer escapes',
      { 'a/b~c': { '': 'x'.repeat(9_000), '/': [['y'.repeat(9_000)]] } },
    ],
    ['a deep object', nest(60, 'x'.repeat(20_000))],
    [
      'a deep object with a long list',
      nest(
        30,
        fill(5_000, (n) => `item ${n}`),
      ),
    ],
    ['lists of lists', fill(40, (n) => fill(40, (m) => fill(10, (o) => n * m * o)))],
    ['what fits', { a: [1, 'x', null, true, {}, []] }],
  ])('can be read in parts: %s', (_, value) => {
    expect(readAll(JSON.stringify(value))).toEqual(value);
    expect(readAll(JSON.stringify(value, undefined, 2))).toEqual(value);
  });

  it('shows all small members of an object, and as much of the large ones as has room', () => {
    const json = JSON.stringify({
      page: 'p'.repeat(9_000),
      size: 9,
      image: 'i'.repeat(9_000),
      ok: true,
    });
    const { value, cuts } = read(json);
    expect(value).toMatchObject({ size: 9, ok: true });
    expect(Math.min(value.page.length, value.image.length)).toBeGreaterThan(1_900);
    expect(cuts).toEqual([
      { pointer: '/page', offset: value.page.length, of: 9_000 },
      { pointer: '/image', offset: value.image.length, of: 9_000 },
    ]);
  });

  it('keeps the digits of numbers, and escapes as they were written', () => {
    const json = `{"long":"${'x'.repeat(9_000)}","id":9007199254740993,"e":1e400,"name":"\\u00e9"}`;
    expect(read(json).text).toMatch(/,"id":9007199254740993,"e":1e400,"name":"\\u00e9"\}$/);
  });

  it('never divides a character, also where an offset does', () => {
    const json = JSON.stringify('👩'.repeat(5_000));
    const { value } = read(json, '', 101);
    expect(value).toBe('👩'.repeat(value.length / 2));
    expect(open(json, '').part(0, 25).text).toBe('"👩👩👩👩👩"');
  });

  it('reads a number of thousands of digits as a text', () => {
    const digits = '7'.repeat(9_000);
    const { value, cuts } = read(`[${digits}]`);
    expect(value).toEqual([digits.slice(0, value[0].length)]);
    expect(cuts).toEqual([{ pointer: '/0', offset: value[0].length, of: 9_000 }]);
    expect(read(`[${digits}]`, '/0', 8_990).value).toBe('7777777777');
  });

  it('counts members with names that are longer than a text should be, and what it has no room to list', () => {
    const long = { ['n'.repeat(5_000)]: 1, a: 2, ['m'.repeat(1_500)]: 'x'.repeat(9_000) };
    expect(read(JSON.stringify(long))).toMatchObject({ value: { a: 2 }, cuts: [], moreCuts: 2 });
    const names = fill(7, (n) => `${n}`.repeat(900));
    const many = Object.fromEntries(names.map((name) => [name, fill(9, () => 'x'.repeat(900))]));
    const { cuts, moreCuts } = open(JSON.stringify(many), '').part(0, 12_000);
    expect(moreCuts).toBeGreaterThan(0);
    expect(cuts.length).toBeGreaterThan(0);
  });

  it.each([
    ['/a/0', '', 'object'],
    ['/items/7', '/items', 'array'],
    ['/items/00', '/items', 'array'],
    ['/items/-', '/items', 'array'],
    ['/items/0/x', '/items/0', 'text'],
    ['/__proto__', '', 'object'],
    ['/length', '', 'object'],
  ])('says how far a pointer leads that leads to nothing: %s', (pointer, lost, kind) => {
    expect(findIn('{"items":["a"]}', pointer)).toEqual({ lost, kind });
  });

  it.each([
    ['many values', JSON.stringify(fill(500_000, () => 0))],
    ['depth', `${'['.repeat(60)}${'0,'.repeat(300_000)}0${']'.repeat(60)}`],
    ['backslashes', JSON.stringify('\\'.repeat(500_000))],
    ['quotes', JSON.stringify(fill(300_000, () => ''))],
    ['members', JSON.stringify(Object.fromEntries(fill(90_000, (n) => [n, n])))],
  ])('takes no longer than a parser would, a few times: 1 MiB of %s', (_, json) => {
    const startedAt = processorMs();
    read(json);
    expect(processorMs() - startedAt).toBeLessThan(1_000);
  });
});
