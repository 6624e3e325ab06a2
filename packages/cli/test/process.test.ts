// What only a real process can show: signals, closed pipes, the check of the Node version.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { describe, expect, it } from 'vitest';
import { fakeMarketplace } from './fake-marketplace.ts';
import { catalogueListing, page } from './records.ts';
import { spawnMkt, startMkt, startServe } from './spawn-mkt.ts';

const ROOT = join(import.meta.dirname, '../../..');
const BIN = fileURLToPath(new URL('../bin/mkt.js', import.meta.url));

async function runBin(argv: string[], nodeArgs: string[] = [], bin = BIN) {
  const child = spawn(process.execPath, [...nodeArgs, bin, ...argv]);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  const [code] = (await once(child, 'close')) as [number];
  return { code, stdout, stderr };
}

describe('the program', () => {
  const pretend = (version: string) => [
    '--import',
    `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`,
  ];

  it.each(['18.20.0', '20.19.4', '22.21.9', '22.22.1'])(
    'names the required version on Node %s',
    async (version) => {
      expect(await runBin(['--help'], pretend(version))).toEqual({
        code: 1,
        stdout: '',
        stderr:
          `✖ mkt needs Node 22.22.2 or newer; this is ${version}.\n` +
          `  Install it from https://nodejs.org, or use that of the clone in this terminal: export PATH="${ROOT}/node_modules/.bin:$PATH"\n`,
      });
    },
  );

  it('has no Node to offer where it was installed from a registry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mkt-installed-'));
    try {
      const bin = join(folder, 'node_modules/@mkt/cli/bin/mkt.js');
      await mkdir(dirname(bin), { recursive: true });
      await copyFile(BIN, bin);
      await writeFile(join(dirname(bin), '../package.json'), '{ "type": "module" }');
      const { stderr } = await runBin([], pretend('20.20.2'), bin);
      expect(stderr).toMatch(/this is 20\.20\.2\.\n {2}Install it from https:\/\/nodejs\.org\.\n$/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each(['dev', 'test'])(
    'says so before npm run %s of a project, which an older Node could not explain',
    async (script) => {
      const folder = await mkdtemp(join(tmpdir(), 'mkt-old-node-'));
      try {
        const bin = join(folder, 'node_modules', '.bin');
        await mkdir(bin, { recursive: true });
        const [option, code] = pretend('20.20.2');
        const mkt = `#!/bin/sh\nexec "${process.execPath}" ${option} "${code}" "${BIN}" "$@"\n`;
        await writeFile(join(bin, 'mkt'), mkt, { mode: 0o755 });
        for (const program of ['nodemon', 'wrangler', 'node']) {
          await writeFile(join(bin, program), '#!/bin/sh\necho started\n', { mode: 0o755 });
        }
        const templates = join(ROOT, 'templates');
        for (const template of await readdir(templates)) {
          const manifest = join(templates, template, 'package.json');
          if (!existsSync(manifest)) continue;
          const { scripts } = JSON.parse(await readFile(manifest, 'utf8'));
          expect([template, scripts[`pre${script}`]]).toEqual([template, 'mkt --version']);
        }
        const copied = join(folder, 'package.json');
        await copyFile(join(templates, 'express-ts', 'package.json'), copied);
        const child = spawn('npm', ['run', '--silent', script], { cwd: folder });
        const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
        expect(stderr).toContain('✖ mkt needs Node 22.22.2 or newer; this is 20.20.2.');
        expect(stdout).toBe('');
      } finally {
        await rm(folder, { recursive: true });
      }
    },
  );

  it.each(['22.22.2', '22.23.0', '23.0.0', '24.21.0', '100.0.0'])(
    'runs on Node %s',
    async (version) => {
      const manifest = createRequire(import.meta.url)('../package.json') as { version: string };
      for (const argv of [['--version'], ['-V']]) {
        const ran = await runBin(argv, pretend(version));
        expect(ran).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
      }
    },
  );

  it.each([
    ['mkt', '../../mkt/bin/mkt.js'],
    ['create-mkt', '../../create-mkt/bin/create-mkt.js'],
  ])('is what %s starts', async (_, bin) => {
    const ran = await runBin([], pretend('20.0.0'), fileURLToPath(new URL(bin, import.meta.url)));
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('mkt needs Node') });
  });

  it('has a name of its own that starts the marketplace', async () => {
    const bin = fileURLToPath(
      new URL('../../mkt-marketplace/bin/mkt-marketplace.js', import.meta.url),
    );
    expect(await runBin(['--help'], [], bin)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: mkt-marketplace'),
    });
    expect(await runBin([], pretend('20.0.0'), bin)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('mkt-marketplace needs Node'),
    });
  });

  it('prints the same version with and without the fast path', async () => {
    const quick = await runBin(['--version']);
    const slow = await spawnMkt(['--version', '--json']);
    expect(slow).toEqual(quick);
  });
});

describe('an option of Node', () => {
  it('is not an option of mkt: Node reads --env-file even after the program’s name', async () => {
    const secret = newSigningSecret();
    await using market = await fakeMarketplace(() => ({
      body: {
        slug: 'text-insights',
        secret,
        createdAt: '2026-01-01T00:00:00.000Z',
        previousExpiresAt: null,
      },
    }));
    const cwd = await mkdtemp(join(tmpdir(), 'mkt-secret-file-'));
    const pull = ['secrets', 'pull', 'text-insights', '--secret-file', 'new.env'];
    const { code } = await spawnMkt(pull, { env: market.env, cwd });
    expect(code).toBe(0);
    expect(await readFile(join(cwd, 'new.env'), 'utf8')).toBe(`MKT_SIGNING_SECRET=${secret}\n`);
    await rm(cwd, { recursive: true });
  });
});

describe('a closed pipe', () => {
  it('is not an error', async () => {
    const many = Array.from({ length: 2_000 }, () => catalogueListing);
    await using market = await fakeMarketplace(() => ({ body: page(...many) }));
    const child = startMkt(['search', '--json'], { env: market.env });
    child.stdout.once('data', () => child.stdout.destroy());
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect([code, signal, stderr]).toEqual([0, null, '']);
  });
});

describe('a signal', () => {
  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s ends a waiting command with %i', async (signal, code) => {
    let isRequested = () => {};
    const requested = new Promise<void>((resolve) => (isRequested = resolve));
    await using market = await fakeMarketplace(() => {
      isRequested();
      return { hang: true };
    });
    const child = startMkt(['whoami'], { env: market.env });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    await requested;
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([code, null]);
    expect(stderr).toContain('Interrupted.');
  });

  it('ends a command that is reading stdin', async () => {
    const child = startMkt(['validate', '-']);
    // More than the buffer of a pipe: once it is written, the command is reading.
    await new Promise((resolve) => child.stdin.write(' '.repeat(1_000_000), resolve));
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([130, null]);
  });
});

describe('stdin', () => {
  it('that stays open without a byte is an error that names --input, after a second', async () => {
    const child = startMkt(['run', 'a']);
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(stderr).toContain('stdin is a pipe into which nothing was written.');
    expect(stderr).toContain("Pass the input with --input '{…}'");
  });
});

describe('mkt marketplace', () => {
  it('runs a real marketplace until it receives a signal', async () => {
    const data = await mkdtemp(join(tmpdir(), 'mkt-serve-'));
    const child = startServe(data);
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const { baseUrl } = JSON.parse(line.toString('utf8')) as { baseUrl: string };
    expect((await fetch(`${baseUrl}/healthz`)).status).toBe(200);
    child.kill('SIGINT');
    const [code] = (await once(child, 'close')) as [number];
    await rm(data, { recursive: true });
    expect(code).toBe(0);
  });

  it('says how to install a missing package', async () => {
    // Node's error for a package that is not installed.
    const hook = `import { registerHooks } from 'node:module';
      registerHooks({ resolve(specifier, context, next) {
        if (!specifier.startsWith('@mkt/marketplace')) return next(specifier, context);
        throw Object.assign(new Error("Cannot find package '@mkt/marketplace' imported from x"), { code: 'ERR_MODULE_NOT_FOUND' });
      } });`;
    const nodeArgs = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
    const { code, stderr } = await spawnMkt(['marketplace', 'serve'], { nodeArgs });
    expect(code).toBe(1);
    expect(stderr).toContain('✖ The package @mkt/marketplace is not installed.');
    expect(stderr).toContain('npm install --save-dev @mkt/marketplace');
  });
});
