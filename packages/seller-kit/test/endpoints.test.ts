import { defineService, ServiceError } from '@mkt/seller-kit';
import { signedRequest } from '@mkt/seller-kit/testing';
import { validate } from '@mkt/protocol/validate';
import { describe, expect, it, vi } from 'vitest';
import { ADAPTERS } from './adapters.ts';
import { recordingLogger, sampleService, SECRET } from './sample-service.ts';

const BASE_URL = 'https://api.example.com/text';

describe.each(ADAPTERS)('served by %s', (_, start) => {
  const startSample = () => start(sampleService({ baseUrl: BASE_URL }));

  it('returns its name and description at /', async () => {
    const send = await startSample();
    const response = await send('/');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      name: 'Text length',
      description: 'How long a text is.',
    });
  });

  it('returns a contract that the marketplace accepts', async () => {
    const send = await startSample();
    const contract = await (await send('/contract')).json();
    expect(validate('SellerContract', contract)).toMatchObject({ ok: true });
    expect(contract).toMatchObject({
      provider: {
        title: 'Text length',
        price: { currency: 'USD', amountCents: 2, unit: 'call' },
        runContract: {
          method: 'POST',
          endpointPath: `${BASE_URL}/run`,
          healthEndpoint: `${BASE_URL}/health`,
          inputSchema: { required: ['text'] },
        },
      },
    });
  });

  it('is healthy without a health function', async () => {
    const send = await startSample();
    const response = await send('/health');
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('runs a signed call', async () => {
    const service = sampleService();
    const send = await start(service);
    const request = await signedRequest(service, { text: 'Hello' });
    const response = await send('/run', {
      method: 'POST',
      headers: request.headers,
      body: await request.text(),
    });
    expect([response.status, await response.json()]).toEqual([200, { length: 5 }]);
  });

  it.each(['HEAD', 'GET'])(
    'responds to an unsigned %s /run with 200 and no body',
    async (method) => {
      const send = await startSample();
      const response = await send('/run', { method });
      expect([response.status, await response.text()]).toEqual([200, '']);
    },
  );

  it.each([
    ['GET', '/nowhere'],
    ['GET', '/run/'],
    ['GET', '/contract/more'],
    ['GET', '/RUN'],
    ['GET', '/constructor'],
    ['POST', '/'],
    ['POST', '/contract'],
    ['PUT', '/run'],
    ['DELETE', '/run'],
    ['OPTIONS', '/nowhere'],
  ])('responds to %s %s with 404 and JSON', async (method, path) => {
    const send = await startSample();
    const response = await send(path, { method });
    expect([response.status, await response.json()]).toEqual([404, { error: 'Not found' }]);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/contract'],
    ['GET', '/health'],
    ['HEAD', '/contract'],
    ['HEAD', '/run'],
    ['GET', '/run'],
    ['POST', '/run'],
    ['GET', '/nowhere'],
    ['OPTIONS', '/run'],
  ])('responds to %s %s with JSON that any web page may read', async (method, path) => {
    const send = await startSample();
    const { headers } = await send(path, { method });
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('etag')).toBeNull();
  });

  it('responds to a CORS preflight with 204', async () => {
    const send = await startSample();
    const response = await send('/run', {
      method: 'OPTIONS',
      headers: { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' },
    });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, HEAD, POST, OPTIONS');
    expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toBe(
      'content-type, x-mkt-payload, x-mkt-signature',
    );
  });

  it('gives HEAD the content length of GET', async () => {
    const send = await startSample();
    const head = await send('/contract', { method: 'HEAD' });
    const body = new Uint8Array(await (await send('/contract')).arrayBuffer());
    expect(head.headers.get('content-length')).toBe(String(body.length));
    expect(await head.text()).toBe('');
  });
});

describe('/health', () => {
  const healthOf = async (health: () => never | Promise<{ status: string }>) => {
    const logger = recordingLogger();
    const service = defineService({
      name: 'Sick',
      description: 'Sometimes.',
      price: { amountCents: 1 },
      signingSecret: SECRET,
      logger,
      health,
      run: () => null,
    });
    const response = await service.fetch(new Request('http://seller.test/health'));
    return { status: response.status, body: await response.json(), logger };
  };

  it('returns what the health function returns', async () => {
    const { status, body } = await healthOf(async () => ({ status: 'ok', queue: 3 }));
    expect([status, body]).toEqual([200, { status: 'ok', queue: 3 }]);
  });

  it('is 503 when the health function throws, and only the log has the reason', async () => {
    const { status, body, logger } = await healthOf(() => {
      throw new Error('database password is hunter2');
    });
    expect([status, body]).toEqual([503, { status: 'error', error: 'The service is not healthy' }]);
    expect(logger.error).toHaveBeenCalledOnce();
  });

  it('keeps the status of a ServiceError', async () => {
    const { status, body } = await healthOf(() => {
      throw new ServiceError(507, 'The disk is full');
    });
    expect([status, body]).toEqual([507, { error: 'The disk is full' }]);
  });

  it('is 503 when the health function returns no status', async () => {
    const { status, logger } = await healthOf((async () => ({})) as never);
    expect(status).toBe(503);
    expect(logger.error).toHaveBeenCalledWith('[mkt] Sick: health must return { status: string }.');
  });

  it('is 503 when the health function takes longer than a probe’s timeout', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: string }>();
    vi.useFakeTimers();
    try {
      const responding = healthOf(() => promise);
      await vi.advanceTimersByTimeAsync(5_000);
      expect((await responding).status).toBe(503);
    } finally {
      vi.useRealTimers();
      resolve({ status: 'ok' });
    }
  });
});
