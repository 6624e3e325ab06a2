// The list of the guides that the marketplace serves: docs/README.md says which there are, in which order,
// and each of them has its headings. Pages show them from `/docs/<folder>/<page>.md`.
import { readFileSync } from 'node:fs';
import { lexer } from 'marked';
import type { Plugin } from 'vite';
import { blocksOf, isCode, isHeading, plain } from './src/pages/reference/guide/markdown.ts';
import type { Guide } from './src/pages/reference/guide/model.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const SECTION = /^### (.*)$/;
const ENTRY =
  /\[([^\]]+)\]\(((?:start|buy|sell|test|operate|reference)\/[a-z-]+)\.md\)(?:: ([^[]*))?/g;
const DEEPEST = 3;

/** A word in more parts than this does not tell them apart. */
const MOST_PARTS = 12;
/** Where a link leads to. */
const TARGET = /\]\([^)]*\)/g;
const WORD = /\p{L}{3,}/gu;

type Part = Guide['headings'][number];
type Words = Pick<Part, 'words'>;

/** The parts of a guide, each with the words of its prose; the first is what is before every heading. */
function partsOf(markdown: string): Part[] {
  const parts: Part[] = [{ id: '', text: '', words: '' }];
  for (const block of blocksOf(markdown)) {
    const last = parts.at(-1);
    if (isHeading(block)) {
      if (block.depth > 1 && block.depth <= DEEPEST)
        parts.push({ id: block.id, text: plain(block.tokens), words: '' });
    } else if (last && 'raw' in block && !isCode(block)) {
      last.words += block.raw.replaceAll(TARGET, ' ');
    }
  }
  return parts;
}

/** Leaves of each part the words that few others have, once each. */
function keepTelling(parts: readonly Words[]): void {
  const wordsOf = new Map(
    parts.map((part) => [part, new Set(part.words.toLowerCase().match(WORD))]),
  );
  const counts = new Map<string, number>();
  for (const word of [...wordsOf.values()].flatMap((words) => [...words])) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  for (const [part, words] of wordsOf) {
    part.words = [...words].filter((word) => (counts.get(word) ?? 0) <= MOST_PARTS).join(' ');
  }
}

/** The guides of the list of all pages. */
export function listGuides(): Guide[] {
  const [, list = ''] = readFileSync(new URL('README.md', DOCS), 'utf8').split('## All pages');
  const guides: Guide[] = [];
  let section = '';
  for (const line of list.split('\n')) {
    section = SECTION.exec(line)?.[1] ?? section;
    for (const [, title = '', page = '', says = ''] of line.matchAll(ENTRY)) {
      const text = readFileSync(new URL(`${page}.md`, DOCS), 'utf8');
      const [{ words } = { words: '' }, ...headings] = partsOf(text);
      guides.push({
        path: `/docs/${page}`,
        title,
        says: plain(lexer(says)).trim(),
        section,
        words,
        headings,
      });
    }
  }
  keepTelling(guides.flatMap((guide) => [guide, ...guide.headings]));
  return guides;
}

const NAME = 'virtual:guides';

/** `import guides from 'virtual:guides'`. */
export const guides = (): Plugin => ({
  name: 'mkt-guides',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) =>
    id === `\0${NAME}`
      ? `export default JSON.parse(${JSON.stringify(JSON.stringify(listGuides()))});`
      : undefined,
});
