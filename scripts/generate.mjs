// Writes every generated file; with --check only says which one is stale, and exits 1.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateProtocol } from './generate-protocol.mjs';
import { generateSnippets } from './generate-snippets.mjs';
import { generateVectors } from './generate-vectors.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const check = process.argv.includes('--check');

const current = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

let stale = 0;

function keep(files) {
  if (Object.keys(files).length === 0) throw new Error('A generator has written nothing.');
  for (const [path, text] of Object.entries(files)) {
    if (current(join(root, path)) === text) continue;
    stale++;
    if (check) {
      console.error(`${path} is stale: run npm run fix`);
    } else {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      console.log(`wrote ${path}`);
    }
  }
}

keep(await generateProtocol(root));
keep(generateVectors());
keep(generateSnippets(root));
// After the protocol's own: the documents are made of what it says.
const { generateDocs } = await import('./generate-docs.mjs');
keep(await generateDocs());
if (check && stale > 0) process.exit(1);
