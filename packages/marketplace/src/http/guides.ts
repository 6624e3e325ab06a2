import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { loadOnce } from '../structures/load-once.ts';

/** The text of each page by its path in URLs, such as `/docs/orders.md`, and of the client for Python. */
export type Guides = ReadonlyMap<string, string>;

const fromSource = import.meta.url.endsWith('.ts');
/** `scripts/build.mjs` copies them into dist. */
const FOLDER = new URL(fromSource ? '../../../../docs/' : './guides/', import.meta.url);

const GUIDES_PATH = '/docs/';

/** Files from elsewhere in the repository, by their path there, with their path in URLs. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['/packages/client/README.md', '/docs/client.md'],
  ['/examples/python-buyer/mkt.py', '/mkt.py'],
]);
/** In dist they are beside the pages, under the name that they have in URLs. */
const fileOf = (path: string, url: string) =>
  fromSource ? new URL(`..${path}`, FOLDER) : new URL(posix.basename(url), FOLDER);
/** The list of endpoints, as the page at /docs shows it. */
const REFERENCE = `${GUIDES_PATH}reference/endpoints.md`;

const RELATIVE_LINK = /(!?)\[([^\]\n]+)\]\((?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?\)/g;
const COMMENT = /^<!--.*?-->\n\n?/gms;

/** Links to pages that are served become absolute paths; of others only their words remain. */
function withLinks(text: string, path: string, served: ReadonlySet<string>): string {
  return text.replace(RELATIVE_LINK, (_, image: string, words: string, to: string, part = '') => {
    const target = posix.join(posix.dirname(path), to);
    if (image !== '') return '';
    const url = OTHERS.get(target) ?? target;
    return served.has(url) ? `[${words}](${url}${part})` : words;
  });
}

async function load(): Promise<Guides> {
  const others = new Set(OTHERS.values());
  const names = (await readdir(FOLDER, { recursive: true }))
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.md') && !others.has(GUIDES_PATH + name));
  const paths = new Set([...names.map((name) => GUIDES_PATH + name), ...others]);
  const pages = await Promise.all(
    names.map(async (name): Promise<[string, string]> => {
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      const path = GUIDES_PATH + name;
      return [path, withLinks(text.replace(COMMENT, ''), path, paths)];
    }),
  );
  const guides = new Map(pages);
  for (const [path, url] of OTHERS) {
    const text = await readFile(fileOf(path, url), 'utf8');
    guides.set(url, url.endsWith('.md') ? withLinks(text.replace(COMMENT, ''), path, paths) : text);
  }
  return guides.set('/docs.md', guides.get(REFERENCE) ?? '');
}

/** The pages, read when the first of them is requested. */
export const createGuides = (): (() => Promise<Guides>) => loadOnce(load);
