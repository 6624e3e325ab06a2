import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runMkt } from './run-mkt.ts';

const KEY = "Bearer it's#a key";
const ADDRESS = 'https://api.example.com/v1/translate';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-init-'));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const init = (...options: string[]) => ['init', 'demo', '--template', 'proxy', ...options];
const read = (path: string) => readFile(join(cwd, 'demo', path), 'utf8');

describe('mkt init --template proxy', () => {
  it('prompts on a terminal, and keeps the key in .env alone', async () => {
    const answers: [string, string][] = [
      ['What will you sell?', 'Translation'],
      ['Address of the API', ADDRESS],
      ['Method', '\u001B[B'],
      ['Header', 'Authorization'],
      ['value of the header authorization', KEY],
      ['Price', ''],
      ['Install', 'n'],
    ];
    const { code, stdout, stderr } = await runMkt(init(), {
      cwd,
      isTerminal: true,
      onStderr(text, type) {
        const [question, answer] = answers[0] ?? [];
        if (question === undefined || !text.includes(question)) return;
        answers.shift();
        type(`${answer}\r`);
      },
    });
    expect([code, answers]).toEqual([0, []]);
    expect(parseEnv(await read('.env'))).toEqual({ UPSTREAM_KEY: KEY });
    expect((await stat(join(cwd, 'demo', '.env'))).mode & 0o777).toBe(0o600);
    expect(await read('.gitignore')).toMatch(/^\.env$/m);
    const service = await read('src/service.js');
    expect(service).toContain(`"${ADDRESS}"`);
    expect(service).toContain('method = "GET"');
    expect(service).toContain('keyHeaders("authorization"');
    const files = await readdir(join(cwd, 'demo'), { recursive: true, withFileTypes: true });
    const own = files.filter((each) => each.isFile() && !each.parentPath.includes('.linked'));
    for (const { parentPath, name } of own.filter((each) => each.name !== '.env')) {
      expect(await readFile(join(parentPath, name), 'utf8')).not.toContain(KEY);
    }
    expect(stdout + stderr).not.toContain(KEY);
  });

  it('takes the key from the environment, never from an option', async () => {
    const options = ['--upstream', ADDRESS, '--upstream-header', 'x-api-key'];
    const { code, stderr } = await runMkt(init(...options), { cwd, env: { UPSTREAM_KEY: 'abc' } });
    expect([code, stderr.includes('abc')]).toEqual([0, false]);
    expect(parseEnv(await read('.env'))).toEqual({ UPSTREAM_KEY: 'abc' });
  });

  it('says where to put a key that it does not know', async () => {
    const options = ['--upstream', ADDRESS, '--upstream-header', 'x-api-key'];
    const { code, stderr } = await runMkt(init(...options), { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain('put it into .env as UPSTREAM_KEY');
    await expect(read('.env')).rejects.toThrow('ENOENT');
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['no address', [], {}, '--upstream is required for this template.'],
    ['no URL', ['--upstream', 'api.example.com'], {}, 'Enter an address such as https://'],
    ['a file', ['--upstream', 'file:///etc/passwd'], {}, 'Enter an address such as https://'],
    [
      'a password',
      ['--upstream', 'https://me:secret@a.example'],
      {},
      'Leave keys and passwords out',
    ],
    ['a key', ['--upstream', `${ADDRESS}?api_key=1`], {}, 'Leave keys and passwords out'],
    [
      'a method',
      ['--upstream', ADDRESS, '--upstream-method', 'TRACE'],
      {},
      'must be one of POST, GET',
    ],
    ['a header', ['--upstream', ADDRESS, '--upstream-header', 'Host'], {}, 'the name of a header'],
    [
      'two lines as a key',
      ['--upstream', ADDRESS, '--upstream-header', 'x-key'],
      { UPSTREAM_KEY: 'a\nMKT_SIGNING_SECRET=' },
      'UPSTREAM_KEY: It must be one line',
    ],
  ])('refuses %s and writes nothing', async (_, options, env, sentence) => {
    const { code, stderr } = await runMkt(init(...options), { cwd, env });
    expect([code, stderr]).toEqual([2, expect.stringContaining(sentence)]);
    expect(stderr).not.toContain('..');
    expect(await readdir(cwd)).toEqual([]);
  });
});
