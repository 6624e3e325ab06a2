import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, JsonText, type Client } from '@mkt/client';
import { defineService } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closedAddress } from '../../../test-bed/local-server.ts';
import { json, startSeller, type Seller } from '../../../test-bed/seller.ts';
import type { Replay } from '../src/orders/replay-call.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt, type RunOptions } from './run-mkt.ts';

let market: RealMarketplace;
let client: Client;
let seller: Seller;
let cwd: string;
let secret: string;
let listingId: string;
/** An order of another account, with a number that JavaScript cannot represent. */
let orderId: string;
let buyerKey: string;

const INPUT = '{"text":"hello","exact":9007199254740993}';

beforeAll(async () => {
  [market, seller] = await Promise.all([startMarketplace(), startSeller()]);
  client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
  const provider = await client.listings.create({
    title: 'Echo',
    runContract: {
      method: 'POST',
      endpointPath: `${seller.url}/run?mode=fast`,
      outputSchema: { type: 'object', required: ['echo'] },
    },
  });
  listingId = provider.id;
  await market.reviewsIdle();
  ({ secret } = await client.listings.signingSecret(listingId));
  ({ apiKey: buyerKey } = await market.createAccount());
  const buyer = createClient({ baseUrl: market.url, apiKey: buyerKey });
  ({ id: orderId } = await buyer.activate('echo', new JsonText(INPUT), { wait: '10s' }));
});
afterAll(async () => {
  await market[Symbol.asyncDispose]();
  await seller[Symbol.asyncDispose]();
});
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-replay-'));
  await writeFile(join(cwd, '.env'), `MKT_SIGNING_SECRET=${secret}\n`);
  seller.on('POST /run', ({ body }) => json({ echo: JSON.parse(body.toString()) }));
});
afterEach(() => rm(cwd, { recursive: true }));

const replay = (argv: string[], options: RunOptions = {}) =>
  runMkt(['orders', 'replay', orderId, ...argv], { env: market.env, cwd, ...options });

describe('mkt orders replay', () => {
  it('sends the input of a sale as it was bought, with a new order id and the path of the endpoint', async () => {
    const { code, stdout, stderr } = await replay(['--to', seller.url]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/✔ replayed +200 in \d+ ms, matches/),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({ echo: { text: 'hello' } });
    const [original, copy] = seller.calls.slice(-2);
    expect(copy?.body.toString()).toBe(INPUT);
    expect([copy?.path, copy?.query]).toEqual(['/run', 'mode=fast']);
    expect(original?.orderId).toBe(orderId);
    expect(copy?.orderId).not.toBe(orderId);
  });

  it('signs the call so that a service of the seller kit accepts it again and again', async () => {
    const seen: unknown[] = [];
    const service = defineService({
      name: 'Echo',
      description: 'Returns its input.',
      baseUrl: 'http://127.0.0.1',
      price: { currency: 'USD', amountCents: 0, unit: 'call' },
      input: { type: 'object' },
      output: { type: 'object' },
      signingSecret: secret,
      run: (input, call) => {
        seen.push([call.listingId, call.buyerId]);
        return { echo: input };
      },
    });
    const running = await serve(service, { port: 0, host: '127.0.0.1' });
    for (let count = 0; count < 2; count++) {
      const { code } = await replay(['--to', running.url]);
      expect(code).toBe(0);
    }
    const [sale] = (await client.sales.list()).data;
    expect(seen).toEqual([
      [listingId, sale?.buyerId],
      [listingId, sale?.buyerId],
    ]);
    const refused = await replay(['--to', running.url], {
      env: { ...market.env, MKT_SIGNING_SECRET: newSigningSecret() },
      cwd: tmpdir(),
    });
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('mkt doctor')]);
    await running.close();
  });

  it('replays an order of one’s own, without the endpoint that only its seller knows', async () => {
    const env = { ...market.env, MKT_API_KEY: buyerKey };
    const { code } = await replay(['--to', `${seller.url}/run`], { env });
    expect(code).toBe(0);
    expect(seller.calls.at(-1)?.body.toString()).toBe(INPUT);
  });

  it('prints one JSON document with all digits of the result', async () => {
    seller.on('POST /run', () => ({ status: 200, body: '{"echo":9007199254740993}' }));
    const { code, stdout, stderr } = await replay(['--to', seller.url, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('"result":{"echo":9007199254740993}');
    expect(JSON.parse(stdout) as Replay).toMatchObject({
      replayOf: orderId,
      to: `${seller.url}/run?mode=fast`,
      isSigned: true,
      status: 200,
      outputValid: true,
    });
  });

  it('takes the base address of a service that is mounted under a path, and names the URL of a 404', async () => {
    const mounted = { method: 'POST', endpointPath: `${seller.url}/mounted/run` };
    seller.on('GET /mounted/contract', () =>
      json({ provider: { title: 'Echo', price: { amountCents: 1 }, runContract: mounted } }),
    );
    seller.on('POST /mounted/run', () => json({ echo: 1 }));
    const { code } = await replay(['--to', `${seller.url.replace('http://', '')}/mounted`]);
    expect([code, seller.calls.at(-1)?.path]).toEqual([0, '/mounted/run']);
    const missed = await replay(['--to', `${seller.url}/nowhere`]);
    expect(missed.code).toBe(3);
    expect(missed.stderr).toContain(`The call went to ${seller.url}/nowhere?mode=fast.`);
  });

  it('shows where the result does not match the output schema, and exits with 3', async () => {
    seller.on('POST /run', () => json({ other: 1 }));
    const { code, stdout, stderr } = await replay(['--to', seller.url]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toEqual({ other: 1 });
    expect(stderr).toContain('does not match the output schema');
    expect(stderr).toContain('/echo   is required');
  });

  it.each([
    ['an error of the service', () => json({ error: 'No such word.' }, 500), 'responded with 500'],
    ['a response that is not JSON', () => ({ body: '<html>' }), 'The response is not'],
  ])('shows %s, and exits with 3', async (_, handler, message) => {
    seller.on('POST /run', handler);
    const { code, stderr } = await replay(['--to', seller.url]);
    expect([code, stderr]).toEqual([3, expect.stringContaining(message)]);
  });

  it('says that the service is not running', async () => {
    const { url } = await closedAddress();
    const { code, stderr } = await replay(['--to', url]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('refused the connection')]);
  });

  it('warns about a call that it cannot sign', async () => {
    await rm(join(cwd, '.env'));
    const { stderr } = await replay(['--to', seller.url]);
    expect(stderr).toContain('The call is not signed');
    expect(seller.requests.at(-1)?.headers['x-mkt-signature']).toBeUndefined();
  });

  it('asks before it sends the input to another machine', async () => {
    const { code, stderr } = await replay(['--to', 'https://api.example.com']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--yes is required')]);
  });

  it.each([['here'], ['ftp://localhost'], ['http://user:pass@localhost']])(
    'refuses --to %s',
    async (to) => {
      const { code, stderr } = await replay(['--to', to]);
      expect([code, stderr]).toEqual([2, expect.stringContaining('--to cannot be')]);
    },
  );

  it.each([['0190c1f2-7a00-7000-8000-000000000001'], ['nothing']])(
    'does not find %s',
    async (id) => {
      const argv = ['orders', 'replay', id, '--to', seller.url];
      const { code } = await runMkt(argv, { env: market.env, cwd });
      expect([2, 5]).toContain(code);
    },
  );
});
