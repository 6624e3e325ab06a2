// Writes the code that is generated and not checked in. `install()` runs it when that code is missing or
// stale, on the workspace's own Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { hashInputs, readStamp, stampOf } from './code-stamp.mjs';
import { generateProtocol } from './generate-protocol.mjs';
import { keepGenerated } from './generated-files.mjs';
import { ROOT } from './install.mjs';

const inputs = hashInputs(ROOT);
const existing = Object.keys(readStamp(ROOT).outputs).filter((path) =>
  existsSync(join(ROOT, path)),
);

const protocol = await generateProtocol(ROOT);
keepGenerated(protocol, { quiet: true });
// The calls are made from the routes, which import what has just been written.
const { generateCalls } = await import('./generate-calls.mjs');
const files = { ...protocol, ...generateCalls() };
keepGenerated(files, { quiet: true, existing });
keepGenerated(stampOf(inputs, files), { quiet: true });
