import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { listGuides } from '../../../../guides.ts';
import { blocksOf, inlineOf, plain } from '../../../../src/pages/reference/guide/markdown.ts';
import { searchGuides } from '../../../../src/pages/reference/guide/search.ts';

const GUIDES = listGuides();
const textOf = (path: string) =>
  readFileSync(new URL(`../../../../../..${path}.md`, import.meta.url), 'utf8');

describe('the list of guides', () => {
  it('has the pages of docs/README.md, with the section of each', () => {
    expect(GUIDES.length).toBeGreaterThan(25);
    expect(GUIDES.find(({ path }) => path === '/docs/buy/orders')).toMatchObject({
      section: expect.stringMatching(/Buy/),
      headings: expect.arrayContaining([{ id: expect.any(String), text: expect.any(String) }]),
    });
  });

  it.each(GUIDES.map(({ path }) => path))('%s has only Markdown that the pages show', (path) => {
    for (const block of blocksOf(textOf(path))) {
      if (block.kind === 'code') continue;
      const texts =
        block.kind === 'list'
          ? block.items
          : block.kind === 'table'
            ? [block.head, ...block.rows].flat()
            : [block.text];
      for (const text of texts) {
        // HTML, quotations, lists in lists, and lines that continue one.
        expect(text).not.toMatch(/^(<|>|\s|\* |\+ |#{1,6}\s|---$)/);
        expect(plain(text)).not.toMatch(/\*\*|\]\(|`/);
      }
    }
  });

  it.each(GUIDES.map(({ path }) => path))('%s links to parts that are there', (path) => {
    const links = blocksOf(textOf(path))
      .flatMap((block) =>
        block.kind === 'table'
          ? [block.head, ...block.rows].flat()
          : block.kind === 'list'
            ? block.items
            : block.kind === 'paragraph'
              ? [block.text]
              : [],
      )
      .flatMap((text) => inlineOf(text))
      .flatMap((part) => (part.kind === 'link' ? [part.to] : []));
    for (const to of links) {
      const { pathname, hash, origin } = new URL(to, `https://guides.test${path}.md`);
      const guide = GUIDES.find((each) => `${each.path}.md` === pathname);
      if (origin !== 'https://guides.test' || !guide || hash === '') continue;
      const ids = blocksOf(textOf(guide.path)).flatMap((block) =>
        block.kind === 'heading' ? [block.id] : [],
      );
      expect(ids, to).toContain(hash.slice(1));
    }
  });
});

describe('Markdown', () => {
  it('is text, whatever is in it', () => {
    expect(blocksOf('<img src=x onerror=alert(1)>')).toEqual([
      { kind: 'paragraph', text: '<img src=x onerror=alert(1)>' },
    ]);
  });

  it('has code, links, strong and emphasised words in its texts', () => {
    expect(inlineOf('Set `A_B` **now**, _then_ [read `x`](y.md).')).toEqual([
      { kind: 'text', text: 'Set ' },
      { kind: 'code', text: 'A_B' },
      { kind: 'text', text: ' ' },
      { kind: 'strong', parts: [{ kind: 'text', text: 'now' }] },
      { kind: 'text', text: ', ' },
      { kind: 'em', parts: [{ kind: 'text', text: 'then' }] },
      { kind: 'text', text: ' ' },
      {
        kind: 'link',
        to: 'y.md',
        parts: [
          { kind: 'text', text: 'read ' },
          { kind: 'code', text: 'x' },
        ],
      },
      { kind: 'text', text: '.' },
    ]);
  });

  it('has lists, tables and code, and tells headings of one name apart', () => {
    const text =
      '# A\n\n## Same\n\n2. b\n3. c\n\n| x | y \\| z |\n| --- | --- |\n| 1 | 2 |\n\n## Same\n\n```sh\n# not a heading\n```';
    expect(blocksOf(text)).toEqual([
      { kind: 'heading', level: 1, id: 'a', text: 'A' },
      { kind: 'heading', level: 2, id: 'same', text: 'Same' },
      { kind: 'list', start: 2, items: ['b', 'c'] },
      { kind: 'table', head: ['x', 'y | z'], rows: [['1', '2']] },
      { kind: 'heading', level: 2, id: 'same-1', text: 'Same' },
      { kind: 'code', language: 'sh', text: '# not a heading' },
    ]);
  });
});

it('a guide is found by its title before others that have the words in a heading', () => {
  const [first] = searchGuides(GUIDES, 'webhooks');
  expect(first?.guide.title.toLowerCase()).toContain('webhook');
  expect(searchGuides(GUIDES, 'no such words anywhere')).toEqual([]);
});
