import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { API_KEY, fakeMarketplace } from './fake-marketplace.ts';
import { apiKey } from './records.ts';
import { runMkt } from './run-mkt.ts';

const KEYS_CREATE = ['keys', 'create', '--scopes', 'order:read'];

describe('a prompt', () => {
  it.each([
    ['without a terminal', { isTerminal: false }, [], 'without a terminal'],
    ['with CI', { isTerminal: true, env: { CI: 'true' } }, [], 'in CI'],
    ['with --json', { isTerminal: true }, ['--json'], 'with --no-input or --json'],
    ['with --no-input', { isTerminal: true }, ['--no-input'], 'with --no-input or --json'],
  ])('is an error that names its flag %s', async (_, options, argv, reason) => {
    const { code, stderr } = await runMkt([...KEYS_CREATE, ...argv], options);
    expect(code).toBe(2);
    expect(stderr).toContain(`--name is required: mkt does not prompt ${reason}.`);
  });

  it.each(['false', '0', ''])('is shown when CI is %j', async (CI) => {
    let hasTyped = false;
    await using market = await fakeMarketplace(() => ({
      body: { ...apiKey, key: API_KEY },
    }));
    const { code, stdout } = await runMkt(KEYS_CREATE, {
      isTerminal: true,
      env: { ...market.env, CI },
      onStderr: (text, type) => {
        if (hasTyped || !text.includes('Name of the key')) return;
        hasTyped = true;
        type('laptop\r');
      },
    });
    expect([hasTyped, code]).toEqual([true, 0]);
    // Prompts are on stderr: stdout is for data.
    expect(stdout).toBe(`${API_KEY}\n`);
  });

  it.each([
    ['Ctrl-C', '\u0003'],
    ['Ctrl-D', '\u0004'],
  ])('exits with 130 on %s', async (_, key) => {
    const { code, stderr } = await runMkt(KEYS_CREATE, {
      isTerminal: true,
      onStderr: (text, type) => {
        if (text.includes('Name of the key')) type(key);
      },
    });
    expect([code, stripVTControlCharacters(stderr)]).toEqual([
      130,
      expect.stringMatching(/✖ Interrupted\.\n$/),
    ]);
  });

  it('does not show a typed API key', async () => {
    const output: string[] = [];
    await using market = await fakeMarketplace(() => ({
      status: 401,
      body: { error: 'Unknown key.', type: 'unauthenticated' },
    }));
    let typed = false;
    const { code, stderr } = await runMkt(['login', '--with-token', '--base-url', market.url], {
      isTerminal: true,
      onStderr: (text, type) => {
        if (typed || !text.includes('API key')) return;
        typed = true;
        type(`${API_KEY}\r`);
      },
    });
    output.push(stderr);
    expect(code).toBe(4);
    expect(market.requests[0]?.headers['x-mkt-api-key']).toBe(API_KEY);
    expect(output.join('')).not.toContain(API_KEY.slice(0, 12));
  });
});

it('--no-input does not change the --input of a command', async () => {
  await using market = await fakeMarketplace(() => ({ status: 404, body: {} }));
  const { code } = await runMkt(['run', 'a', '--input', '{"a":1}', '--no-input'], market);
  expect([code, market.requests.length]).toEqual([7, 1]);
});
