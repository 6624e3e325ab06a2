// docs/operate/monitor.md: what `serve --dev` logs on a real terminal, and elsewhere.
import { spawn } from '@lydell/node-pty';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApi } from '../../../../test-bed/api.ts';
import { collect, CURRENT, spawnMarketplace } from '../../../../test-bed/marketplace-process.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { newFolder } from '../market.ts';

type Environment = Record<string, string>;

const serve = () => ['serve', '--dev', '--port', '0', '--data', newFolder()];

/** What it prints in a terminal of 80 columns, once it has logged that a key was created. */
function onTerminal(env: Environment): Promise<string> {
  const [command, ...args] = CURRENT;
  const { PATH = '', HOME = '' } = process.env;
  const terminal = spawn(command, [...args, ...serve()], {
    name: 'xterm-256color',
    cols: 80,
    rows: 24,
    env: { PATH, HOME, ...env },
  });
  let text = '';
  terminal.onData((data) => (text += data));
  const ended = new Promise<void>((resolve) => terminal.onExit(() => resolve()));
  onTestFinished(async () => {
    terminal.kill('SIGKILL');
    await ended;
  });
  return logged(() => text);
}

function intoPipe(env: Environment): Promise<string> {
  const child = spawnMarketplace(serve(), { env, program: CURRENT });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return logged(collect(child.stderr));
}

/** Creates a key, and resolves to what is printed once that has been logged. */
async function logged(printed: () => string): Promise<string> {
  const key = await pollUntil('it is ready', () => /API key: (mkt_\w+)\r?\n/.exec(printed())?.[1]);
  const url = /Marketplace at (\S+)/.exec(printed())?.[1] ?? '';
  const created = await createApi(url, key).post('/v1/api-keys', {
    name: 'a',
    scopes: ['provider:create'],
  });
  expect(created.status).toBe(201);
  return await pollUntil('it has logged the key', () => {
    const text = printed();
    return /API key created[^\n]*\n/.test(text) ? text : undefined;
  });
}

const lineOf = (text: string) =>
  text.split(/\r?\n/).find((line) => line.includes('API key created')) ?? '';

describe('the log of serve --dev', () => {
  it('is coloured text that fits a terminal', async () => {
    const line = lineOf(await onTerminal({}));
    expect(line.replaceAll('\u001b', 'ESC')).toMatch(
      /^ESC\[2m[\d:]{8}ZESC\[22m {2}ESC\[2m·ESC\[22m API key created {2}/,
    );
    // oxlint-disable-next-line no-control-regex
    const plain = line.replaceAll(/\u001b\[\d+m/g, '');
    expect(plain).toMatch(/Z {2}· API key created {2}createdKeyId=\S+…$/);
    expect(Array.from(plain)).toHaveLength(80);
  });

  it('has no colours with NO_COLOR', async () => {
    const line = lineOf(await onTerminal({ NO_COLOR: '1' }));
    expect(line).toMatch(/^\d\d:\d\d:\d\dZ {2}· API key created {2}createdKeyId=/);
    expect(line).not.toContain('\u001b');
  });

  it('is JSON on a terminal with MKT_LOG_FORMAT=json', async () => {
    const text = await onTerminal({ MKT_LOG_FORMAT: 'json' });
    expect(text).toMatch(/\{"level":"info","time":"[^"]+",[^\n]*"msg":"API key created"\}/);
  });

  it('is JSON in a pipe', async () => {
    expect(JSON.parse(lineOf(await intoPipe({})))).toMatchObject({
      level: 'info',
      msg: 'API key created',
      scopes: ['provider:create'],
    });
  });

  it('is text in a pipe with MKT_LOG_FORMAT=text, neither cut nor coloured', async () => {
    expect(lineOf(await intoPipe({ MKT_LOG_FORMAT: 'text' }))).toMatch(
      /^\d\d:\d\d:\d\dZ {2}· API key created {2}createdKeyId=\S+ scopes=\["provider:create"\] .*keyId=\S+ requestId=\S+$/,
    );
  });
});
