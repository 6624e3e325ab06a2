import { defineService, ServiceError } from '@mkt/seller-kit';
import { callService, newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import { parseSigningSecret } from '@mkt/protocol/signing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { recordingLogger, sampleService } from './sample-service.ts';

beforeEach(() => vi.stubEnv('MKT_SIGNING_SECRET', undefined));
afterEach(() => vi.unstubAllEnvs());

describe('signedRequest', () => {
  it('creates the marketplace’s request: address, headers and body', async () => {
    const service = sampleService({ baseUrl: 'https://example.com/text' });
    const request = await signedRequest(service, { text: 'a' });
    expect(request.url).toBe('https://example.com/text/run');
    expect(request.method).toBe('POST');
    expect(request.headers.get('content-type')).toBe('application/json');
    expect(request.headers.get('webhook-signature')).toBe(request.headers.get('x-mkt-signature'));
    expect(await request.text()).toBe('{"text":"a"}');
  });

  it('creates a new order id each time', async () => {
    const service = sampleService();
    for (let i = 0; i < 3; i++) {
      expect((await service.fetch(await signedRequest(service, { text: 'a' }))).status).toBe(200);
    }
  });

  it('sends {} for no input, as the marketplace does', async () => {
    expect(await (await signedRequest(sampleService(), undefined)).text()).toBe('{}');
  });

  it('is unsigned for a service without a secret, unless one is given', async () => {
    const service = sampleService({ signingSecret: undefined });
    const unsigned = await signedRequest(service, { text: 'a' });
    expect(unsigned.headers.has('x-mkt-signature')).toBe(false);
    const signed = await signedRequest(service, { text: 'a' }, { secret: newSigningSecret() });
    expect(signed.headers.has('x-mkt-signature')).toBe(true);
  });

  it('refuses a malformed secret', async () => {
    await expect(signedRequest(sampleService(), {}, { secret: 'oops' })).rejects.toThrow(TypeError);
  });

  it('refuses an input that a query string cannot express', async () => {
    const service = defineService({
      name: 'a',
      description: 'b',
      price: { amountCents: 1 },
      method: 'GET',
      logger: recordingLogger(),
      run: () => null,
    });
    await expect(signedRequest(service, { at: { x: 1 } })).rejects.toThrow(
      'The input at /at cannot be sent in a query string',
    );
  });
});

describe('callService', () => {
  it('returns status and parsed body', async () => {
    const run = () => {
      throw new ServiceError(409, 'Busy');
    };
    const { status, body, response } = await callService(sampleService({ run }), { text: 'a' });
    expect([status, body]).toEqual([409, { error: 'Busy' }]);
    expect(await response.json()).toEqual({ error: 'Busy' });
  });
});

it('newSigningSecret creates a valid secret, a new one each time', () => {
  const secrets = [newSigningSecret(), newSigningSecret()];
  expect(secrets.map((secret) => parseSigningSecret(secret)?.length)).toEqual([32, 32]);
  expect(secrets[0]).not.toBe(secrets[1]);
});
