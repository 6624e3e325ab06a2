// Installs, builds and runs the tests of a lane; ends with `N passed, N failed, N skipped`. All arguments
// but --lane are vitest's. A path finds tests of both lanes, unless a lane is named.
import { install, run } from './install.mjs';
import { described, laneOption, runTests, summary } from './run-tests.mjs';

const { lane, rest } = laneOption(process.argv.slice(2));
const TITLE = new Set(['-t', '--testNamePattern']);
const hasPath = rest.some((arg, at) => !arg.startsWith('-') && !TITLE.has(rest[at - 1]));

await install();
const built = await run('node', ['scripts/build.mjs', '--if-stale']);
const result =
  built === 0
    ? await runTests(lane ?? (hasPath ? undefined : 'short'), rest)
    : { code: built, passed: 0, skipped: 0, failures: [{ test: 'the build' }] };
for (const failure of result.failures) console.log(`\n${described(failure)}`);
console.log(`\n${summary(result)}`);
process.exit(result.code);
