// Writes every file that is generated from sources. With --check it names the stale ones instead, and
// exits 1. The API reports, which need a build, are written by packages/api-reports.mjs.
import { generateProtocol } from './generate-protocol.mjs';
import { generateSnippets } from './generate-snippets.mjs';
import { generateVectors } from './generate-vectors.mjs';
import { generateVersions } from './generate-versions.mjs';
import { keepGenerated } from './generated-files.mjs';
import { ROOT } from './install.mjs';

const check = process.argv.includes('--check');
const keep = (files) => keepGenerated(files, { check });

let stale = keep(await generateProtocol(ROOT));
const { generateCalls } = await import('./generate-calls.mjs');
stale += keep(generateCalls());
stale += keep(generateVectors());
stale += keep(generateVersions(ROOT));
stale += keep(generateSnippets(ROOT));
// The documents contain what the protocol's generated files say, so those are written first.
const { generateDocs } = await import('./generate-docs.mjs');
stale += keep(await generateDocs());
if (check && stale > 0) process.exit(1);
