// The list of the guides that the marketplace serves: docs/README.md says which there are, in which order,
// and each of them has its headings. Pages show them from `/docs/<folder>/<page>.md`.
import { readFileSync } from 'node:fs';
import { lexer } from 'marked';
import type { Plugin } from 'vite';
import { blocksOf, isHeading, plain } from './src/pages/reference/guide/markdown.ts';
import type { Guide } from './src/pages/reference/guide/model.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const SECTION = /^### (.*)$/;
const ENTRY =
  /\[([^\]]+)\]\(((?:start|buy|sell|test|operate|reference)\/[a-z-]+)\.md\)(?:: ([^[]*))?/g;
const DEEPEST = 3;

/** The guides of the list of all pages. */
export function listGuides(): Guide[] {
  const [, list = ''] = readFileSync(new URL('README.md', DOCS), 'utf8').split('## All pages');
  const guides: Guide[] = [];
  let section = '';
  for (const line of list.split('\n')) {
    section = SECTION.exec(line)?.[1] ?? section;
    for (const [, title = '', page = '', says = ''] of line.matchAll(ENTRY)) {
      const text = readFileSync(new URL(`${page}.md`, DOCS), 'utf8');
      const headings = blocksOf(text).flatMap((block) =>
        isHeading(block) && block.depth > 1 && block.depth <= DEEPEST
          ? [{ id: block.id, text: plain(block.tokens) }]
          : [],
      );
      guides.push({
        path: `/docs/${page}`,
        title,
        says: plain(lexer(says)).trim(),
        section,
        headings,
      });
    }
  }
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
