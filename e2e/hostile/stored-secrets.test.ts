// SECURITY.md, "Threat model": no keys or secrets in logs, errors or the database; only the owner can
// read the files.
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createKey, openMarket } from '../acceptance/market.ts';

const encryptionKey = randomBytes(32).toString('base64');
const metricsToken = 'a-token-of-the-operator-0123456789';
const dev = await openMarket({ env: { MKT_LOG_LEVEL: 'trace' } });
const production = await openMarket({
  dev: false,
  env: {
    MKT_ENCRYPTION_KEY: encryptionKey,
    MKT_METRICS_TOKEN: metricsToken,
    MKT_LOG_LEVEL: 'trace',
  },
});

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  // Without a database in the folder, the search would prove nothing.
  expect(files.map(({ name }) => name)).toContain('market.db');
  return files.map(({ parentPath, name }) => join(parentPath, name));
}

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** Sends requests with a secret in every wrong place, and ones that fail with it. */
async function provoke(baseUrl: string, secret: string): Promise<string[]> {
  const encoded = encodeURIComponent(secret);
  const requests: [string, RequestInit?][] = [
    [`/v1/me?x-mkt-api-key=${encoded}&api_key=${encoded}`],
    [`/v1/${encoded}`],
    [`/v1/orders/${encoded}`, { headers: { 'x-mkt-api-key': secret } }],
    ['/v1/me', { headers: { 'x-mkt-api-key': `${secret}x` } }],
    ['/v1/me', { headers: { authorization: `Bearer ${secret}`, cookie: `key=${secret}` } }],
    ['/metrics', { headers: { authorization: `Bearer ${secret}` } }],
    [
      '/v1/orders',
      {
        method: 'POST',
        body: `{"key":"${secret}"`,
        headers: { 'x-mkt-api-key': secret, 'content-type': 'application/json' },
      },
    ],
    [
      '/v1/orders',
      {
        method: 'POST',
        body: JSON.stringify({ [secret]: secret }),
        headers: { 'content-type': 'application/json' },
      },
    ],
    [
      '/v1/api-keys',
      {
        method: 'POST',
        body: JSON.stringify({ name: 1, scopes: [secret] }),
        headers: { 'x-mkt-api-key': secret, 'content-type': 'application/json' },
      },
    ],
    [
      '/v1/listings/from-service',
      {
        method: 'POST',
        body: JSON.stringify({ serviceUrl: `https://user:${secret}@127.0.0.1/` }),
        headers: { 'x-mkt-api-key': secret, 'content-type': 'application/json' },
      },
    ],
  ];
  return Promise.all(
    requests.map(async ([path, init]) => {
      const response = await fetch(baseUrl + path, init);
      expect(response.status).toBeLessThan(500);
      return response.text();
    }),
  );
}

describe('a server that receives secrets in every wrong place', () => {
  it('repeats none of them in a response, on stdout or on stderr', async () => {
    const key = await createKey(production.server, 'someone@example.com', '*');
    const { server } = production;
    const responses = [
      ...(await provoke(server.baseUrl, key)),
      ...(await provoke(dev.server.baseUrl, key)),
    ];
    const output = [
      ...responses,
      server.stdout(),
      server.stderr(),
      dev.server.stdout(),
      dev.server.stderr(),
    ].join('\n');
    for (const secret of [key, key.slice(4), encryptionKey, metricsToken]) {
      expect(output).not.toContain(secret);
    }
    expect(output).not.toMatch(/node_modules|\bat \w.*:\d+:\d+/);
  });

  it('prints the dev key once, in the line that reports that it is ready', () => {
    const { ready, stdout, stderr } = dev.server;
    const { devApiKey = '' } = ready;
    expect(devApiKey).toMatch(/^mkt_/);
    expect(stdout().split(devApiKey)).toHaveLength(2);
    expect(stderr()).not.toContain(devApiKey);
  });

  it('stores no key in its files, except the dev key in its own file', async () => {
    const key = await createKey(production.server, 'another@example.com', '*');
    for (const path of await filesOf(production.server.dataDir)) {
      const bytes = await readFile(path);
      for (const secret of [key, encryptionKey, metricsToken])
        expect(bytes.includes(secret), path).toBe(false);
    }
    const holding = [];
    for (const path of await filesOf(dev.server.dataDir)) {
      if ((await readFile(path)).includes(dev.server.ready.devApiKey ?? '')) holding.push(path);
    }
    expect(holding).toEqual([join(dev.server.dataDir, 'dev-key')]);
  });
});

describe('a data folder', () => {
  for (const [mode, { server }] of [
    ['dev mode', dev],
    ['production', production],
  ] as const) {
    it(`the folder and each of its files are accessible only to the owner: ${mode}`, async () => {
      expect(await modeOf(server.dataDir)).toBe(0o700);
      const paths = await filesOf(server.dataDir);
      expect(paths.map((path) => path.slice(server.dataDir.length + 1))).toContain('market.db');
      for (const path of paths) expect(await modeOf(path), path).toBe(0o600);
    });
  }

  it('keeps a backup accessible only to the owner', async () => {
    const copy = join(dev.server.dataDir, 'copy.db');
    const { code, stderr } = await dev.server.run(['backup', copy, '--data', dev.server.dataDir]);
    expect(code, stderr).toBe(0);
    expect(await modeOf(copy)).toBe(0o600);
  });
});
