// `npm run test:stable -- …`: runs tests again and again, and names each that was ever red.
import { closeSync, mkdtempSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install, run } from './install.mjs';
import { described, runTests, summary } from './run-tests.mjs';

const USAGE = `npm run test:stable -- [--lane short|long] [--runs 10] [--file PATTERN] [--test TITLE]

  --lane  the lane to run; without it the short one, or both if a file is named
  --runs  how many times
  --file  only the files whose path contains this; may be repeated
  --test  only the tests whose title matches this

Each run takes the files in its own order, and its number as the seed of random values.
`;

const { values } = parseArgs({
  options: {
    lane: { type: 'string' },
    runs: { type: 'string', default: '10' },
    file: { type: 'string', multiple: true, default: [] },
    test: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const { file, test, lane = file.length === 0 ? 'short' : undefined } = values;
const runs = Number(values.runs);
if (values.help || !(runs > 0) || ![undefined, 'short', 'long'].includes(lane)) {
  process.stdout.write(USAGE);
  process.exit(values.help ? 0 : 1);
}

/** The runs in which each test failed, and what it said first. */
const red = new Map();
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop.abort());

await install();
const built = await run('node', ['scripts/build.mjs', '--if-stale']);
if (built !== 0) process.exit(built);

const outputs = mkdtempSync(join(tmpdir(), 'mkt-stable-'));
console.log(`What vitest prints: ${outputs}`);
let done = 0;
let passed = 0;
while (done < runs && !stop.signal.aborted) {
  const seed = done + 1;
  const order = ['--sequence.shuffle.files', `--sequence.seed=${seed}`];
  const chosen = [...file, ...(test === undefined ? [] : ['-t', test])];
  const output = openSync(join(outputs, `run-${seed}.txt`), 'w');
  const startedAt = performance.now();
  const result = await runTests(lane, [...order, ...chosen], {
    env: { MKT_TEST_SEED: String(seed) },
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  if (stop.signal.aborted) break;
  done = seed;
  passed += result.passed;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`run ${seed} of ${runs}: ${summary(result)} (${seconds} s)`);
  for (const failure of result.failures) {
    const before = red.get(failure.test) ?? { message: failure.message, runs: [] };
    red.set(failure.test, { ...before, runs: [...before.runs, seed] });
  }
}

for (const [test, { message, runs: failed }] of red) {
  const note = `red in ${failed.length} of ${done} (run ${failed.join(', ')})`;
  console.log(`\n${described({ test, message }, note)}`);
}
if (red.size === 0) {
  console.log(passed > 0 ? `\nEvery test was green in ${done} of ${done} runs.` : '\nNo test ran.');
}
process.exit(red.size > 0 || passed === 0 || stop.signal.aborted ? 1 : 0);
