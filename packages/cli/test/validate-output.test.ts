import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { defineService, ServiceError } from '@mkt/seller-kit';
import { serve } from '@mkt/seller-kit/node';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedAddress } from '../../../test-bed/local-server.ts';
import { json } from '../../../test-bed/seller.ts';
import { runMkt } from './run-mkt.ts';
import { startTextSeller } from './seller.ts';

const SECRET = formatSigningSecret(new Uint8Array(32).fill(1));

let cwd: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'mkt-validate-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const validate = (...argv: string[]) =>
  runMkt(['validate', ...argv], { cwd, env: { MKT_SIGNING_SECRET: '' } });

describe('what mkt validate says', () => {
  const serveKit = (more: object = {}) =>
    serve(
      defineService({
        name: 'Echo',
        description: 'Returns its input.',
        price: { amountCents: 1 },
        examples: { request: { a: 1 } },
        logger: { warn: () => {}, error: () => {} },
        run: (input) => input,
        ...more,
      }),
      { host: '127.0.0.1', port: 0 },
    );

  it('is one line for a service that cannot be reached', async () => {
    const { url } = await closedAddress();
    const { code, stdout } = await validate('--service-url', url);
    expect(code).toBe(3);
    expect(stdout.match(/refused the connection/g)).toHaveLength(1);
    expect(stdout.match(/not tried/g)).toHaveLength(1);
    expect(stdout).toMatch(/ - skipped +identity, cors, /);
  });

  it('marks what blocks publishing', async () => {
    await using seller = await startTextSeller();
    seller.probeStatus = 500;
    const { stdout } = await validate('--service-url', seller.url);
    expect(stdout).toMatch(/✖ reachability .*\n +blocks publishing\n/);
    expect(stdout).toMatch(/\d failed \(1 blocks publishing\)/);
  });

  it('shows advice, warnings and skipped checks with different signs', async () => {
    await using service = await serveKit({ tags: ['B', 'b'] });
    const { code, stdout } = await validate('--service-url', service.url);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}! warning /m);
    expect(stdout).toMatch(/^ {2}- skipped +signature-/m);
    const bare = await startTextSeller();
    delete bare.provider.description;
    const advice = await validate('--service-url', bare.url);
    await bare[Symbol.asyncDispose]();
    expect(advice.stdout).toMatch(/^ {2}i description-given +advice: /m);
  });

  it('has the error that the service itself gives', async () => {
    await using service = await serveKit({
      run: () => {
        throw new ServiceError(503, 'The database is down');
      },
    });
    const { stdout } = await validate('--service-url', service.url);
    expect(stdout).toMatch(/✖ run .* returned 503 with the error "The database is down"/);
  });

  it('has one failure for a signed call that fails, and its cause', async () => {
    await using service = await serveKit({
      signingSecret: SECRET,
      run: () => {
        throw new ServiceError(500, 'Broken');
      },
    });
    const { code, stdout } = await validate('--service-url', service.url, '--secret', SECRET);
    expect(code).toBe(3);
    expect(stdout.match(/✖/g)).toHaveLength(1);
    expect(stdout).toMatch(/✖ run .*"Broken"/);
    expect(stdout).toContain('not tried: no call with a valid signature returned 2xx');
  });

  it('uses the secret in .env, whichever variable it has', async () => {
    const other = formatSigningSecret(new Uint8Array(32).fill(2));
    const lines = [`MKT_SIGNING_SECRET=${other}`, `MKT_SIGNING_SECRET_ECHO=${SECRET}`];
    await writeFile(join(cwd, '.env'), lines.join('\n'));
    await using service = await serveKit({ signingSecret: SECRET });
    const { code, stdout } = await validate('--service-url', service.url);
    expect(stdout).toMatch(/^1?[0-9]+ passed/m);
    expect(code).toBe(0);
  });

  it.each([
    ['behind', -3_600_000],
    ['ahead', 3_600_000],
  ])('names a clock that is %s', async (direction, offMs) => {
    await using seller = await startTextSeller();
    seller.provider.runContract['requestExampleJson'] = '{"text":"a"}';
    const date = new Date(Date.now() + offMs).toUTCString();
    seller.on('POST /run', () => ({ ...json({ error: 'Refused' }, 401), headers: { date } }));
    const { stdout } = await validate('--service-url', seller.url, '--secret', SECRET);
    expect(stdout).toMatch(
      new RegExp(`✖ signature-accepted .*the clock of the service is \\d+ minutes ${direction}`),
    );
  });

  it('states how a signature is computed where a valid one is refused', async () => {
    await using seller = await startTextSeller();
    seller.provider.runContract['requestExampleJson'] = '{"text":"a"}';
    seller.on('POST /run', () => json({ error: 'Refused' }, 401));
    const { stdout } = await validate('--service-url', seller.url, '--secret', SECRET);
    expect(stdout).toMatch(/✖ signature-accepted .*returned 401/);
    expect(stdout).toContain('HMAC-SHA256(key, payload + "." + body) in base64');
  });

  it.each([
    ['x-powered-by', 'Express', "With express: app.use((req, res, next) => { res.set('Access-"],
    ['server', 'uvicorn', 'With fastapi: '],
    ['server', 'Werkzeug/3.1 Python/3.13', "With flask: @app.after_request: response.headers['Acc"],
  ])('has the code for the framework in %s: %s', async (header, value, says) => {
    await using seller = await startTextSeller();
    seller.on('GET /', () => ({
      ...json({ name: 'x', description: 'y' }),
      headers: { [header]: value, 'access-control-allow-origin': 'null' },
    }));
    expect((await validate('--service-url', seller.url)).stdout).toContain(says);
  });

  it('says that a service without a contract at the root may be mounted under a path', async () => {
    await using seller = await startTextSeller();
    seller.on('GET /contract', () => json({ error: 'Not found' }, 404));
    const { stdout } = await validate('--service-url', seller.url);
    expect(stdout).toContain('If the service is mounted under a path, add it to the address.');
    expect(stdout).toContain('docs/reference/seller-interface.md has one to copy');
  });

  it('has the code for the framework that the project depends on', async () => {
    await writeFile(join(cwd, 'package.json'), '{"dependencies":{"fastify":"^5.0.0"}}');
    await using seller = await startTextSeller();
    seller.on('GET /', () => ({ ...json({}), headers: { 'access-control-allow-origin': 'null' } }));
    const { stdout } = await validate('--service-url', seller.url);
    expect(stdout).toContain("With fastify: fastify.addHook('onRequest'");
  });

  it('has line and column of a contract that is not JSON', async () => {
    await using seller = await startTextSeller();
    seller.on('GET /contract', () => ({ body: '{\n  "provider": {},\n}' }));
    const { stdout } = await validate('--service-url', seller.url);
    expect(stdout).toContain('the response is not valid JSON (line 3, column 1)');
  });

  it('does not blame a service that closes idle connections', async () => {
    await using seller = await startTextSeller();
    // Without a `connection: close`, so that the client finds out only when it uses it again.
    seller.server.on('request', (request, response) => {
      response.once('finish', () => setImmediate(() => request.socket.destroy()));
    });
    const { stdout } = await validate('--service-url', seller.url);
    expect(stdout).not.toContain('closed the connection');
  });
});
