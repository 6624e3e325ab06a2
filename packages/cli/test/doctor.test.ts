import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@mkt/client';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closedAddress, serveHttp } from '../../../test-bed/local-server.ts';
import { json, startSeller } from '../../../test-bed/seller.ts';
import { selfSigned } from '../../marketplace/test/sellers/certificates.ts';
import type { DoctorReport } from '../src/doctor/findings.ts';
import { API_KEY, fakeMarketplace } from './fake-marketplace.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { formatTime } from '../src/show/price.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';
import { spawnMkt } from './spawn-mkt.ts';

let market: RealMarketplace;
let client: Client;
let seller: TextSeller;
let slug: string;
let secret: string;
let cwd: string;

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startTextSeller()]);
  client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
  slug = (await client.listings.importFromService(seller.url)).slug;
  await market.reviewsIdle();
  ({ secret } = await client.listings.signingSecret(slug));
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
});
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-doctor-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const doctor = (argv: string[] = [], options: RunOptions = {}) =>
  runMkt(['doctor', ...argv], { env: market.env, cwd, ...options });

/** The outcome, the message and the next command of one finding. */
async function finding(name: string, argv: string[] = [], options: RunOptions = {}) {
  const { stdout } = await doctor([...argv, '--json'], options);
  const { findings } = JSON.parse(stdout) as DoctorReport;
  return findings.find((each) => each.name === name);
}

describe('mkt doctor', () => {
  it('says that everything is in order, without printing the secret', async () => {
    await writeFile(join(cwd, '.env'), `MKT_SIGNING_SECRET=${secret}\n`);
    expect((await doctor()).stdout).not.toContain('✔');
    const { code, stdout, stderr } = await doctor(['--verbose']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/✔ contract +the service has the contract that is listed/);
    expect(stdout).toMatch(/✔ marketplace +http\S+ responded in \d+ ms, version /);
    expect(stdout).toMatch(/✔ clock +this machine’s clock agrees with the marketplace’s/);
    expect(stdout).toMatch(/✔ key +\S+ \(MKT_API_KEY\)/);
    expect(stdout).toMatch(/✔ listing +text-insights is published/);
    expect(stdout).toMatch(
      /✔ secret +MKT_SIGNING_SECRET in \.env is that of text-insights \([0-9a-f]{8}\)/,
    );
    expect(stdout).toMatch(/✔ service +HEAD \S+\/run responded with 200/);
    expect(stdout).toContain('passed');
    expect(stdout).not.toContain(secret);
  });

  it('is content with a service that refuses every unsigned request', async () => {
    seller.probeStatus = 401;
    const found = await finding('service');
    seller.probeStatus = 200;
    expect(found).toMatchObject({ outcome: 'passed', message: expect.stringContaining('401') });
  });

  it('prints the findings as one JSON document, and exits with 3 if one failed', async () => {
    await writeFile(join(cwd, '.env'), `MKT_SIGNING_SECRET=${newSigningSecret()}\n`);
    const { code, stdout, stderr } = await doctor(['--json']);
    expect(code).toBe(3);
    const report = JSON.parse(stdout) as DoctorReport;
    expect(report).toMatchObject({ ok: false, baseUrl: market.url, counts: { failed: 1 } });
    expect(JSON.parse(stderr)).toMatchObject({ type: 'checks_failed', exitCode: 3 });
  });

  it('refuses a --service-url that is not a URL', async () => {
    const { code, stderr } = await doctor(['--service-url', 'here']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('--service-url cannot be here: it must be a URL such as'),
    ]);
  });
});

describe('the secret', () => {
  it('that is a different one is named by both fingerprints', async () => {
    await writeFile(join(cwd, '.env'), `MKT_SIGNING_SECRET=${newSigningSecret()}\n`);
    expect(await finding('secret')).toEqual({
      name: 'secret',
      outcome: 'failed',
      message: expect.stringMatching(
        /^MKT_SIGNING_SECRET in \.env \([0-9a-f]{8}\) is not the secret of text-insights \([0-9a-f]{8}\)$/,
      ),
      next: 'mkt secrets pull text-insights',
    });
  });

  it('is found in a variable of the listing, and beside an older one', async () => {
    const text = `MKT_SIGNING_SECRET_TEXT_INSIGHTS=${newSigningSecret()},${secret}\n`;
    await writeFile(join(cwd, 'secrets.env'), text);
    expect(await finding('secret', ['--secret-file', 'secrets.env'])).toMatchObject({
      outcome: 'passed',
      message: expect.stringContaining('MKT_SIGNING_SECRET_TEXT_INSIGHTS in secrets.env'),
    });
  });

  it('that the environment hides is a failure', async () => {
    await writeFile(join(cwd, '.env'), `MKT_SIGNING_SECRET=${secret}\n`);
    const env = { ...market.env, MKT_SIGNING_SECRET: newSigningSecret() };
    expect(await finding('secret', [], { env })).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('the environment has another value'),
      next: 'unset MKT_SIGNING_SECRET',
    });
  });

  it('that is missing is advice; one that is malformed is a failure', async () => {
    expect(await finding('secret')).toMatchObject({
      outcome: 'advice',
      next: 'mkt secrets pull text-insights',
    });
    const env = { ...market.env, MKT_SIGNING_SECRET: 'whsec_...' };
    const malformed = await finding('secret', [], { env });
    expect(malformed).toMatchObject({ outcome: 'failed' });
    expect(malformed?.message).toContain('is malformed');
  });
});

describe('the key', () => {
  it('that is missing leads to mkt login at this marketplace', async () => {
    const env = { MKT_BASE_URL: market.url };
    expect(await finding('key', [], { env })).toMatchObject({
      outcome: 'failed',
      next: `mkt login --base-url ${market.url}`,
    });
  });

  it('that is mistyped is distinguished from one that the marketplace does not know', async () => {
    const mistyped = `${market.env.MKT_API_KEY.slice(0, -1)}!`;
    const typo = await finding('key', ['--api-key', mistyped]);
    expect(typo?.message).toContain('is mistyped or incomplete');
    const unknown = await finding('key', ['--api-key', API_KEY]);
    expect(unknown?.message).toContain('belongs to another marketplace');
  });

  it('names the marketplace that a login saved it for', async () => {
    const settingsFolder = join(cwd, 'settings');
    await mkdir(settingsFolder);
    const work = { baseUrl: 'https://market.example.com', apiKey: API_KEY, origin: 'given' };
    const logins = { work };
    await writeFile(join(settingsFolder, 'logins.json'), JSON.stringify({ logins }));
    const other = await finding('key', ['--api-key', API_KEY], { settingsFolder });
    expect(other?.message).toContain('it was saved for https://market.example.com');
  });

  it('without the scopes of a seller is advice', async () => {
    const { key } = await client.apiKeys.create({ name: 'buyer', scopes: ['order:create'] });
    expect(await finding('scopes', ['--api-key', key])).toMatchObject({
      outcome: 'advice',
      message: expect.stringContaining('lacks provider:create'),
    });
  });
});

describe('the newest calls', () => {
  const buy = async () => {
    const { id } = await client.activate(slug, { text: 'a b' });
    return await client.orders.wait(id);
  };

  it('are judged by the newest, with a line for each reason and the next command', async () => {
    expect(await finding('orders')).toMatchObject({
      outcome: 'skipped',
      message: 'text-insights has not been called yet',
    });
    await buy();
    expect(await finding('orders')).toEqual({
      name: 'orders',
      outcome: 'passed',
      message: 'the last call ended with a result',
    });
    seller.on('POST /run', () => json({ error: 'There is no city called Ossslo' }, 422));
    const refused = await buy();
    expect(await finding('orders')).toEqual({
      name: 'orders',
      outcome: 'passed',
      message: 'the last 2 calls ended with a result, or the service refused the input',
      reasons: [
        `the service refused the input with 422   ${refused.id}, ${formatTime(refused.completedAt)}: “There is no city called Ossslo”`,
      ],
    });
    expect((await doctor()).code).toBe(0);
    seller.on('POST /run', () => json({ error: 'Out of paper' }, 503));
    await buy();
    const { id, completedAt } = await buy();
    const failing = await finding('orders');
    expect(failing).toMatchObject({
      outcome: 'failed',
      message: '2 of the last 4 calls failed or had a wrong result',
      next: `mkt orders replay ${id} --to ${seller.url}`,
    });
    expect(failing?.reasons?.[0]).toBe(
      `the service responded with 503 × 2   ${id}, ${formatTime(completedAt)}: “Out of paper”`,
    );
    const replayed = await runMkt(['orders', 'replay', id, '--to', seller.url], {
      env: { ...market.env, MKT_SIGNING_SECRET: secret },
      cwd,
    });
    expect(replayed).toMatchObject({ code: 3, stderr: expect.stringContaining('503') });
    seller.on('POST /run', () => json({}, 401));
    await buy();
    expect(await finding('orders')).toMatchObject({ next: 'mkt secrets pull text-insights' });
    // With the right secret, only the computation can be wrong.
    await writeFile(join(cwd, '.env'), `MKT_SIGNING_SECRET=${secret}\n`);
    expect(await finding('orders')).toMatchObject({
      next: `mkt validate --service-url ${seller.url}`,
    });
    seller.on('POST /run', () => json({ words: 'two' }));
    const wrong = await buy();
    const mismatch = await finding('orders');
    expect(mismatch).toMatchObject({
      outcome: 'failed',
      next: `mkt orders replay ${wrong.id} --to ${seller.url}`,
    });
    expect(mismatch?.reasons?.[0]).toMatch(
      /^the result does not match outputSchema {3}.*: \/words /,
    );
    seller.on('POST /run', (_, response) => void response.destroy());
    await buy();
    expect(await finding('orders')).toMatchObject({
      next: `mkt validate --service-url ${seller.url}`,
    });
    seller.on('POST /run', countWords);
    await buy();
    expect(await finding('orders')).toMatchObject({
      outcome: 'advice',
      message: '5 of the last 8 calls failed or had a wrong result; the newest was fine',
    });
  });
});

describe('the contract that the service has', () => {
  it('is compared with the listing, and a moved path leads to mkt publish --listing', async () => {
    const { provider } = seller;
    const before = structuredClone(provider);
    provider.price = { amountCents: 3 };
    provider.runContract['outputSchema'] = { type: 'object' };
    expect(await finding('contract')).toEqual({
      name: 'contract',
      outcome: 'advice',
      message:
        'the service differs from text-insights in price, outputSchema: buyers see the listed contract',
      next: `mkt publish --service-url ${seller.url}`,
    });
    // It names the same address in another way.
    provider.runContract['endpointPath'] = `${seller.url.replace('127.0.0.1', 'localhost')}/run`;
    expect(await finding('contract')).toMatchObject({ outcome: 'advice' });
    Object.assign(provider, structuredClone(before));
    provider.runContract['healthEndpoint'] = `${seller.url}/v2/health`;
    expect(await finding('contract')).toMatchObject({
      message: expect.stringContaining('differs from text-insights in healthEndpoint'),
    });
    provider.runContract['endpointPath'] = `${seller.url}/v2/run`;
    expect(await finding('contract')).toEqual({
      name: 'contract',
      outcome: 'failed',
      message: `the service is at ${seller.url}/v2/run now, and text-insights still at ${seller.url}/run`,
      next: `mkt publish --service-url ${seller.url} --listing text-insights`,
    });
    Object.assign(provider, before);
    seller.on('GET /contract', () => json({}, 404));
    expect(await finding('contract')).toMatchObject({ outcome: 'skipped' });
    seller.on('GET /contract', () => json({ provider: seller.provider }));
  });
});

describe('the marketplace', () => {
  it('that cannot be reached is a finding, and the service is still checked', async () => {
    const { url } = await closedAddress();
    const { code, stdout } = await doctor(['--base-url', url, seller.url, '--verbose']);
    expect(code).toBe(3);
    expect(stdout).toMatch(/✖ marketplace +Cannot reach the marketplace at /);
    expect(stdout).toContain(`curl -sS --max-time 10 ${url}/v1/openapi.json`);
    expect(stdout).toMatch(/✔ service +GET \S+\/contract responded with 200/);
  });

  it('is not any server that responds', async () => {
    await using other = await fakeMarketplace(() => ({ status: 404, body: { hello: 1 } }));
    const found = await finding('marketplace', ['--base-url', other.url]);
    expect(found?.outcome).toBe('failed');
  });

  it.each([
    ['an hour ahead', 3_600_000, 'failed', /^this machine’s clock is 60 min behind/],
    ['a minute behind', -60_000, 'advice', /^this machine’s clock is (59|60|61) s ahead of/],
  ])('with a clock %s is noticed', async (_, aheadMs, outcome, message) => {
    // Everything of a real marketplace except its clock.
    await using shifted = await serveHttp(async (request, response) => {
      const key = request.headers['x-mkt-api-key'];
      const headers = typeof key === 'string' ? { 'x-mkt-api-key': key } : {};
      const real = await fetch(`${market.url}${request.url}`, { headers });
      response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
      response.writeHead(real.status, { 'content-type': 'application/json' });
      response.end(await real.text());
    });
    const clock = await finding('clock', ['--base-url', shifted.url]);
    expect(clock?.outcome).toBe(outcome);
    expect(clock?.message).toMatch(message);
    expect(clock?.next).toBeDefined();
    // The service's clock is right, so it differs from the marketplace's as much.
    expect((await finding('service-clock', ['--base-url', shifted.url]))?.outcome).toBe(outcome);
  });
});

describe('the listing', () => {
  it('must be named if there are several', async () => {
    const other = await client.listings.create({
      title: 'Second',
      listingState: 'draft',
      runContract: { method: 'POST', endpointPath: `${seller.url}/second` },
    });
    expect(await finding('listing')).toMatchObject({
      outcome: 'skipped',
      message: 'you have several (second, text-insights): name one of them',
      next: 'mkt doctor second',
    });
    expect(await finding('listing', ['second'])).toMatchObject({
      outcome: 'advice',
      next: 'mkt listings submit second',
    });
    expect((await finding('secret', ['second']))?.outcome).toBe('skipped');
    await client.listings.delete(other.id);
  });

  it('is every one that the folder sells, if none is named', async () => {
    const draft = (title: string) =>
      client.listings.create({
        title,
        listingState: 'draft',
        runContract: { method: 'POST', endpointPath: `${seller.url}/${title.toLowerCase()}` },
      });
    const [sold, elsewhere] = [await draft('Sold'), await draft('Elsewhere')];
    const { id } = await client.listings.get(slug);
    await mkdir(join(cwd, '.mkt'));
    await writeFile(
      join(cwd, '.mkt', 'mkt.json'),
      JSON.stringify({
        marketplaces: {
          here: { baseUrl: market.url, listings: { 'POST /run': id, 'POST /sold': sold.id } },
        },
      }),
    );
    const { findings } = JSON.parse((await doctor(['--json'])).stdout) as DoctorReport;
    const named = findings.filter(({ name }) => name === 'listing').map(({ message }) => message);
    expect(named.toSorted()).toEqual([
      'sold is a draft: buyers do not see it',
      'text-insights is published, health: not configured',
    ]);
    expect(findings.filter(({ name }) => name === 'service')).toHaveLength(2);
    await client.listings.delete(sold.id);
    await client.listings.delete(elsewhere.id);
  });

  it('that does not exist is a failure', async () => {
    expect(await finding('listing', ['nowhere'])).toMatchObject({ outcome: 'failed' });
  });

  it('that is paused leads to mkt listings resume', async () => {
    await client.listings.pause(slug);
    expect(await finding('listing')).toMatchObject({
      outcome: 'advice',
      next: 'mkt listings resume text-insights',
    });
    await client.listings.resume(slug);
  });
});

describe('the service', () => {
  it.each([
    ['http://api.example.com:8080', 'mkt doctor --service-url https://api.example.com:8080'],
    ['http://10.0.0.1', 'mkt doctor --service-url https://api.example.com'],
    ['https://192.168.1.2', 'mkt doctor --service-url https://api.example.com'],
  ])('at %s, which no marketplace calls, leads to a public address', async (url, next) => {
    expect(await finding('service', ['--service-url', url])).toMatchObject({
      outcome: 'failed',
      next,
    });
  });

  it('that is not running is a failure', async () => {
    const { url } = await closedAddress();
    expect(await finding('service', ['--service-url', url])).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('refused the connection (is it running?)'),
      next: expect.stringContaining('curl'),
    });
  });

  it.each([
    [200, 'passed', /^is valid, expires in 199 days$/],
    [9, 'advice', /^expires in 8 days: check that it is renewed$/],
    [-1, 'failed', /^expired 1 day ago/],
  ])('with a certificate for %i days', async (days, outcome, message) => {
    const certificate = await selfSigned('localhost', days);
    const ca = join(cwd, 'ca.pem');
    await writeFile(ca, certificate.cert);
    await using secure = await startSeller({ tls: certificate });
    const { stdout } = await spawnMkt(['doctor', '--service-url', secure.url, '--json'], {
      cwd,
      // The marketplace need not know the service for this.
      env: { ...market.env, NODE_EXTRA_CA_CERTS: ca },
    });
    const { findings } = JSON.parse(stdout) as DoctorReport;
    const found = findings.find(({ name }) => name === 'certificate');
    expect(found?.outcome).toBe(outcome);
    expect(found?.message).toMatch(message);
  });

  it('with a certificate that is not trusted is a failure', async () => {
    await using secure = await startSeller({ tls: await selfSigned('localhost') });
    expect(await finding('certificate', ['--service-url', secure.url])).toMatchObject({
      outcome: 'failed',
      message: expect.stringContaining('is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'),
    });
  });
});

describe('the versions', () => {
  it('of mkt and of the seller kit of the project must be alike', async () => {
    const kit = join(cwd, 'node_modules', '@mkt', 'seller-kit');
    await mkdir(kit, { recursive: true });
    await writeFile(join(kit, 'package.json'), '{"version":"9.0.0"}');
    expect(await finding('seller-kit')).toMatchObject({
      outcome: 'advice',
      next: expect.stringMatching(/^npm install @mkt\/seller-kit@\d/),
    });
  });
});
