import { memoryReplayStore, verifyRequest, type RawRequest } from '@mkt/seller-kit';
import { verifyNodeRequest } from '@mkt/seller-kit/node';
import { newSigningSecret, signedRequest } from '@mkt/seller-kit/testing';
import type { RequestHandler } from 'express';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { EXPRESS } from './adapters.ts';
import { listen, listenFetch, sendRaw, sendSigned, startServer } from './listen.ts';
import { app as expressApp } from './own-routes/express.ts';
import { app as honoApp } from './own-routes/hono.ts';
import { POST } from './own-routes/next.ts';
import { server as nodeServer } from './own-routes/node.ts';
import { sampleService, SECRET } from './sample-service.ts';

beforeEach(() => vi.stubEnv('MKT_SIGNING_SECRET', SECRET));
afterEach(() => vi.unstubAllEnvs());

const service = sampleService();
const ENVELOPE = { orderId: 'order-1', listingId: 'listing-1', buyerId: 'buyer-1' };
const signed = (options: Parameters<typeof signedRequest>[2] = {}) =>
  signedRequest(service, { text: 'Hello' }, options);

/** The request as frameworks without Fetch give it. */
async function raw(request: Request, changes: Partial<RawRequest> = {}): Promise<RawRequest> {
  const { method, url } = request;
  const headers = Object.fromEntries(request.headers);
  return { method, url, headers, body: new Uint8Array(await request.arrayBuffer()), ...changes };
}

/** The programs in docs/reference/seller-interface.md#signing. */
const PROGRAMS: [string, () => Promise<string>][] = [
  ['express', () => listen(expressApp)],
  ['Hono', () => listenFetch((request) => honoApp.fetch(request))],
  ['a Next.js route handler', () => listenFetch(POST)],
  ['node:http', () => startServer(nodeServer)],
];

describe.each(PROGRAMS)('in %s', (_, start) => {
  it('runs a signed call, and refuses all others', async () => {
    const base = await start();
    const genuine = await sendSigned(base, await signed({ orderId: `genuine ${base}` }));
    expect([genuine.status, await genuine.json()]).toEqual([
      200,
      { length: 5, orderId: `genuine ${base}` },
    ]);

    const unsigned = await fetch(`${base}/run`, { method: 'POST', body: '{"text":"a"}' });
    expect([unsigned.status, await unsigned.json()]).toEqual([
      401,
      { error: 'Missing X-MKT-Signature or X-MKT-Payload headers' },
    ]);
    const forged = await sendSigned(base, await signed({ secret: newSigningSecret() }));
    expect(forged.status).toBe(401);
    const stale = await sendSigned(base, await signed({ ageSeconds: 400 }));
    expect([stale.status, await stale.json()]).toEqual([
      401,
      { error: 'The timestamp of the signature is too old' },
    ]);
    const replayed = await sendSigned(base, await signed({ orderId: `genuine ${base}` }));
    expect([replayed.status, await replayed.json()]).toEqual([
      401,
      { error: 'This call has already been received' },
    ]);
  });

  it('refuses a body that was changed, taken away, or is too large', async () => {
    const base = await start();
    const { headers } = await signed();
    const send = (body?: string) =>
      fetch(`${base}/run`, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
    expect((await send('{"text":"Hullo"}')).status).toBe(401);
    expect((await send()).status).toBe(401);
    expect((await send('x'.repeat(1024 * 1024 + 1))).status).toBe(413);
  });
});

describe('verifyRequest', () => {
  it.each([
    ['a Fetch request', async (request: Request) => request],
    ['bytes', (request: Request) => raw(request)],
    ['text', async (request: Request) => raw(request.clone(), { body: await request.text() })],
    [
      'an ArrayBuffer',
      async (request: Request) => raw(request.clone(), { body: await request.arrayBuffer() }),
    ],
    ['Fetch headers', (request: Request) => raw(request, { headers: request.headers })],
    [
      'headers in capitals, in lists',
      (request: Request) =>
        raw(request, {
          headers: Object.fromEntries(
            [...request.headers].map(([name, value]) => [name.toUpperCase(), [value]]),
          ),
        }),
    ],
  ])('returns ids and body of a genuine call, given %s', async (_, convert) => {
    const given = await convert(await signed(ENVELOPE));
    expect(await verifyRequest(given, { replay: memoryReplayStore() })).toEqual({
      ...ENVELOPE,
      body: Uint8Array.from(Buffer.from('{"text":"Hello"}')),
      bodyText: '{"text":"Hello"}',
    });
  });

  it.each(['GET', 'DELETE'] as const)('verifies the query string of a %s call', async (method) => {
    const { url, headers } = await signedRequest(
      { ...service, method },
      { city: "Sankt Gallen & Gossau '24" },
    );
    const { pathname, search } = new URL(url);
    const query = search.slice(1);
    const verify = (target: string) => verifyRequest({ method, url: target, headers });
    await expect(verify(`${pathname}?city=Bern`)).rejects.toMatchObject({
      reason: 'bad_signature',
    });
    expect(await verify(`${pathname}${search}#fragment`)).toMatchObject({ bodyText: query });
    await expect(verifyRequest(new Request(url, { method, headers }))).rejects.toMatchObject({
      reason: 'replayed',
    });
  });

  it('throws a VerificationError with status, reason and a message for the caller', async () => {
    await expect(verifyRequest(await signed({ secret: newSigningSecret() }))).rejects.toMatchObject(
      {
        name: 'VerificationError',
        status: 401,
        reason: 'bad_signature',
        message: 'The signature does not match the payload and the body',
      },
    );
  });

  it('refuses a repeated header', async () => {
    const request = await raw(await signed());
    const headers = { ...request.headers, 'X-MKT-Signature': 'v1,AAAA' };
    await expect(verifyRequest({ ...request, headers })).rejects.toMatchObject({
      status: 401,
      reason: 'duplicated_header',
    });
  });

  it('refuses bad signature headers before it reads the body', async () => {
    const pull = vi.fn<() => void>();
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const init = { method: 'POST', body, duplex: 'half' } as RequestInit;
    await expect(verifyRequest(new Request('http://seller.test/run', init))).rejects.toMatchObject({
      reason: 'missing_headers',
    });
    expect(pull).not.toHaveBeenCalled();
  });

  it.each([
    ['a parsed body', { body: { text: 'Hello' } }],
    ['no body where the headers announce one', { body: undefined }],
  ])('requires the raw bytes when it is given %s', async (_, changes) => {
    const request = await raw(await signed(), changes);
    const headers = { ...request.headers, 'content-length': '16' };
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    await expect(verifyRequest({ ...request, headers })).rejects.toMatchObject({
      status: 500,
      reason: 'raw_body_missing',
      message: 'The service is misconfigured and cannot take calls; its log has the cause',
      cause: { message: expect.stringContaining('before any body parser') },
    });
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('before any body parser'),
    );
  });

  it('requires the raw bytes when the Fetch request was read before', async () => {
    const request = await signed();
    await request.text();
    await expect(verifyRequest(request)).rejects.toMatchObject({ reason: 'raw_body_missing' });
  });

  it('has a limit for the body, of 1 MiB by default', async () => {
    const large = await raw(await signed(), { body: new Uint8Array(1024 * 1024 + 1) });
    await expect(verifyRequest(large)).rejects.toMatchObject({
      status: 413,
      reason: 'body_too_large',
      message: 'The body is larger than 1048576 bytes',
    });
    await expect(verifyRequest(await signed(), { maxBodyBytes: 15 })).rejects.toMatchObject({
      status: 413,
    });
    expect(await verifyRequest(await signed(), { maxBodyBytes: 16 })).toMatchObject({
      bodyText: '{"text":"Hello"}',
    });
  });

  it('refuses calls when the replay store fails, and keeps its error as the cause', async () => {
    const cause = new Error('redis is down');
    const replay = { add: () => Promise.reject(cause) };
    await expect(verifyRequest(await signed(), { replay })).rejects.toMatchObject({
      status: 503,
      reason: 'replay_store_failed',
      message: 'The service cannot check for replayed calls right now',
      cause,
    });
  });

  it('remembers orders in one store for all calls of a process, unless replay is false', async () => {
    const orderId = crypto.randomUUID();
    await verifyRequest(await signed({ orderId }));
    await expect(verifyRequest(await raw(await signed({ orderId })))).rejects.toMatchObject({
      reason: 'replayed',
    });
    expect(await verifyRequest(await signed({ orderId }), { replay: false })).toMatchObject({
      orderId,
    });
  });
});

describe('the secret of verifyRequest', () => {
  it('may be several, of which each is accepted', async () => {
    const other = newSigningSecret();
    for (const signingSecret of [[SECRET, other], `${other},${SECRET}`]) {
      for (const secret of [SECRET, other]) {
        await expect(
          verifyRequest(await signed({ secret }), { signingSecret }),
        ).resolves.toBeDefined();
      }
    }
  });

  it('comes from the option before the environment, and follows a change of either', async () => {
    const other = newSigningSecret();
    const verify = async (secret: string, signingSecret?: string) =>
      verifyRequest(await signed({ secret }), { signingSecret });
    await expect(verify(other, other)).resolves.toBeDefined();
    await expect(verify(other)).rejects.toMatchObject({ reason: 'bad_signature' });
    vi.stubEnv('MKT_SIGNING_SECRET', other);
    await expect(verify(other)).resolves.toBeDefined();
  });

  it('is required: without one no call is accepted, whatever it is signed with', async () => {
    vi.stubEnv('MKT_SIGNING_SECRET', undefined);
    const request = await signed();
    await expect(verifyRequest(request)).rejects.toThrow(TypeError);
    await expect(verifyRequest(request)).rejects.toThrow('MKT_SIGNING_SECRET is not set');
  });

  it.each(['', 'whsec_oops', `${SECRET},`])('is refused when it is unusable: %j', async (bad) => {
    const request = await signed();
    await expect(verifyRequest(request, { signingSecret: bad })).rejects.toThrow(TypeError);
    await expect(verifyRequest(request, { signingSecret: bad })).rejects.toThrow(
      /^verifyRequest: signingSecret is /,
    );
    vi.stubEnv('MKT_SIGNING_SECRET', bad);
    await expect(verifyRequest(request)).rejects.toThrow(/^verifyRequest: MKT_SIGNING_SECRET is /);
  });
});

it.each([undefined, null, 'POST /run', {}, { method: 'POST', url: '/run' }])(
  'verifyRequest rejects what is not a request: %j',
  async (request) => {
    await expect(verifyRequest(request as unknown as RawRequest)).rejects.toThrow(
      'verifyRequest takes a Fetch Request',
    );
  },
);

describe.each(EXPRESS)('verifyNodeRequest in %s', (_, library) => {
  const startWith = (...before: RequestHandler[]) => {
    const app = library();
    for (const middleware of before) app.use(middleware);
    app.post('/run', (request, response) => {
      verifyNodeRequest(request).then(
        ({ orderId }) => response.json(orderId),
        ({ status, reason }) => response.status(status).json(reason),
      );
    });
    return listen(app);
  };
  const outcome = async (base: string, orderId = crypto.randomUUID()) => {
    const response = await sendSigned(base, await signed({ orderId }));
    return { status: response.status, body: await response.json(), orderId };
  };

  it('reads the body itself', async () => {
    const { status, body, orderId } = await outcome(await startWith());
    expect([status, body]).toEqual([200, orderId]);
  });

  it('uses the bytes that express.raw kept', async () => {
    const { status } = await outcome(await startWith(library.raw({ type: '*/*' })));
    expect(status).toBe(200);
  });

  it('requires the raw bytes after express.json', async () => {
    const { status, body } = await outcome(await startWith(library.json()));
    expect([status, body]).toEqual([500, 'raw_body_missing']);
  });

  it('refuses a header that is sent twice', async () => {
    const base = await startWith();
    const lines = [...(await signed()).headers].map(([name, value]) => `${name}: ${value}`);
    const head = ['POST /run HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Length: 16'];
    const text = [...head, ...lines, 'X-MKT-Payload: e30.1', '', '{"text":"Hello"}'].join('\r\n');
    expect(await sendRaw(base, text)).toMatch(/^HTTP\/1.1 401 .*"duplicated_header"$/s);
  });
});
