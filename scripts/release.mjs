// `npm run release`: checks, builds, rehearses on a registry of this machine, publishes, tags.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { install, pnpm, ROOT, run } from './install.mjs';
import { publishCommand } from './packages/publish.mjs';
import { releaseProblems, releaseVersion } from './packages/release-problems.mjs';

const USAGE = `npm run release -- [--tag latest] [--dry-run] [--provenance] [--registry https://…]

  --tag         the dist-tag; next for a release that only those get who ask for it
  --dry-run     does all but publish and tag
  --provenance  for CI: adds a signed statement of the commit and the workflow that built it
  --registry    another registry than npm's

How to prepare and undo a release: RELEASING.md
`;

/** Each must succeed before anything is published. */
const STEPS = [
  'node scripts/check.mjs --no-tests',
  'node scripts/build.mjs',
  // Publishes to a registry of this machine, and sells a call with what npm installs from there.
  'vitest run --project published',
];

const fail = (...lines) => {
  for (const line of lines) process.stderr.write(`✖ ${line}\n`);
  process.exit(1);
};

const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'latest' },
    'dry-run': { type: 'boolean', default: false },
    provenance: { type: 'boolean', default: false },
    registry: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const problems = releaseProblems(ROOT);
if (problems.length > 0) fail(...problems);

const version = releaseVersion(ROOT);
await install();
for (const step of STEPS) {
  const [program, ...args] = step.split(' ');
  const code = await run(program, args);
  if (code !== 0) fail(`${version} was not published: ${step} failed.`);
}
const options = { ...values, dryRun: values['dry-run'] };
const code = await run(await pnpm(), publishCommand(options));
if (code !== 0) fail(`Not all packages of ${version} were published. Repeat it: npm run release`);
if (!options.dryRun) {
  execFileSync('git', ['tag', '--force', `v${version}`], { cwd: ROOT });
  process.stderr.write(`✔ ${version} is published. Now: git push origin v${version}\n`);
}
