// Copies the templates of the repository into this package while it is packed; --clean removes them.
// In the copy the packages of the workspace have the versions that are published with this one.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const target = fileURLToPath(new URL('../templates', import.meta.url));

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

/** Whether a tool left this file: the dot files of a template are stored with an underscore. */
const isLeftOver = (path) => /^(\.|node_modules$|dist$|coverage$)/.test(basename(path));

function versions() {
  const packages = join(root, 'packages');
  return new Map(
    readdirSync(packages)
      .map((folder) => join(packages, folder, 'package.json'))
      .filter((path) => existsSync(path))
      .map((path) => [readJson(path).name, readJson(path).version]),
  );
}

rmSync(target, { recursive: true, force: true });
if (!process.argv.includes('--clean')) {
  cpSync(join(root, 'templates'), target, {
    recursive: true,
    filter: (path) => path === join(root, 'templates') || !isLeftOver(path),
  });
  const published = versions();
  for (const template of readdirSync(target)) {
    const path = join(target, template, 'package.json');
    if (!existsSync(path)) continue;
    const manifest = readJson(path);
    for (const group of [manifest.dependencies, manifest.devDependencies]) {
      for (const name of Object.keys(group ?? {})) {
        if (published.has(name)) group[name] = `^${published.get(name)}`;
      }
    }
    writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
}
