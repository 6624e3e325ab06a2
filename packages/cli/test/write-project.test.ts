import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  fileNameOf,
  fill,
  folderNameOf,
  packageNameOf,
  titleOf,
  writeProject,
} from '../src/init/write-project.ts';
import { Interrupted } from '../src/terminal/shell.ts';
import { runMkt } from './run-mkt.ts';

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

  it('is written within a folder that exists: the one above it may belong to another user', async () => {
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

  it.each(['a\nNODE_OPTIONS=--import=x', 'a\rb', 'a\u2028b', 'a\u001b[2J', 'a\u202eb', 'a\0'])(
    'is refused in every file if it is not one printable line: %j',
    (text) => {
      for (const file of ['.env.example', 'README.md', 'a.json', 'a.ts', 'a.py', 'wrangler.toml']) {
        expect(() => fill('{{title}}', file, { ...VALUES, title: text })).toThrow(
          'The title has a line break or another character that cannot be seen',
        );
        const own = { keyPlace: text };
        expect(() => fill('{{keyPlace}}', file, { ...VALUES, own })).toThrow('The keyPlace has');
        expect(fill('{{port}}', file, { ...VALUES, own })).toBe(String(VALUES.port));
      }
    },
  );

  it.each(['Dockerfile', 'compose.yaml', 'run.sh', '.npmrc'])(
    'cannot be part of a file whose type has no escape: %s',
    (file) => {
      expect(() => fill('{{title}}', file, VALUES)).toThrow('has no escape for its type');
      expect(fill('{{name}}', file, VALUES)).toBe(VALUES.name);
    },
  );
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
