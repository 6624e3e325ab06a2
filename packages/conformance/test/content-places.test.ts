import type { ListingContent } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { createContentReview, readBlockedWords, runReview } from '../src/index.ts';
import { checkEnvironment } from './check-environment.ts';
import { bestCpuMs } from '../../../test-bed/processor-time.ts';

const listing = (
  runContract: Partial<ListingContent['runContract']> = {},
  more: Partial<ListingContent> = {},
): ListingContent => ({
  title: 'Text insights',
  description: 'Counts words.',
  category: 'data',
  tags: ['text'],
  price: { amountMicros: 0, currency: 'USD', unit: 'call' },
  runContract: { method: 'POST', endpointPath: 'https://a.example/run', ...runContract },
  ...more,
});

const BAD = 'fucking';

const reviewContent = createContentReview();

describe('the content check of schemas', () => {
  it.each([
    ['a property name', { properties: { [BAD]: {} } }, ''],
    ['a title', { properties: { a: { title: BAD } } }, '/properties/a/title'],
    ['a description', { description: `A ${BAD} text` }, '/description'],
    ['an enum', { enum: ['a', BAD] }, '/enum/1'],
    ['a constant', { properties: { a: { const: BAD } } }, '/properties/a/const'],
    ['a default', { default: { text: BAD } }, '/default/text'],
    ['an example', { examples: [[BAD]] }, '/examples/0/0'],
    ['a comment', { $comment: BAD }, '/$comment'],
    ['a definition', { $defs: { a: { items: { title: BAD } } } }, '/$defs/a/items/title'],
    ['a keyword of its own', { 'x-note': BAD }, '/x-note'],
  ])('finds a word in %s, of the input and of the output', (_, schema, path) => {
    for (const [name, label] of [
      ['inputSchema', 'input schema'],
      ['outputSchema', 'output schema'],
    ] as const) {
      const check = reviewContent(listing({ [name]: schema }));
      expect(check.outcome).toBe('failed');
      expect(check.message).toContain(
        `the ${label} has a word that listings may not contain (rule "profanity")`,
      );
      expect(check.details?.[0]).toMatchObject({
        path: `/runContract/${name}${path}`,
        keyword: 'profanity',
      });
      expect(JSON.stringify(check)).not.toContain(BAD);
    }
  });

  it('ignores words in expressions, references and long data', () => {
    const data = 'faggot'.repeat(20);
    const schema = {
      pattern: '^f.u.c.k$',
      patternProperties: { '^s[h]i t$': { type: 'string' } },
      $ref: '#/$defs/a',
      default: data,
      $defs: { a: {} },
    };
    expect(reviewContent(listing({ inputSchema: schema })).outcome).toBe('passed');
  });

  it('does not read single-letter names together as a word', () => {
    const properties = Object.fromEntries(['f', 'u', 'c', 'k'].map((name) => [name, {}]));
    expect(reviewContent(listing({ inputSchema: { properties } })).outcome).toBe('passed');
  });

  it('refuses markup and secrets in schemas', () => {
    const rule = (schema: Record<string, unknown>) =>
      reviewContent(listing({ inputSchema: schema })).details?.map(({ keyword }) => keyword);
    expect(rule({ description: '<img src=x onerror=alert(1)>' })).toEqual(['markup']);
    expect(rule({ default: `ghp_${'a1B2c3D4e5F6'.repeat(3)}` })).toEqual(['secret']);
  });

  it.each(['a ', 'привет ', 'fuc', '<script', 'ﷺ', 'ちん'])(
    'takes milliseconds for 64 KiB of %j, and for a description',
    (part) => {
      const schema = { description: part.repeat(60_000 / part.length) };
      expect(bestCpuMs(3, () => reviewContent(listing({ inputSchema: schema })))).toBeLessThan(120);
      const description = part.repeat(5000 / part.length);
      expect(bestCpuMs(3, () => reviewContent(listing({}, { description })))).toBeLessThan(20);
    },
  );
});

describe('a slug', () => {
  it('is checked like the title when the seller chose it', () => {
    expect(reviewContent(listing(), 'holy-shit')).toMatchObject({
      outcome: 'failed',
      details: [{ path: '/slug', keyword: 'profanity' }],
    });
    expect(reviewContent(listing(), 'wash-it').outcome).toBe('passed');
  });
});

describe('an operator’s own words', () => {
  const of = (text: string) => readBlockedWords(new TextEncoder().encode(text));
  const reviewWith = (text: string) => {
    const read = of(text);
    if (!read.ok) throw new Error(read.message);
    return createContentReview(read.words);
  };

  it('are read line by line, with comments', () => {
    const words = of('# ours\r\nacme\n\n  Two Words  # a phrase\nC#\n');
    expect(words).toEqual({ ok: true, words: ['acme', 'Two Words', 'C#'] });
  });

  it('are found as whole words, in any spelling, under their own rule', () => {
    const review = reviewWith('acme\nlottery win\n赌博');
    for (const title of [
      'The ACME api',
      'Ａｃｍｅ',
      'a.c.m.e',
      '4cme',
      'Your Lottery   win!',
      '在线赌博平台',
    ]) {
      expect(review(listing({}, { title }))).toMatchObject({
        message: expect.stringContaining('rule "blocked_word"'),
        details: [{ path: '/title', keyword: 'blocked_word' }],
      });
    }
    for (const title of ['Acmeist poetry', 'lottery results and a win']) {
      expect(review(listing({}, { title })).outcome).toBe('passed');
    }
  });

  it.each([
    ['is not UTF-8', new Uint8Array([0xff, 0xfe])],
    ['is larger than 1048576 bytes', new Uint8Array(1024 * 1024 + 1).fill(0x61)],
    [
      'cannot be used: line 2 is longer than 200 characters',
      new TextEncoder().encode(`a\n${'x'.repeat(201)}`),
    ],
    ['cannot be used: line 1 has a control character', new TextEncoder().encode('a\u0000b')],
    ['cannot be used: line 1 has no letter or digit', new TextEncoder().encode('***')],
    ['has more than 20000 words', new TextEncoder().encode('word\n'.repeat(20_001))],
  ])('are refused when the list %s', (message, bytes) => {
    expect(readBlockedWords(bytes)).toEqual({ ok: false, message });
  });
});

describe('a review whose content check the operator has waived', () => {
  it('skips only that check, and says so', async () => {
    const content = listing({ endpointPath: 'https://10.0.0.1/run' }, { title: 'Holy shit' });
    const environment = checkEnvironment({ urlPolicy: { allowPrivate: false } });
    const checks = await runReview(content, environment, { waive: ['content'] });
    expect(checks.find(({ name }) => name === 'content')).toMatchObject({
      outcome: 'skipped',
      message: 'waived by the operator',
    });
    expect(checks.find(({ name }) => name === 'url-policy')?.outcome).toBe('failed');
  });
});
