// Code that readers copy is code that runs: scripts/generate-snippets.mjs.
import { describe, expect, it } from 'vitest';
import { GUIDES } from '../generate-snippets.mjs';
import { blocksOf } from './markdown.ts';
import { PAGES } from './pages.ts';

const blocks = PAGES.flatMap(({ path, text }) =>
  blocksOf(text).map((block) => ({ path, ...block })),
);

describe('a block of code', () => {
  it('code in the README of a package is taken from a file that a test runs', () => {
    const inReadmes = blocks.filter(({ path }) => /^packages\/[^/]+\/README\.md$/.test(path));
    expect(inReadmes.filter(({ source }) => source).length).toBeGreaterThan(20);
    // The commands of `sh` blocks are checked by e2e/documentation.test.ts. A tree of folders is no code.
    const others = inReadmes.filter(
      ({ source, language, text }) => !source && language !== 'sh' && !text.startsWith('packages/'),
    );
    expect(others.map(({ path, text }) => [path, text.split('\n')[0]])).toEqual([
      // The message of an error, which packages/seller-kit/test/readme.test.ts provokes.
      ['packages/seller-kit/README.md', 'defineService:'],
    ]);
  });

  it('code in TypeScript is taken from such a file on every other page too', () => {
    const typescript = blocks.filter(({ language }) => language === 'ts');
    expect(typescript.length).toBeGreaterThan(30);
    expect(typescript.filter(({ source }) => !source).map(({ path }) => path)).toEqual([]);
  });

  it('code that names its source is kept the same by `npm run fix`', () => {
    const pages = new Set(blocks.filter(({ source }) => source).map(({ path }) => path));
    expect([...pages].toSorted()).toEqual(GUIDES.toSorted());
  });
});
