import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createClient } from '@mkt/client';
import { closedAddress } from '../test-bed/local-server.ts';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const TEMPLATE = join(ROOT, 'templates/express-ts');
/** Would end a string literal or break the program if it were not written as JSON. */
/** A watcher of the file itself notices only the first. */
const REPLACEMENTS = 3;
const TITLE = `Bob's "best" \\ API`;

let folder: string;
let port: number;

/** Renders as `mkt init` does: placeholders in code and JSON are between double quotes. */
function render(file: string, text: string): string {
  const values: Record<string, string> = {
    name: 'bobs-best-api',
    title: TITLE,
    price: '0.05',
    port: String(port),
  };
  const quoted = /\.(?:ts|json)$/.test(file);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
    const value = values[key];
    if (value === undefined) throw new Error(`${file} has a placeholder {{${key}}}`);
    return quoted ? JSON.stringify(value).slice(1, -1) : value;
  });
}

async function renderTemplate(): Promise<void> {
  const files = await readdir(TEMPLATE, { recursive: true, withFileTypes: true });
  for (const entry of files.filter((each) => each.isFile())) {
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, from.slice(TEMPLATE.length).replace(/\/_([^/]+)$/, '/.$1'));
    await mkdir(dirname(to), { recursive: true });
    await writeFile(to, render(entry.name, await readFile(from, 'utf8')));
  }
}

/** Links what `npm install` would install, from this workspace. */
async function linkPackages(): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const homes = ['.', 'examples/qr-code'].map((home) => join(ROOT, home, 'node_modules'));
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const found = await Promise.all(
      homes.map((home) =>
        readFile(join(home, name, 'package.json')).then(
          () => join(home, name),
          () => null,
        ),
      ),
    );
    const link = join(folder, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(found.find((path) => path !== null) ?? `no package ${name}`, link);
  }
}

const { FORCE_COLOR: _, ...others } = process.env;

const environment = () => ({
  ...others,
  PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`,
  NODE_OPTIONS: '--conditions=mkt-source',
  // Vitest sets it for its own process; a service that inherits it would log differently.
  NODE_ENV: 'development',
});

const npm = (...args: string[]) =>
  promisify(execFile)('npm', args, { cwd: folder, env: environment() });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mkt template '));
  ({ port } = await closedAddress());
  await renderTemplate();
  await linkPackages();
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a project of the template express-ts', () => {
  it('has no placeholder left, and contains the files that npm would not pack under their own names', async () => {
    const names = await readdir(folder);
    expect(names).toEqual(expect.arrayContaining(['.env.example', '.gitignore', 'README.md']));
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    expect(readme).toContain(`# ${TITLE}`);
    expect(readme).toContain('USD 0.05 per call');
    // A secret that is set but empty would keep the service from starting.
    expect(await readFile(join(folder, '.env.example'), 'utf8')).not.toMatch(
      /^MKT_SIGNING_SECRET/m,
    );
  });

  it('depends on the versions that this repository uses', async () => {
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    );
    const pinned: Record<string, string> = { ...dependencies, ...devDependencies };
    for (const [name, range] of Object.entries(pinned)) {
      const installed = join(folder, 'node_modules', name, 'package.json');
      const { version } = JSON.parse(await readFile(installed, 'utf8'));
      expect([name, range]).toEqual([name, `^${version}`]);
    }
  });

  it('passes its own tests', async () => {
    const { stdout } = await npm('test');
    expect(stdout).toMatch(/pass 3\n.*fail 0/s);
  });

  it('passes its own type check', async () => {
    const { stdout } = await npm('run', 'typecheck', '--', '--customConditions', 'mkt-source');
    expect(stdout).not.toContain('error');
  });

  it('starts, can be published without a warning, and sells a call', async () => {
    const child = spawn('npm', ['start'], { cwd: folder, env: environment(), detached: true });
    const ended = once(child, 'exit');
    try {
      for await (const line of createInterface(child.stdout)) {
        if (line.includes(`${TITLE} listens on http://localhost:${port}`)) break;
      }
      await using market = await createTestMarketplace();
      const mkt = createClient({ baseUrl: market.url, apiKey: market.apiKey });
      const serviceUrl = `http://localhost:${port}`;
      expect(await mkt.listings.preview(serviceUrl)).toMatchObject({
        publishable: true,
        warnings: [],
        listing: { title: TITLE, price: { amount: 0.05, currency: 'USD', unit: 'call' } },
      });
      const { id } = await mkt.listings.importFromService(serviceUrl);
      await market.reviewsIdle();
      expect(await mkt.run(id, { text: 'One two three.' })).toEqual({ words: 3, characters: 14 });
    } finally {
      // npm does not forward signals, so signal the process group as a terminal does.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await ended;
    }
  });

  it('restarts in development each time a file is replaced, as many editors save', async () => {
    const child = spawn('npm', ['run', 'dev'], {
      cwd: folder,
      env: environment(),
      detached: true,
    });
    const ended = once(child, 'exit');
    const service = join(folder, 'src', 'service.ts');
    const text = await readFile(service, 'utf8');
    let starts = 0;
    try {
      for await (const line of createInterface(child.stdout)) {
        if (!line.includes(`listens on http://localhost:${port}`)) continue;
        starts++;
        if (starts > REPLACEMENTS) break;
        await writeFile(`${service}.new`, `${text}// ${starts}\n`);
        await rename(`${service}.new`, service);
      }
      expect(starts).toBe(REPLACEMENTS + 1);
    } finally {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      await ended;
      await writeFile(service, text);
    }
  });
});
