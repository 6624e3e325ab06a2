import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageNameOf } from '../src/init/write-project.ts';
import { TEMPLATE_NAMES, TEMPLATES } from '../src/init/templates.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

const ROOT = join(import.meta.dirname, '../../..');

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-init-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

describe('mkt init', () => {
  const init = (argv: string[], options: RunOptions = {}) =>
    runMkt(['init', ...argv], { cwd, ...options });

  it('creates a project from the default template and fills every placeholder', async () => {
    const { code, stdout, stderr } = await init([
      'Demo Shop',
      '--yes',
      '--price',
      '0.05',
      '--json',
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const made = JSON.parse(stdout) as { folder: string; template: string; files: number };
    expect(made).toMatchObject({ folder: join(cwd, 'Demo Shop'), template: 'express-ts' });
    const manifest = await readFile(join(made.folder, 'package.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({ name: 'demo-shop' });
    const texts = (await readdir(made.folder, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => readFile(join(entry.parentPath, entry.name), 'utf8'));
    for (const text of await Promise.all(texts)) expect(text).not.toContain('{{');
    expect(await readdir(made.folder)).toEqual(
      expect.arrayContaining(['.gitignore', '.env.example']),
    );
  });

  it('takes a price below a cent', async () => {
    expect((await init(['demo', '--yes', '--price', '0.0005'])).code).toBe(0);
    const service = await readFile(join(cwd, 'demo', 'src', 'service.ts'), 'utf8');
    expect(service).toContain('price: { currency: "USD", amount: 0.0005, unit: "call" }');
  });

  it('prints the folder and the next commands, of which the last does everything', async () => {
    const { stdout, stderr } = await init(['demo', '--yes', '--port', '9000']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^✔ demo\/ {3}\d+ files\n/);
    expect(stderr.split('\n').slice(1)).toEqual([
      'It counts words until you change src/service.ts: description, price, schemas and code.',
      'It uses the packages of this checkout of mkt.',
      'Start it on http://localhost:9000, and sell it on a local marketplace:',
      '  cd demo && npm install',
      '  npx mkt dev',
      '',
    ]);
  });

  it('names a project that is not below the current folder by its whole path', async () => {
    const elsewhere = join(cwd, '..', `${basename(cwd)}-elsewhere`, 'demo');
    try {
      const { stderr } = await init([elsewhere, '--yes']);
      expect(stderr).toContain(`✔ ${elsewhere}/   `);
      expect(stderr).toContain(`  cd ${elsewhere} && npm install\n`);
    } finally {
      await rm(join(elsewhere, '..'), { recursive: true, force: true });
    }
    expect((await init(['..demo', '--yes'])).stderr).toContain('  cd ..demo && npm install');
  });

  it('chooses the next port if a program on this machine uses the usual one, and says so', async () => {
    // If another program of this machine has the port, so much the better.
    const busy = createServer().listen(8810, '127.0.0.1');
    const isOurs = await once(busy, 'listening').then(
      () => true,
      () => false,
    );
    try {
      const { stderr } = await init(['demo']);
      const [, port] =
        /^! Port 8810 is in use, so the new service listens on (\d+)\.$/m.exec(stderr) ?? [];
      expect(Number(port)).toBeGreaterThan(8810);
      expect(stderr).toContain(`Start it on http://localhost:${port}, and`);
      expect(await readFile(join(cwd, 'demo', 'src', 'main.ts'), 'utf8')).toContain(`|| ${port})`);
      const json = JSON.parse((await init(['other', '--json'])).stdout) as { port: number };
      expect(json.port).toBeGreaterThan(8810);
      // A port that was asked for is taken as it is.
      expect((await init(['third', '--port', '8810'])).stderr).not.toContain('in use');
    } finally {
      if (isOurs) busy.close();
    }
  });

  it('links the checkout’s packages, with manifests that npm accepts', async () => {
    const { linked, folder } = JSON.parse((await init(['demo', '--json'])).stdout) as {
      linked: string[];
      folder: string;
    };
    expect(linked).toContain('@mkt/seller-kit');
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      await readFile(join(folder, 'package.json'), 'utf8'),
    ) as { dependencies?: Record<string, string>; devDependencies?: Record<string, string> };
    for (const name of linked) {
      const spec = { ...dependencies, ...devDependencies }[name] ?? '';
      expect(spec).toMatch(/^file:\.\/\.linked\//);
      const text = await readFile(join(folder, spec.replace('file:', ''), 'package.json'), 'utf8');
      expect(text).not.toContain('workspace:');
      expect(JSON.parse(text)).toMatchObject({ name });
    }
  });

  it('links them for pnpm as pnpm wants it', async () => {
    const env = { npm_config_user_agent: 'pnpm/10.2.0 npm/? node/v24.21.0 linux x64' };
    expect((await init(['demo'], { env })).code).toBe(0);
    expect(await readFile(join(cwd, 'demo', 'package.json'), 'utf8')).toContain(
      '"@mkt/seller-kit": "link:./.linked/@mkt/seller-kit"',
    );
  });

  it.each([
    [['--yes'], 2, 'A folder is required'],
    [['demo', '--template', 'cobol'], 2, "Unknown template 'cobol'."],
    [['demo', '--template', 'expres-ts'], 2, 'Did you mean express-ts?'],
    [['demo', '--price', '0.0000005'], 2, 'at most 6 decimals'],
    [['demo', '--price', 'free'], 2, 'an amount such as 0.02'],
    [['demo', '--price', '1000001'], 2, 'at most 1,000,000'],
    [['demo', '--port', '0'], 2, 'from 1 to 65535'],
    [['demo', '--title', ''], 2, 'The title must be one line'],
    [['demo', '--title', 'a\nb'], 2, 'The title must be one line'],
  ])('mkt init %j exits with %i and writes nothing', async (argv, code, says) => {
    const ran = await init(argv);
    expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(says)]);
    expect(await readdir(cwd)).toEqual([]);
  });

  it('prompts on a terminal for what is missing', async () => {
    const answers = [
      ['What will you sell?', 'Text insights'],
      ['express-ts  ', ''],
      ['Price per call, in USD', ''],
      ['Install and start it now?', 'n'],
    ];
    const { code, stderr } = await init([], {
      isTerminal: true,
      onStderr: (text, type) => {
        const [question, answer] = answers[0] ?? [];
        if (question === undefined || !text.includes(question)) return;
        answers.shift();
        type(`${answer}\r`);
      },
    });
    expect([code, answers]).toEqual([0, []]);
    expect(stderr).toContain('cd text-insights && npm install');
    const service = await readFile(join(cwd, 'text-insights', 'src', 'service.ts'), 'utf8');
    expect(service).toContain('Text insights');
  });

  it('says that nothing was created when it is interrupted at a prompt', async () => {
    let isTyped = false;
    const { code, stderr } = await init([], {
      isTerminal: true,
      onStderr: (text, type) => {
        if (isTyped || !text.includes('What will you sell?')) return;
        isTyped = true;
        type('\u0003');
      },
    });
    expect(code).toBe(130);
    expect(stripVTControlCharacters(stderr)).toMatch(
      /✖ Interrupted\.\n {2}Nothing was created\.\n$/,
    );
    expect(await readdir(cwd)).toEqual([]);
  });

  it('mkt init . writes to the current folder', async () => {
    const { code, stderr } = await init(['.', '--yes']);
    expect([code, existsSync(join(cwd, 'package.json'))]).toEqual([0, true]);
    expect(stderr).toContain('npm install');
    expect(stderr).not.toContain('cd ');
    const { name } = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as {
      name: string;
    };
    expect(name).toBe(packageNameOf(basename(cwd)));
  });

  it('describes each template in its help and on a narrow terminal', async () => {
    const { stdout } = await init(['--help']);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
      `--template <name> ${TEMPLATE_NAMES.join(', ')} (default: express-ts)`,
    );
    for (const { summary } of Object.values(TEMPLATES)) {
      expect(summary.length).toBeLessThanOrEqual(40);
    }
  });

  it('knows the templates of the repository', async () => {
    const entries = await readdir(join(ROOT, 'templates'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.toSorted()).toEqual(TEMPLATE_NAMES.toSorted());
  });

  it('has the same example in the TypeScript templates', async () => {
    const read = (name: string, path: string) =>
      readFile(join(ROOT, 'templates', name, path), 'utf8');
    for (const path of [
      'src/service.ts',
      'test/service.test.ts',
      'tsconfig.json',
      '_env.example',
      '_gitignore',
    ]) {
      const original = await read('express-ts', path);
      for (const name of ['hono', 'fastify']) expect(await read(name, path)).toBe(original);
    }
  });
});
