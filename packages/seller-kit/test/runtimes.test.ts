import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordingLogger, sampleService } from './sample-service.ts';

const run = promisify(execFile);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'seller-kit-'));
  await build({
    entryPoints: [join(import.meta.dirname, 'worker-without-secret.js')],
    outfile: join(folder, 'worker.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    conditions: ['mkt-source', 'workerd', 'worker'],
    logLevel: 'silent',
  });
});

afterAll(() => rm(folder, { recursive: true }));
afterEach(() => vi.unstubAllEnvs());

async function worker(kind: string): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [join(folder, 'worker.mjs'), kind]);
  return JSON.parse(stdout) as Record<string, unknown>;
}

const MISSING = '401 {"error":"Missing X-MKT-Signature or X-MKT-Payload headers"}';

/** Once the environment of a request has a secret, every runtime behaves alike. */
const WITH_SECRET = {
  unsignedWithEnv: MISSING,
  signedWithEnv: '200 {"verified":true}',
  wrongSecretWithEnv: 401,
  rotation: 200,
  emptySecret: 503,
  malformedSecret: 503,
  secretOfAnotherType: 503,
  head: 200,
  probe: 200,
  contract: 200,
  health: 200,
  replays: [200, 401],
  acceptedByChoice: '200 {"verified":false}',
  warnedOfChoice: 1,
  option: 401,
};

describe.each([
  ['without process', 'none'],
  ['without process.env', 'no-env'],
  ['that forbids reading variables', 'forbidden'],
  ['that forbids reading process.env', 'forbidden-object'],
])('a runtime %s', (_, kind) => {
  it('runs no call until it has a secret or was told to go without', async () => {
    const seen = await worker(kind);
    expect(seen).toMatchObject({ ...WITH_SECRET, forgedWithoutEnv: 503 });
    for (const answer of ['unsigned', 'unsignedAgain', 'otherSecondArgument']) {
      expect(seen[answer]).toBe(
        '503 {"error":"The service has no signing secret to verify calls with"}',
      );
    }
    const logged = seen['logged'] as string[];
    expect(logged[0]).toMatch(/^error: .*calls are refused.*service\.fetch\(request, env\)/);
    expect(logged.filter((line) => line.includes('service.fetch(request, env)'))).toHaveLength(1);
    expect(logged.join()).not.toContain('accepts calls from anyone');
  });
});

describe('a runtime whose process.env is empty', () => {
  it('accepts unsigned calls with a warning, until the environment of a request has a secret', async () => {
    const seen = await worker('empty');
    expect(seen).toMatchObject({
      ...WITH_SECRET,
      unsigned: '200 {"verified":false}',
      unsignedAgain: '200 {"verified":false}',
    });
    expect((seen['logged'] as string[])[0]).toMatch(/^warn: .*accepts calls from anyone/);
  });
});

describe('on Node', () => {
  it('the secret of the request’s environment comes before the one of process.env', async () => {
    const [own, others] = [newSigningSecret(), newSigningSecret()];
    vi.stubEnv('MKT_SIGNING_SECRET', own);
    const service = sampleService({ signingSecret: undefined });
    const env = { MKT_SIGNING_SECRET: others };
    const signed = (secret: string) => signedRequest(service, { text: 'a' }, { secret });
    expect((await service.fetch(await signed(others), env)).status).toBe(200);
    expect((await service.fetch(await signed(own), env)).status).toBe(401);
    expect((await service.fetch(await signed(own), { params: {} })).status).toBe(200);
  });

  it('signingSecret: false accepts unsigned calls, with a warning at the definition', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', newSigningSecret());
    const logger = recordingLogger();
    const service = sampleService({ signingSecret: false, logger });
    const request = new Request('http://a.test/run', { method: 'POST', body: '{"text":"a"}' });
    expect((await service.fetch(request)).status).toBe(200);
    expect(logger.warn).toHaveBeenCalledOnce();
  });
});
