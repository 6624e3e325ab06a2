// Writes every file that is generated from sources and checked in. With --check it names the stale ones
// instead, and exits 1. The API reports, which need a build, are written by packages/api-reports.mjs;
// code that is not checked in by generate-code.mjs.
import { generateSnippets } from './generate-snippets.mjs';
import { generateVectors } from './generate-vectors.mjs';
import { generateVersions } from './generate-versions.mjs';
import { keepGenerated } from './generated-files.mjs';
import { generateCode, ROOT } from './install.mjs';

const check = process.argv.includes('--check');
const keep = (files) => keepGenerated(files, { check });

let stale = keep(generateVectors());
stale += keep(generateVersions(ROOT));
stale += keep(generateSnippets(ROOT));
// The documents contain what the generated code says, so that is written first.
await generateCode();
const { generateDocs } = await import('./generate-docs.mjs');
stale += keep(await generateDocs());
if (check && stale > 0) process.exit(1);
