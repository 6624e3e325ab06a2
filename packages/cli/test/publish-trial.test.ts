import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { createClient, type Client } from '@mkt/client';
import { nodeSigner } from '@mkt/protocol/signing/node';
import { parseSigningSecrets } from '@mkt/protocol/signing';
import { serve } from '@mkt/seller-kit/node';
import { defineService } from '@mkt/seller-kit';
import { newSigningSecret } from '@mkt/seller-kit/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { json, type Handler } from '../../../test-bed/seller.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';
import { runMkt } from './run-mkt.ts';
import { countWords, startTextSeller, type TextSeller } from './seller.ts';

let market: RealMarketplace;
let client: Client;
let seller: TextSeller;
let cwd: string;

beforeAll(async () => {
  market = await startMarketplace();
  client = createClient({ baseUrl: market.url, apiKey: market.env.MKT_API_KEY });
});
afterAll(() => market[Symbol.asyncDispose]());
beforeEach(async () => {
  seller = await startTextSeller();
  seller.provider.runContract['requestExampleJson'] = '{"text":"Hello there."}';
  cwd = await mkdtemp(join(tmpdir(), 'mkt-trial-'));
});
afterEach(async () => {
  await seller[Symbol.asyncDispose]();
  await rm(cwd, { recursive: true });
});

const publish = (url: string, ...argv: string[]) =>
  runMkt(['publish', '--service-url', url, '--yes', ...argv], { env: market.env, cwd });

async function own(url: string) {
  const found = [];
  for await (const provider of client.listings.list()) {
    if (provider.runContract.endpointPath.startsWith(url)) found.push(provider);
  }
  return found;
}

/** A service that refuses calls without a valid signature. */
function verifying(secret: string): Handler {
  const key = parseSigningSecrets(secret)?.[0] ?? new Uint8Array();
  return (request, response) => {
    const header = (name: string) => String(request.headers[name] ?? '');
    const expected = nodeSigner([key]).sign(header('x-mkt-payload'), request.body);
    const isSigned = header('x-mkt-signature') === expected;
    return isSigned ? countWords(request, response) : json({ error: 'Missing headers' }, 401);
  };
}

describe('the trial call of mkt publish', () => {
  it('shows that the service works before it is listed', async () => {
    const { code, stderr } = await publish(seller.url);
    expect(code).toBe(0);
    expect(stderr).toMatch(/✔ trial call +POST \/run with the request example returned 200/);
    expect(stderr.indexOf('trial call')).toBeLessThan(stderr.indexOf('imported'));
  });

  it.each<[string, Handler, RegExp]>([
    ['fails', () => json({ error: 'No database' }, 500), /✖ run: .*returned 500/],
    [
      'returns something else',
      () => json({ words: 'two' }),
      /✖ run: .*does not match outputSchema/,
    ],
    ['returns no JSON', () => ({ status: 200, body: '<html>' }), /✖ run: .*JSON/],
  ])('stops when the service %s; --force lists it anyway', async (_, handler, says) => {
    seller.on('POST /run', handler);
    const { code, stdout, stderr } = await publish(seller.url, '--verbose');
    expect([code, stdout, await own(seller.url)]).toEqual([3, '', []]);
    expect(stderr).toMatch(says);
    expect(stderr).toContain('trial_failed');
    expect((await publish(seller.url, '--force')).code).toBe(0);
    expect(await own(seller.url)).toHaveLength(1);
  });

  it('stops when the service does not respond within 30 s', async () => {
    const late = new AbortController();
    // The clock of the limit: it runs out while the service is called.
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const spy = vi.spyOn(AbortSignal, 'timeout');
    spy.mockImplementation((ms) => (ms === 30_000 ? late.signal : timeout(ms)));
    seller.on('POST /run', () => {
      late.abort();
      return undefined;
    });
    const { code, stderr } = await publish(seller.url).finally(() => spy.mockRestore());
    expect([code, await own(seller.url)]).toEqual([3, []]);
    expect(stderr).toMatch(/✖ run: .*did not respond within 30 s/);
    expect(stderr).toContain('The service fails the call with its own example');
  });

  it('proves nothing where only signed calls are accepted, so the service is listed', async () => {
    seller.on('POST /run', () => json({ error: 'Missing headers' }, 401));
    const { code, stderr } = await publish(seller.url);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(
        /! trial call +refused with 401: the service accepts only signed calls/,
      ),
    ]);
  });

  it('is made once, and announced before anything is saved', async () => {
    const { stderr } = await publish(seller.url);
    expect(seller.requestsTo('POST /run')).toHaveLength(1);
    expect(stderr).toMatch(/trial +one call of POST http\S+\/run with the example input/);
    expect(stderr.indexOf('one call of')).toBeLessThan(stderr.indexOf('trial call '));
  });

  it('is not made without an example', async () => {
    delete seller.provider.runContract['requestExampleJson'];
    const { code, stderr } = await publish(seller.url);
    expect([code, stderr]).toEqual([0, expect.stringContaining('no requestExampleJson')]);
  });

  it('is left out with --no-trial, and the result says so', async () => {
    const { code, stderr } = await publish(seller.url, '--no-trial');
    expect([code, stderr]).toEqual([0, expect.stringMatching(/! trial call +left out, so/)]);
    expect(stderr).not.toContain('signed call');
    const again = await publish(seller.url, '--no-trial', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ trial: { kind: 'left-out' } });
    expect(seller.requestsTo('POST /run')).toEqual([]);
  });

  it('is made again for an update', async () => {
    await publish(seller.url);
    seller.provider.title = 'Better insights';
    seller.on('POST /run', () => json({}, 500));
    expect((await publish(seller.url)).code).toBe(3);
    expect((await own(seller.url))[0]?.title).toBe('Text insights');
  });

  it.each<[string, Handler, string]>([
    ['fails', () => json({ error: 'No database' }, 500), 'returned 500'],
    ['returns no JSON', () => ({ status: 200, body: '<html>' }), 'JSON'],
    ['returns something else', () => json({ words: 'two' }), 'does not match outputSchema'],
    ['returns nothing', () => ({ status: 204 }), 'does not match outputSchema'],
    ['closes the connection', (_, response) => void response.destroy(), 'failed'],
  ])('is made when nothing changed: a service that %s is no success', async (_, handler, says) => {
    await publish(seller.url);
    seller.on('POST /run', handler);
    const { code, stderr } = await publish(seller.url);
    expect([code, stderr]).toEqual([3, expect.stringMatching(/✔ unchanged[^]*✖ run: /)]);
    expect(stderr).toContain(says);
    expect(stderr).toContain(`mkt listings pause ${(await own(seller.url))[0]?.slug}`);
    expect(stderr).not.toContain('for sale  ');
  });

  it('is signed with the secret of a listing that is for sale, wherever it is published from', async () => {
    await publish(seller.url);
    const [listing] = await own(seller.url);
    const { secret } = await client.listings.signingSecret(listing!.id);
    seller.on('POST /run', verifying(secret));
    await rm(join(cwd, '.env'));
    const { stderr } = await publish(seller.url, '--no-secret-file');
    expect(stderr).toMatch(/✔ trial call[^]*✔ signed call +accepted; unsigned calls are refused/);
    const calls = seller.requestsTo('POST /run');
    expect(calls.slice(-2).map(({ headers }) => 'x-mkt-signature' in headers)).toEqual([
      false,
      true,
    ]);
  });

  it.each([
    ['y', 1, '✔ trial call'],
    ['n', 0, '! trial call       left out'],
  ])('is asked about on a terminal when nothing changed: %s', async (key, calls, says) => {
    await publish(seller.url, '--no-trial');
    let isAsked = false;
    const { code, stderr } = await runMkt(['publish', '--service-url', seller.url], {
      env: market.env,
      cwd,
      isTerminal: true,
      onStderr: (text, type) => {
        if (isAsked || !text.includes(`Call POST ${seller.url}/run with the example input?`))
          return;
        isAsked = true;
        type(`${key}\r`);
      },
    });
    expect([isAsked, code, seller.requestsTo('POST /run').length]).toEqual([true, 0, calls]);
    expect(stripVTControlCharacters(stderr)).toContain(says);
  });

  it('is signed with the secrets of the project', async () => {
    const secret = newSigningSecret();
    // A placeholder beside it is ignored.
    const lines = ['MKT_SIGNING_SECRET=whsec_...', `MKT_SIGNING_SECRET_QR_CODE=${secret}`];
    await writeFile(join(cwd, '.env'), lines.join('\n'));
    seller.on('POST /run', verifying(secret));
    expect((await publish(seller.url)).stderr).toMatch(/✔ trial call/);
  });
});

describe('a source file that is newer than the running service', () => {
  it('is named, because its contract is not the one that is published', async () => {
    const logger = { warn: () => {}, error: () => {} };
    const service = defineService({
      name: 'Echo',
      description: 'Returns its input.',
      price: { amountCents: 1 },
      examples: { request: { a: 1 } },
      logger,
      run: (input) => input,
    });
    await using server = await serve(service, { host: '127.0.0.1', port: 0 });
    await mkdir(join(cwd, 'src'));
    const file = join(cwd, 'src', 'service.ts');
    await writeFile(file, '');
    const at = async (seconds: number) => {
      const time = new Date(Date.now() + seconds * 1_000);
      await utimes(file, time, time);
      return (await publish(server.url)).stderr;
    };
    expect(await at(60)).toContain('! src/service.ts was changed after the service was started');
    expect(await at(-60)).not.toContain('was changed after');
  });
});

describe('the signed call after mkt publish', () => {
  /** A service of the kit, with this secret. */
  const serveKit = (signingSecret: string | false, port = 0) =>
    serve(
      defineService({
        name: 'Echo',
        description: 'Returns its input.',
        price: { amountCents: 1 },
        examples: { request: { a: 1 } },
        signingSecret,
        logger: { warn: () => {}, error: () => {} },
        run: (input) => input,
      }),
      { host: '127.0.0.1', port },
    );
  const secretIn = async () =>
    /MKT_SIGNING_SECRET=(\S+)/.exec(await readFile(join(cwd, '.env'), 'utf8'))?.[1] ?? '';

  it('says that the service has to be restarted, and later that it uses the secret', async () => {
    const first = await serveKit(false);
    const { stderr } = await publish(first.url);
    await first.close();
    expect(stderr).toMatch(
      /! signed call +the service still accepts anyone’s calls: restart it with MKT_SIGNING_SECRET set/,
    );
    await using restarted = await serveKit(await secretIn(), first.port);
    const again = await publish(restarted.url);
    expect(again.stderr).toMatch(/✔ signed call +accepted; unsigned calls are refused/);
  });

  it('says that the service has not read a secret just written, and later that it uses another', async () => {
    await using other = await serveKit(newSigningSecret());
    const { code, stderr } = await publish(other.url);
    expect(code).toBe(0);
    expect(stderr).toMatch(/! trial call +refused with 401: the service accepts only signed calls/);
    expect(stderr).toMatch(
      /! signed call +refused, because the service has not read MKT_SIGNING_SECRET yet: restart it\./,
    );
    expect(stderr).not.toContain('another secret');
    // The file has had the secret for a while now, so a restart may not be what is missing.
    const again = await publish(other.url);
    expect(again.code).toBe(3);
    expect(again.stderr).toMatch(/✖ signed call +refused, so every order fails/);
    expect(again.stderr).toContain(
      `.env has the right secret. If the service was restarted with it`,
    );
    expect(again.stderr).toContain(`mkt validate --service-url ${other.url}`);
  });

  it('is no failure while the secret before a rotation is still valid', async () => {
    await publish(seller.url);
    const [listing] = await own(seller.url);
    const { secret } = await client.listings.signingSecret(listing!.id);
    seller.on('POST /run', verifying(secret));
    await client.listings.rotateSigningSecret(listing!.id);
    const { code, stderr } = await publish(seller.url, '--replace-secret');
    expect(code).toBe(0);
    expect(stderr).toMatch(/! signed call +refused with the new secret\. If .* expires \d{4}-/);
  });

  it('says that the clock of the service is wrong', async () => {
    seller.on('POST /run', () => ({
      ...json({ error: 'Invalid signature' }, 401),
      headers: { date: new Date(Date.now() - 3_600_000).toUTCString() },
    }));
    const { code, stderr } = await publish(seller.url);
    expect(code).toBe(3);
    expect(stderr).toMatch(/✖ signed call +refused: the clock of the service is .* behind/);
  });
});
