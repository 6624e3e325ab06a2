// Runs vitest, and reads its report.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { ROOT, run } from './install.mjs';

/** The lane after --lane, if there is one, and the other arguments. */
export function laneOption(args) {
  const at = args.indexOf('--lane');
  const lane = at < 0 ? undefined : args[at + 1];
  if (at >= 0 && !['short', 'long'].includes(lane)) {
    process.stderr.write(`✖ --lane must be short or long, not ${lane ?? 'empty'}.\n`);
    process.exit(1);
  }
  return { lane, rest: at < 0 ? args : args.toSpliced(at, 2) };
}

/** What failed: tests, and files that failed without a failing test. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(ROOT, name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && tests.length === 0) return [{ test: file, message }];
  return tests.map(({ ancestorTitles, title, failureMessages }) => ({
    test: [file, ...ancestorTitles, title].join(' > '),
    message: failureMessages.join('\n'),
  }));
}

/** Runs the tests of a lane, or of both, that vitest's arguments select. The packages are built. */
export async function runTests(lane, args, options = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mkt-test-'));
  const file = join(folder, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const env = { ...options.env, MKT_TEST_LANE: lane ?? '', MKT_TEST_BUILT: '1' };
  const code = await run('vitest', ['run', ...reporters, ...args], { ...options, env });
  const result = { passed: 0, skipped: 0, failures: [] };
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    result.passed = report.numPassedTests;
    result.skipped = report.numPendingTests + (report.numTodoTests ?? 0);
    result.failures = report.testResults.flatMap(failuresOf);
    if (code !== 0 && result.failures.length === 0) {
      result.failures.push({
        test: 'outside any test',
        message: 'An error, or a program that did not end.',
      });
    }
  } catch {
    result.failures.push({
      test: 'outside any test',
      message: `vitest ended with ${code}, without a report.`,
    });
  }
  rmSync(folder, { recursive: true, force: true });
  return { ...result, code: code || Number(result.failures.length > 0) };
}

/** The lines that name a failed test and say what it printed, without those of libraries. */
export function described({ test, message = '' }, note) {
  const lines = message.split('\n').filter((line) => line && !line.includes('/node_modules/'));
  return [`✖ ${test}`, ...(note ? [`  ${note}`] : []), ...lines.map((line) => `  | ${line}`)].join(
    '\n',
  );
}

export const summary = ({ passed, failures, skipped }) =>
  `${passed} passed, ${failures.length} failed, ${skipped} skipped`;
