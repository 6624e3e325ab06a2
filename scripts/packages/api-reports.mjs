// Writes the public API of each package to packages/*/etc, a file for each entry, so that every change
// of it shows in review. With --check it names the stale files instead, and exits 1. It reads the built
// declarations, so it first builds what has changed.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { keepGenerated } from '../generated-files.mjs';
import { install, ROOT, run } from '../install.mjs';

const SILENT = { default: { logLevel: ExtractorLogLevel.None } };

/** Type checking of declarations only; they are TypeScript 7's, and api-extractor brings its own. */
const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023', 'esnext', 'dom', 'dom.iterable'],
  module: 'nodenext',
  moduleResolution: 'nodenext',
  strict: true,
  skipLibCheck: true,
  types: ['node'],
};

const typedEntries = ({ exports = {} }) =>
  Object.values(exports).flatMap(({ types }) => (types === undefined ? [] : [types]));

function configFor(folder, types, { reports, name, includeForgottenExports }) {
  const declarations = join(folder, types);
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: declarations,
      compiler: {
        overrideTsconfig: { compilerOptions: COMPILER_OPTIONS, files: [declarations] },
      },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: reports,
        reportTempFolder: join(reports, 'temp'),
        includeForgottenExports,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      newlineKind: 'lf',
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: SILENT,
        tsdocMessageReporting: SILENT,
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  });
}

function report(config) {
  const problems = [];
  const { succeeded } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message) {
      if (message.logLevel === ExtractorLogLevel.Error) problems.push(message.text);
      message.handled = true;
    },
  });
  if (!succeeded) throw new Error(`${config.reportFilePath}: ${problems.join('\n')}`);
  return readFileSync(config.reportFilePath, 'utf8');
}

/** The reports of all packages: file path from the repository's root → text. */
function allReports() {
  const reports = mkdtempSync(join(tmpdir(), 'mkt-api-'));
  mkdirSync(join(reports, 'temp'));
  const files = {};
  for (const each of readdirSync(join(ROOT, 'packages'))) {
    const folder = join(ROOT, 'packages', each);
    if (!existsSync(join(folder, 'package.json'))) continue;
    // What an export mentions is public too. In protocol those are the JSON Schemas, five times over,
    // and their changes show in packages/protocol/schemas.
    const includeForgottenExports = each !== 'protocol';
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    for (const types of typedEntries(manifest)) {
      const entry = types.replace(/^\.\/dist\/|\.d\.ts$/g, '').replaceAll('/', '-');
      const name = `${each}-${entry}.api.md`;
      const path = join('packages', each, 'etc', `${entry}.api.md`);
      files[path] = report(configFor(folder, types, { reports, name, includeForgottenExports }));
    }
  }
  rmSync(reports, { recursive: true });
  return files;
}

/** The reports that are checked in. */
const existingReports = () =>
  readdirSync(join(ROOT, 'packages'))
    .map((each) => join('packages', each, 'etc'))
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) => readdirSync(join(ROOT, folder)).map((name) => join(folder, name)));

await install();
const built = await run('node', ['scripts/build.mjs', '--if-stale']);
if (built !== 0) process.exit(built);
const check = process.argv.includes('--check');
const stale = keepGenerated(allReports(), { check, existing: existingReports() });
process.exit(check && stale > 0 ? 1 : 0);
