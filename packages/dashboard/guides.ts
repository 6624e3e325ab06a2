// The list of the guides that the marketplace serves: docs/README.md says which there are, in which order,
// and each of them has its headings. Pages show them from `/docs/<folder>/<page>.md`.
import { readFileSync } from 'node:fs';
import { lexer } from 'marked';
import type { Plugin } from 'vite';
import { blocksOf, isCode, isHeading, plain } from './src/pages/reference/guide/markdown.ts';
import type { Guide, GuideWords } from './src/pages/reference/guide/model.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const SECTION = /^### (.*)$/;
const ENTRY =
  /\[([^\]]+)\]\(((?:start|buy|sell|test|operate|reference)\/[a-z-]+)\.md\)(?:: ([^[]*))?/g;
const DEEPEST = 3;

/** A word in more parts than this does not tell them apart. */
const MOST_PARTS = 10;
/** Where a link leads to. */
const TARGET = /\]\([^)]*\)/g;
const WORD = /\p{L}{3,}/gu;

interface Part {
  id: string;
  text: string;
  /** The words of its prose. */
  words: string;
}

/** The parts of a guide; the first is what is before every heading. */
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

/** Of each text the words that few others have, once each. */
function tellingWords(texts: ReadonlyMap<string, string>): GuideWords {
  const wordsOf = [...texts].map(
    ([href, text]) => [href, new Set(text.toLowerCase().match(WORD))] as const,
  );
  const counts = Map.groupBy(
    wordsOf.flatMap(([, words]) => [...words]),
    (word) => word,
  );
  const isTelling = (word: string) => (counts.get(word)?.length ?? 0) <= MOST_PARTS;
  return Object.fromEntries(
    wordsOf.map(([href, words]) => [href, [...words].filter(isTelling).join(' ')]),
  );
}

/** The guides of the list of all pages, and the words by which each and its parts are found. */
export function readGuides(): { guides: Guide[]; words: GuideWords } {
  const [, list = ''] = readFileSync(new URL('README.md', DOCS), 'utf8').split('## All pages');
  const guides: Guide[] = [];
  const texts = new Map<string, string>();
  let section = '';
  for (const line of list.split('\n')) {
    section = SECTION.exec(line)?.[1] ?? section;
    for (const [, title = '', page = '', says = ''] of line.matchAll(ENTRY)) {
      const path = `/docs/${page}`;
      const parts = partsOf(readFileSync(new URL(`${page}.md`, DOCS), 'utf8'));
      for (const { id, words } of parts) texts.set(id === '' ? path : `${path}#${id}`, words);
      const headings = parts.slice(1).map(({ id, text }) => ({ id, text }));
      guides.push({ path, title, says: plain(lexer(says)).trim(), section, headings });
    }
  }
  return { guides, words: tellingWords(texts) };
}

/** `import guides from 'virtual:guides'`, and from `virtual:guide-words`, which only a search needs. */
const MODULES: Readonly<Record<string, () => unknown>> = {
  'virtual:guides': () => readGuides().guides,
  'virtual:guide-words': () => readGuides().words,
};

export const guides = (): Plugin => ({
  name: 'mkt-guides',
  resolveId: (id) => (Object.hasOwn(MODULES, id) ? `\0${id}` : undefined),
  load(id) {
    const read = MODULES[id.slice(1)];
    return read && `export default JSON.parse(${JSON.stringify(JSON.stringify(read()))});`;
  },
});
