// Installs, builds and runs every test; ends with `N passed, N failed, N skipped`.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, run } from './install.mjs';

/** The counts of vitest's JSON report; a file that failed without a failing test counts as one. */
function countReport(file) {
  const report = JSON.parse(readFileSync(file, 'utf8'));
  const emptyFailures = report.testResults.filter(
    (suite) =>
      suite.status === 'failed' && !suite.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + emptyFailures,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

await install();
const folder = mkdtempSync(join(tmpdir(), 'mkt-test-'));
const report = join(folder, 'report.json');
let code = await run('node', ['scripts/build.mjs', '--if-stale']);
const counts = { passed: 0, failed: 1, skipped: 0 };
if (code === 0) {
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  code = await run('vitest', [...args, ...process.argv.slice(2)]);
  try {
    Object.assign(counts, countReport(report));
  } catch {
    code ||= 1;
  }
}
// vitest also fails for errors outside any test.
if (code !== 0 && counts.failed === 0) counts.failed = 1;
rmSync(folder, { recursive: true, force: true });
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(code);
