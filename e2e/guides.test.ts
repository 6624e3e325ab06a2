// Compares pages with a running marketplace: its metrics, code that readers copy, and the output
// that pages show.
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { defineService } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { BARE_ENVIRONMENT, OWN_PACKAGES } from '../test-bed/own-programs.ts';
import { blocksOf, tableRowsOf } from '../scripts/documentation/markdown.ts';
import { read, ROOT } from '../scripts/documentation/pages.ts';
import { PROGRAMS } from '../scripts/documentation/check-command.ts';
import { createApi } from '../test-bed/api.ts';
import { closedAddress } from '../test-bed/local-server.ts';
import { pollUntil } from '../test-bed/poll-until.ts';

const RULES = 'docs/deploy/prometheus-rules.yml';

let market: TestMarketplace;

beforeAll(async () => {
  market = await createTestMarketplace();
});
afterAll(() => market.close());

const withKey = () => ({ 'x-mkt-api-key': market.apiKey ?? '' });

describe('docs/operate/monitor.md', () => {
  /** The labels of a metric family, except `le`, which every histogram has. */
  const labelsIn = (text: string, name: string): string[] => {
    const series = text.matchAll(new RegExp(`^${name}(?:_bucket|_sum|_count)?\\{([^}]*)\\}`, 'gm'));
    const labels = [...series].flatMap(([, inside = '']) =>
      [...inside.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    );
    return [...new Set(labels)].filter((label) => label !== 'le').toSorted();
  };

  it('lists exactly the metrics, with their types and labels', async () => {
    await fetch(`${market.url}/v1/me`, { headers: withKey() });
    const text = await (await fetch(`${market.url}/metrics`)).text();
    const exposed = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type]) => ({
      name,
      type,
      labels: labelsIn(text, name),
    }));
    const listed = tableRowsOf(read('docs/operate/monitor.md'))
      .filter(([name = '']) => /^`(?:mkt|nodejs|process)_[a-z0-9_]+`$/.test(name))
      .map(([name = '', type, labels = '']) => ({
        name: name.replaceAll('`', ''),
        type,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).toSorted(),
      }));
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(exposed.length).toBeGreaterThan(30);
    // The metrics of garbage collection and of libuv requests have series only once one occurred.
    const exported = new Set(
      exposed.filter(({ labels }) => labels.length > 0).map(({ name }) => name),
    );
    const comparable = listed.map((row) => (exported.has(row.name) ? row : { ...row, labels: [] }));
    expect(comparable.toSorted(byName)).toEqual(exposed.toSorted(byName));
  });

  it('says what to do about every alert of the rules, and about no other', () => {
    const alerts = [...read(RULES).matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const explained = tableRowsOf(read('docs/operate/monitor.md')).flatMap(([names = '']) =>
      [...names.matchAll(/`([A-Z][a-z]\w+)`/g)].map(([, name = '']) => name),
    );
    expect(alerts.length).toBeGreaterThan(10);
    expect(explained.toSorted()).toEqual(alerts.toSorted());
  });

  it('has alerts and queries that select series which a server has from its start', async () => {
    const text = await (await fetch(`${market.url}/metrics`)).text();
    const page = read('docs/operate/monitor.md');
    const queries = blocksOf(page).filter(({ language }) => language === 'promql');
    const sources = [read(RULES), ...queries.map((block) => block.text)].join('\n');
    const selectors = sources.matchAll(/\b((?:mkt|nodejs|process)_[a-z0-9_]+)(?:\{(.*?)\})?/g);
    const unknown = [...selectors].filter(([, name = '', labels = '']) => {
      const series = text.split('\n').filter((line) => line.split(/[ {]/)[0] === name);
      // A regular expression may name outcomes that only later versions have.
      const wanted = [...labels.matchAll(/(\w+="[^"]*")/g)].map(([, label = '']) => label);
      return !series.some((line) => wanted.every((label) => line.includes(label)));
    });
    expect(queries.length).toBeGreaterThan(0);
    expect(unknown.map(([selector]) => selector)).toEqual([]);
  });
});

describe('docs/operate/install.md', () => {
  it('states the time after which the server closes an idle connection', async () => {
    const { headers } = await fetch(`${market.url}/healthz`);
    const [, seconds] = /timeout=(\d+)/.exec(headers.get('keep-alive') ?? '') ?? [];
    expect(read('docs/operate/install.md')).toContain(`closes them after ${seconds} s`);
  });
});

describe('docs/reference/protocol.md', () => {
  it('shows a loop that prints every item of a list once', async () => {
    for (let count = 0; count < 60; count++) {
      const response = await fetch(`${market.url}/v1/api-keys`, {
        method: 'POST',
        headers: { ...withKey(), 'content-type': 'application/json' },
        body: JSON.stringify({ name: `key ${count}`, scopes: ['order:read'] }),
      });
      expect(response.status).toBe(201);
    }
    const loop = blocksOf(read('docs/reference/protocol.md')).find(({ text }) =>
      text.startsWith("cursor=''"),
    );
    const ofKeys = (loop?.text ?? '').replace('/v1/orders?', '/v1/api-keys?');
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', ofKeys], {
      env: {
        PATH: process.env['PATH'],
        MKT_BASE_URL: market.url,
        MKT_API_KEY: market.apiKey ?? '',
      },
    });
    const ids = stdout.trim().split('\n');
    // The dev key is one of them.
    expect([ids.length, new Set(ids).size]).toEqual([61, 61]);
  });

  it('shows the error that an activation gets when the price is above its maxPrice', async () => {
    const service = defineService({
      name: 'Three cents',
      description: 'Costs three cents.',
      price: { currency: 'USD', amountCents: 3, unit: 'call' },
      run: () => ({}),
    });
    await using seller = await serve(service, { port: 0, host: '127.0.0.1' });
    const api = createApi(market.url, market.apiKey);
    const imported = await api.post('/v1/listings/from-service', { serviceUrl: seller.url });
    await market.reviewsIdle();
    const order = { listingId: imported.body.id, requestBody: {}, maxPrice: 0.02 };
    const { status, body } = await api.post('/v1/orders', order);
    const shown = blocksOf(read('docs/reference/protocol.md')).find(({ text }) =>
      text.includes('"listing_changed"'),
    );
    const { requestId } = body;
    expect([status, body]).toEqual([409, { ...JSON.parse(shown?.text ?? '{}'), requestId }]);
  });
});

describe('docs/sell/publish.md', () => {
  it('shows lines of the report that `mkt validate` prints for its service', async () => {
    const secret = formatSigningSecret(new Uint8Array(32).fill(1));
    const { url, port } = await closedAddress();
    const service = spawn(process.execPath, [...OWN_PACKAGES, 'src/main.ts'], {
      cwd: join(ROOT, 'examples/text-length'),
      env: {
        ...BARE_ENVIRONMENT,
        PORT: String(port),
        HOST: '127.0.0.1',
        MKT_SIGNING_SECRET: secret,
      },
      stdio: 'ignore',
    });
    onTestFinished(() => void service.kill());
    await pollUntil('the service responds', () => fetch(url).catch(() => undefined));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(ROOT, PROGRAMS['mkt'] ?? ''), 'validate', '--service-url', url, '--secret', secret],
      { env: { ...BARE_ENVIRONMENT, NO_COLOR: '1' } },
    );
    const linesOf = (text: string) => text.replaceAll(/[\d.]+ m?s\b/g, 'TIME').split('\n');
    const report = blocksOf(read('docs/sell/publish.md')).find(({ text }) =>
      text.includes(' checks\n'),
    );
    const shown = linesOf((report?.text ?? '').replace('https://api.example.com', url)).filter(
      (line) => line.trim() !== '' && line.trim() !== '…',
    );
    expect(shown).toHaveLength(2);
    expect(linesOf(stdout).filter((line) => shown.includes(line))).toEqual(shown);
  });
});
