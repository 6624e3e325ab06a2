// A marketplace serves these pages of docs/ as Markdown, below /docs/. Those about the repository
// itself stay out.
import { cpSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const LEFT_OUT = new Set(['adr', 'deploy', 'images']);

/** Copies the pages into the dist of the marketplace. */
export function copyGuides(root) {
  const docs = join(root, 'docs');
  const guides = join(root, 'packages', 'marketplace', 'dist', 'guides');
  cpSync(docs, guides, {
    recursive: true,
    filter: (path) => !LEFT_OUT.has(relative(docs, path).split(sep)[0] ?? ''),
  });
  // `http/pages.ts` serves these too.
  cpSync(join(root, 'packages/client/README.md'), join(guides, 'client.md'));
  cpSync(join(root, 'examples/python-buyer/mkt.py'), join(guides, 'mkt.py'));
}
