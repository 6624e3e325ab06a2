import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fill, fileNameOf } from '../src/init/fill.ts';
import { folderNameOf, packageNameOf, titleOf } from '../src/init/project-names.ts';
import { TEMPLATE_NAMES, TEMPLATES } from '../src/init/template-table.ts';
import { writeProject } from '../src/init/write-project.ts';
import { Interrupted } from '../src/terminal/shell.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

const ROOT = join(import.meta.dirname, '../../..');
const VALUES = { name: 'demo', title: 'Demo', price: 0.02, port: 8801 };

let cwd: string;
let template: string;

/** A template for the tests: those of the repository may change. */
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-init-'));
  template = await mkdtemp(join(tmpdir(), 'mkt-template-'));
  await mkdir(join(template, 'src'));
  await mkdir(join(template, 'node_modules'));
  await writeFile(join(template, 'node_modules', 'left-over.js'), '');
  await writeFile(join(template, '.left-over'), '');
  await writeFile(join(template, '_gitignore'), 'node_modules\n');
  await writeFile(join(template, '__init__.py'), '"{{title}}"');
  await writeFile(join(template, 'src', 'main.ts'), '"{{title}} {{price}} {{port}} {{other}}"');
  await writeFile(join(template, 'logo.bin'), Buffer.from([0, 255, 0x7b, 0x7b]));
});
afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
  await rm(template, { recursive: true, force: true });
});

const write = (target: string, more: object = {}) =>
  writeProject({
    template,
    target,
    values: VALUES,
    signal: new AbortController().signal,
    ...more,
  });

describe('a project', () => {
  it('has the filled files of the template', async () => {
    const target = join(cwd, 'demo');
    expect(await write(target)).toBe(4);
    expect((await readdir(target)).toSorted()).toEqual([
      '.gitignore',
      '__init__.py',
      'logo.bin',
      'src',
    ]);
    const main = await readFile(join(target, 'src', 'main.ts'), 'utf8');
    expect(main).toBe('"Demo 0.02 8801 {{other}}"');
    const logo = await readFile(join(target, 'logo.bin'));
    expect(logo).toEqual(Buffer.from([0, 255, 0x7b, 0x7b]));
  });

  it('can be written to an empty folder with .git', async () => {
    const target = join(cwd, 'demo');
    await mkdir(join(target, '.git'), { recursive: true });
    await write(target);
    expect(await readdir(target)).toContain('.gitignore');
  });

  it('is written within a folder that exists: the one above it may belong to somebody else', async () => {
    const target = join(cwd, 'demo');
    await mkdir(target);
    let stage = '';
    await write(target, { finish: async (folder: string) => (stage = folder) });
    expect(dirname(stage)).toBe(target);
    expect(await readdir(target)).not.toContain(basename(stage));
  });

  it('has further files, and fills the placeholders of a template’s own', async () => {
    await writeFile(join(template, 'own.mjs'), "export const url = '{{upstream}}';");
    const target = join(cwd, 'demo');
    const own = { upstream: "it's" };
    const files = { 'src/main.ts': 'replaced', 'deep/er/new.txt': 'new' };
    expect(await write(target, { values: { ...VALUES, own }, files })).toBe(6);
    const read = (path: string) => readFile(join(target, path), 'utf8');
    expect(await read('own.mjs')).toBe(String.raw`export const url = 'it\'s';`);
    expect([await read('src/main.ts'), await read('deep/er/new.txt')]).toEqual(['replaced', 'new']);
  });

  it('says that a part of its path is a file', async () => {
    await writeFile(join(cwd, 'file'), '');
    await expect(write(join(cwd, 'file', 'demo'))).rejects.toMatchObject({
      type: 'write_failed',
      next: 'A part of this path is a file: choose another folder.',
    });
    expect(await readdir(cwd)).toEqual(['file']);
  });

  it.each(['a file in it', 'a file in its place'])('is refused when there is %s', async (what) => {
    const target = join(cwd, 'demo');
    if (what === 'a file in it') await mkdir(target);
    await writeFile(what === 'a file in it' ? join(target, 'mine.txt') : target, 'mine');
    await expect(write(target)).rejects.toMatchObject({ type: 'folder_not_empty' });
    expect(await readdir(cwd)).toEqual(['demo']);
  });

  it.each([
    ['it is interrupted', () => AbortSignal.abort(new Interrupted(130)), undefined, 'Interrupted.'],
    [
      'its last step fails',
      () => new AbortController().signal,
      () => Promise.reject(new Error('no room')),
      'cannot be written',
    ],
  ])('leaves no files when %s', async (_, signal, finish, says) => {
    const fresh = join(cwd, 'fresh');
    const empty = join(cwd, 'empty');
    await mkdir(empty);
    for (const target of [fresh, empty, join(cwd, 'a', 'b', 'c')]) {
      await expect(write(target, { signal: signal(), finish })).rejects.toThrow(says);
    }
    expect([await readdir(cwd), await readdir(empty)]).toEqual([['empty'], []]);
  });
});

describe('a title', () => {
  const HOSTILE = `It's "so" \`nice\` \${process.exit()} \\ </b>`;

  it.each(['ts', 'mjs'])('cannot end its string in .%s, with any quotes', (extension) => {
    for (const quote of ['"', "'", '`']) {
      const code = fill(`${quote}{{title}}${quote}`, `a.${extension}`, {
        ...VALUES,
        title: HOSTILE,
      });
      expect(runInNewContext(code)).toBe(HOSTILE);
    }
  });

  it('is escaped in JSON, and unchanged in Markdown', () => {
    const values = { ...VALUES, title: HOSTILE };
    expect(JSON.parse(fill('{"a":"{{title}}"}', 'package.json', values))).toEqual({ a: HOSTILE });
    expect(fill('# {{title}}', 'README.md', values)).toBe(`# ${HOSTILE}`);
  });
});

describe('names', () => {
  it.each([
    ['Text insights', 'text-insights'],
    ['  Übersetzung & Co.  ', 'ubersetzung-co'],
    ['翻译', 'my-service'],
    ['../../etc/passwd', 'etc-passwd'],
    [`Bob's "best" API`, 'bobs-best-api'],
  ])('the folder of %j is %s', (title, folder) => {
    expect(folderNameOf(title)).toBe(folder);
  });

  it.each([
    ['Text_Insights', 'text-insights', 'Text Insights'],
    ['.', 'my-service', 'My service'],
  ])('the folder %j gives the package name %s and the title %s', (folder, name, title) => {
    expect([packageNameOf(folder), titleOf(folder)]).toEqual([name, title]);
  });

  it('the commands in a README use the slug that the listing gets', async () => {
    const { stdout } = await runMkt(
      ['init', 'folder', '--json', '--title', `Bob's \u00dcbersetzer`],
      { cwd },
    );
    const { folder } = JSON.parse(stdout) as { folder: string };
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    expect(readme).toContain('npx mkt run bobs-ubersetzer ');
  });

  it('names of dot files are stored with an underscore', () => {
    expect(['_gitignore', '_env.example', '__init__.py', 'a_b'].map(fileNameOf)).toEqual([
      '.gitignore',
      '.env.example',
      '__init__.py',
      'a_b',
    ]);
  });
});

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

  it('prints the folder and the next commands', async () => {
    const { stdout, stderr } = await init(['demo', '--yes', '--port', '9000']);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/✔ demo\/ {3}\d+ files\n/);
    expect(stderr).toContain(
      'Start it, on http://localhost:9000:\n  cd demo && npm install && npm run dev\n',
    );
    expect(stderr).toContain('  npx mkt publish --service-url http://localhost:9000\n');
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
      '"@mkt/seller-kit": "link:./.linked/mkt-seller-kit"',
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
