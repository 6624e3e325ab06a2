import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readGuides } from '../../../../guides.ts';
import { lexer, type MarkedToken, walkTokens } from 'marked';
import { blocksOf, isHeading } from '../../../../src/pages/reference/guide/markdown.ts';
import { DOORS, LOOKED_UP } from '../../../../src/pages/reference/front/doors.ts';
import { guideSearch } from '../../../../src/pages/reference/guide/search.ts';

const { guides: GUIDES, words: WORDS } = readGuides();
const search = guideSearch(GUIDES, WORDS);
const textOf = (path: string) =>
  readFileSync(new URL(`../../../../../..${path}.md`, import.meta.url), 'utf8');

/** The anchors of each guide. */
const IDS = new Map(
  GUIDES.map((guide) => [
    guide,
    blocksOf(textOf(guide.path)).flatMap((block) => (isHeading(block) ? [block.id] : [])),
  ]),
);

/** Every token of a guide, at any depth. */
function tokensOf(path: string): MarkedToken[] {
  const found: MarkedToken[] = [];
  void walkTokens(lexer(textOf(path)), (token) => {
    found.push(token as MarkedToken);
  });
  return found.filter(({ raw }) => !raw.startsWith('<!--'));
}

/** Kinds of Markdown that Markdown.tsx draws. */
const SHOWN = new Set<string>([
  'heading',
  'code',
  'list',
  'list_item',
  'table',
  'blockquote',
  'paragraph',
  'space',
  'text',
  'codespan',
  'strong',
  'em',
  'link',
  'image',
]);

describe('the list of guides', () => {
  it('has the pages of docs/README.md, with the section of each', () => {
    expect(GUIDES.length).toBeGreaterThan(25);
    expect(GUIDES.find(({ path }) => path === '/docs/buy/orders')).toMatchObject({
      section: expect.stringMatching(/Buy/),
      headings: expect.arrayContaining([{ id: 'cancelling', text: 'Cancelling' }]),
    });
    expect(WORDS['/docs/buy/orders#cancelling']).toContain('cancels');
  });

  it.each(GUIDES.map(({ path }) => path))('%s has only Markdown that the pages show', (path) => {
    expect(tokensOf(path).filter(({ type }) => !SHOWN.has(type))).toEqual([]);
  });

  it.each(GUIDES.map(({ path }) => path))('%s links to parts that are there', (path) => {
    const broken: string[] = [];
    for (const token of tokensOf(path)) {
      if (token.type !== 'link') continue;
      const { pathname, hash, origin } = new URL(token.href, `https://guides.test${path}.md`);
      const guide = GUIDES.find((each) => `${each.path}.md` === pathname);
      if (origin !== 'https://guides.test' || !guide || hash === '') continue;
      if (!IDS.get(guide)?.includes(hash.slice(1))) broken.push(token.href);
    }
    expect(broken).toEqual([]);
  });
});

it('what the front page of the documentation names is in the list', () => {
  const named = [...DOORS.flatMap((door) => door.guides), ...LOOKED_UP];
  const known = new Set(GUIDES.map(({ path }) => path.replace('/docs/', '')));
  expect(named.filter((path) => !known.has(path))).toEqual([]);
});

describe('the parts of a guide', () => {
  it('are its blocks without comments, and headings of one name told apart', () => {
    const text = '# A\n\n## Same\n\n<!-- x -->\n\n## Same `b`\n\n## Same\n';
    expect(blocksOf(text)).toMatchObject([
      { type: 'heading', depth: 1, id: 'a' },
      { type: 'heading', depth: 2, id: 'same' },
      { type: 'heading', depth: 2, id: 'same-b' },
      { type: 'heading', depth: 2, id: 'same-1' },
    ]);
  });

  it('are one where the same is said in TypeScript and Python, and not where a step follows another', () => {
    const [sh, js, python] = ['```sh\na\n```', '```js\nb\n```', '```python\nc\n```'];
    const typesOf = (...blocks: unknown[]) => blocksOf(blocks.join('\n\n')).map(({ type }) => type);
    expect(blocksOf([sh, js, python].join('\n\n'))).toEqual([
      {
        type: 'examples',
        examples: [
          ['curl', 'a'],
          ['typescript', 'b'],
          ['python', 'c'],
        ],
      },
    ]);
    expect(typesOf(sh, python)).toEqual(['code', 'code']);
    expect(typesOf(sh, 'Then:', js, python)).toEqual(['code', 'paragraph', 'examples']);
  });
});

it('a guide is found by its title before others that have the words in a heading', () => {
  const [first] = search('webhooks');
  expect(first?.guide.title.toLowerCase()).toContain('webhook');
  expect(search('no such words anywhere')).toEqual([]);
});

it.each([
  ['how do I get a refund?', '/docs/buy/spending#charges-and-refunds'],
  ['budgets', '/docs/buy/spending#budgets'],
  ['rotate webhook quickly', '/docs/buy/webhooks'],
  ['csv', '/docs/buy/spending#usage'],
  ['invoice', '/docs/buy/spending#charges-and-refunds'],
  ['export', '/docs/operate/move'],
  ['outage', '/docs/buy/catalogue#health'],
  ['docker', '/docs/sell/deploy#in-a-container'],
  ['webhok', '/docs/buy/webhooks'],
  ['refudn', '/docs/buy/spending#charges-and-refunds'],
])('“%s” leads to %s', (query, href) => {
  expect(search(query).map((hit) => hit.href)).toContain(href);
});

it('a question is answered by its topic', () => {
  expect(search('is it safe?')[0]?.href).toBe('/docs/buy/orders#guarantees');
});

it('a word with a typing error finds what it was meant to, unless a guide has it as it is', () => {
  const titles = (query: string) => search(query).map(({ guide }) => guide.title);
  expect(titles('guarantee')).not.toEqual([]);
  expect(titles('guarantee')).toEqual(expect.arrayContaining(titles('guarnatees')));
  expect(titles('guarnatees')).not.toEqual([]);
  expect(titles('orddr')).toContain('Orders');
  expect(titles('ordr')).toEqual([]);
});
