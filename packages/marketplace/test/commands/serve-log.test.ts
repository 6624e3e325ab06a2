// docs/operate/monitor.md#logs: everything that a server in production writes on stderr is a line of JSON.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import {
  collect,
  CURRENT,
  readyLineOf,
  spawnMarketplace,
} from '../../../../test-bed/marketplace-process.ts';
import { runMarketplace } from '../marketplace-process.ts';
import { newFolder } from '../market.ts';

const KEY = randomBytes(32).toString('base64');
const TOKEN = 'a-token-that-is-long-enough';

/** Makes Node warn in the server, and not in the processes that it starts. */
const WARNS = `if (process.argv.includes('serve'))
  process.once('SIGTERM', () => process.emitWarning('this is deprecated'))`;

function lineOf(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`Not a line of JSON: ${text}`);
  }
}

const linesOf = (text: string) => text.trimEnd().split('\n').map(lineOf);

it('logs its start, with the settings but no secret, warnings of Node, and its end', async () => {
  const folder = newFolder();
  const child = spawnMarketplace(['serve', '--json', '--port', '0', '--data', folder], {
    env: {
      MKT_ENCRYPTION_KEY: KEY,
      MKT_METRICS_TOKEN: TOKEN,
      MKT_CALLS_PER_SELLER: '7',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WARNS)}`,
    },
    program: CURRENT,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const stderr = collect(child.stderr);
  const { baseUrl } = await readyLineOf(child);
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  const [started, ...others] = linesOf(stderr());
  expect(started).toMatchObject({
    level: 'info',
    msg: 'marketplace started',
    version: expect.any(String),
    engine: 'sqlite',
    data: folder,
    url: baseUrl,
    settings: { MKT_ENCRYPTION_KEY: 'set', MKT_METRICS_TOKEN: 'set', MKT_CALLS_PER_SELLER: '7' },
  });
  expect(others.map(({ level, msg, reason, err }) => [level, msg, reason ?? err?.message])).toEqual(
    expect.arrayContaining([
      ['warn', expect.stringMatching(/^MKT_CONTACT_URL is not set: users /), undefined],
      ['warn', 'Node.js warning', 'this is deprecated'],
      ['info', 'marketplace is stopping', 'SIGTERM'],
      ['info', 'marketplace stopped', 'SIGTERM'],
    ]),
  );
  expect(stderr()).not.toContain(KEY);
  expect(stderr()).not.toContain(TOKEN);
});

it('logs why it does not start', async () => {
  const { code, stderr } = await runMarketplace(['serve', '--data', newFolder()]);
  expect(code).toBe(1);
  expect(linesOf(stderr)).toMatchObject([
    { level: 'error', msg: expect.stringMatching(/^MKT_ENCRYPTION_KEY is required/) },
  ]);
});
