import { newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordingLogger, sampleService } from './sample-service.ts';
import { bundleWorker, type Worker } from './worker.ts';

let worker: Worker;

beforeAll(async () => {
  worker = await bundleWorker('worker-without-secret.js');
});
afterAll(() => worker[Symbol.asyncDispose]());
afterEach(() => vi.unstubAllEnvs());

const outcomesIn = async (kind: string) => (await worker.run(kind)) as Record<string, unknown>;

const MISSING = '401 {"error":"Missing X-MKT-Signature or X-MKT-Payload headers"}';

/** When the environment of a request has a secret, all runtimes behave alike. */
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
  it('refuses calls until it has a secret, or signingSecret is false', async () => {
    const outcomes = await outcomesIn(kind);
    expect(outcomes).toMatchObject({ ...WITH_SECRET, forgedWithoutEnv: 503 });
    for (const unsigned of ['unsigned', 'unsignedAgain', 'otherSecondArgument']) {
      expect(outcomes[unsigned]).toMatch(
        /^503 \{"error":"The service is misconfigured and cannot take calls; its log has the cause","fix":".*no usable signing secret.*"\}$/,
      );
    }
    const logged = outcomes['logged'] as string[];
    expect(logged[0]).toMatch(/^error: .*calls are refused.*service\.fetch\(request, env\)/);
    expect(logged.filter((line) => line.includes('service.fetch(request, env)'))).toHaveLength(1);
    expect(logged.join()).not.toContain('accepts calls from anyone');
  });
});

describe('a runtime whose process.env is empty', () => {
  it('accepts unsigned calls with a warning, until the environment of a request has a secret', async () => {
    const outcomes = await outcomesIn('empty');
    expect(outcomes).toMatchObject({
      ...WITH_SECRET,
      unsigned: '200 {"verified":false}',
      unsignedAgain: '200 {"verified":false}',
    });
    expect((outcomes['logged'] as string[])[0]).toMatch(/^warn: .*accepts calls from anyone/);
  });
});

describe('on Node', () => {
  it('the secret in the environment of a request takes precedence over process.env', async () => {
    const [own, others] = [newSigningSecret(), newSigningSecret()];
    vi.stubEnv('MKT_SIGNING_SECRET', own);
    const service = sampleService({ signingSecret: undefined });
    const env = { MKT_SIGNING_SECRET: others };
    const signed = (secret: string) => signedRequest(service, { text: 'a' }, { secret });
    expect((await service.fetch(await signed(others), env)).status).toBe(200);
    expect((await service.fetch(await signed(own), env)).status).toBe(401);
    expect((await service.fetch(await signed(own), { params: {} })).status).toBe(200);
  });

  it('signingSecret: false accepts unsigned calls, with a warning when the service is defined', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', newSigningSecret());
    const logger = recordingLogger();
    const service = sampleService({ signingSecret: false, logger });
    const request = new Request('http://a.test/run', { method: 'POST', body: '{"text":"a"}' });
    expect((await service.fetch(request)).status).toBe(200);
    expect(logger.warn).toHaveBeenCalledOnce();
  });
});
