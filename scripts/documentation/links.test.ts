import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, codeSpansOf, linksOf } from './markdown.ts';
import { FILES, homesOf, PAGES, read, ROOT, SOURCES } from './pages.ts';

/** What is wrong with a link from a page to a file of the repository; undefined if nothing is. */
function problemOf(from: string, target: string): string | undefined {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : posix.normalize(posix.join(posix.dirname(from), file));
  if (path.startsWith('../') || !existsSync(join(ROOT, path))) {
    return `${from}: there is no ${target}`;
  }
  if (anchor === undefined) return undefined;
  if (!path.endsWith('.md')) return `${from}: ${target} has an anchor, and is no page`;
  return anchorsOf(read(path)).has(anchor) ? undefined : `${from}: there is no heading ${target}`;
}

const isRelative = (target: string) => !/^(?:[a-z]+:|\/\/)/i.test(target);

describe('a link', () => {
  const links = PAGES.flatMap(({ path, text }) =>
    linksOf(text)
      .filter(isRelative)
      .map((target) => ({ path, target })),
  );

  it('leads to a file and a heading that exist', () => {
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter(({ target }) => target.includes('#')).length).toBeGreaterThan(30);
    expect(links.flatMap(({ path, target }) => problemOf(path, target) ?? [])).toEqual([]);
  });

  it('a link that is broken is reported', () => {
    expect(problemOf('docs/buy/orders.md', 'no-such-page.md')).toBe(
      'docs/buy/orders.md: there is no no-such-page.md',
    );
    expect(problemOf('docs/buy/orders.md', '#no-such-heading')).toContain('no heading');
    expect(problemOf('docs/buy/orders.md', '../../elsewhere.md')).toContain('there is no');
  });
});

describe('an image', () => {
  it('is shown by a page', () => {
    const shown = new Set(
      PAGES.flatMap(({ path, text }) =>
        linksOf(text).map((target) => posix.normalize(posix.join(posix.dirname(path), target))),
      ),
    );
    const images = FILES.filter((path) =>
      /^(?:docs\/images|bench\/charts)\/.*\.(?:png|svg)$/.test(path),
    );
    expect(images.length).toBeGreaterThan(5);
    expect(images.filter((path) => !shown.has(path))).toEqual([]);
  });
});

describe('a page that a text names', () => {
  const NAMED = /(?<![\w./-])docs\/[\w./-]+\.md(?:#[\w-]+)?/g;
  const named = [...SOURCES, ...PAGES].flatMap(({ path, text }) =>
    // The tests of these checks name pages that do not exist.
    path.startsWith('scripts/documentation/')
      ? []
      : [...text.matchAll(NAMED)].map(([target]) => ({ path, target })),
  );

  it('exists, with the heading that is named', () => {
    expect(named.length).toBeGreaterThan(60);
    const problems = named.flatMap(({ path, target }) => {
      const problem = problemOf('README.md', target);
      return problem === undefined ? [] : [`${path}: ${problem}`];
    });
    expect(problems).toEqual([]);
  });
});

describe('a file that a page names', () => {
  const FILE = /^(?:[\w.-]+\/)+[\w.-]+\.(?:[cm]?[jt]s|json|md|ya?ml|svg)$/;
  const named = PAGES.flatMap(({ path, text }) =>
    codeSpansOf(text)
      .filter((code) => FILE.test(code))
      .map((file) => ({ path, file })),
  );

  it('exists, from the root, beside the page or among the sources of the server', () => {
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter(({ path, file }) =>
      ['.', posix.dirname(path), ...homesOf(path), 'packages/marketplace/src'].every(
        (folder) => !existsSync(join(ROOT, folder, file)),
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe('the protocol', () => {
  // Readers have docs/reference/protocol.md; any other name for it is of something that they cannot open.
  const UNNAMED = /\bprotocol reference\b|\bspecification(?:['’]s)?\b/i;
  const OPENABLE = /\]\([^)\s]+\)|docs\/[\w./-]+\.md/;
  const texts = [...SOURCES, ...PAGES].filter(
    ({ path }) => !path.startsWith('scripts/documentation/'),
  );

  it('is named by a page that can be opened', () => {
    const pages = texts.filter(({ text }) =>
      /docs\/(?:reference\/protocol|buy\/orders|sell\/listings)\.md/.test(text),
    );
    expect(pages.length).toBeGreaterThan(20);
    const unnamed = texts.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => UNNAMED.test(line) && !OPENABLE.test(line))
        .map((line) => `${path}: ${line.trim().slice(0, 120)}`),
    );
    expect(unnamed).toEqual([]);
  });
});
