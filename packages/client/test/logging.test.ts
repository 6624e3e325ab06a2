import type { RequestListener } from 'node:http';
import { createClient, type Client, type LogFields, type Logger } from '@mkt/client';
import { pino as createPino, type LoggerOptions } from 'pino';
import { describe, expect, it } from 'vitest';
import { closedAddress, serveHttp } from '../../../test-bed/local-server.ts';
import { API_KEY, OTHER_KEY, RESPONSES } from './records.ts';

interface Entry {
  level: keyof Logger;
  message: string;
  fields: LogFields;
}

function recorder() {
  const entries: Entry[] = [];
  const write = (level: keyof Logger) => (message: string, fields: LogFields) => {
    entries.push({ level, message, fields });
  };
  return { entries, logger: { debug: write('debug'), warn: write('warn') } };
}

const QUICK = { apiKey: API_KEY, backoff: { minDelay: 1, maxDelay: 1 } };
const me = JSON.stringify(RESPONSES.getMe);

describe('a logger', () => {
  it('receives each request and its response', async () => {
    const { entries, logger } = recorder();
    await using local = await serveHttp((_, response) => {
      response.writeHead(200, { 'x-request-id': 'req-1' }).end(me);
    });
    await createClient({ ...QUICK, baseUrl: local.url, logger }).me();
    const url = `${local.url}/v1/me`;
    expect(entries).toEqual([
      {
        level: 'debug',
        message: `GET ${url}`,
        fields: {
          method: 'GET',
          url,
          attempt: 1,
          headers: { accept: 'application/json', 'x-mkt-api-key': '[redacted]' },
        },
      },
      {
        level: 'debug',
        message: expect.stringMatching(/^GET http.*\/v1\/me: 200 after \d+ ms$/),
        fields: {
          method: 'GET',
          url,
          attempt: 1,
          status: 200,
          requestId: 'req-1',
          durationMs: expect.any(Number),
        },
      },
    ]);
  });

  it('is warned of a retry', async () => {
    const { entries, logger } = recorder();
    let requests = 0;
    await using local = await serveHttp((_, response) => {
      requests += 1;
      response.writeHead(requests === 1 ? 503 : 200).end(me);
    });
    await createClient({ ...QUICK, baseUrl: local.url, logger }).me();
    expect(entries.map(({ level, fields }) => [level, fields.attempt, fields.status])).toEqual([
      ['debug', 1, undefined],
      ['warn', 1, 503],
      ['debug', 2, undefined],
      ['debug', 2, 200],
    ]);
    expect(entries[1]?.message).toMatch(/: 503 after \d+ m?s; retrying in 1 ms$/);
    expect(entries[1]?.fields.retryInMs).toBeGreaterThan(0);
  });

  it.each<[string, () => Promise<[string, AsyncDisposable?]>, object, string | RegExp]>([
    ['is refused', async () => [(await closedAddress()).url], {}, /^connect ECONNREFUSED/],
    ['times out', () => served(() => {}), { timeout: 20 }, 'timed out'],
    [
      'is too large',
      () => served((_, response) => void response.end(me)),
      { maxResponseBytes: 1 },
      'the response is larger than maxResponseBytes; raise it if that is expected',
    ],
  ])('is warned of a request that %s', async (_, start, options, reason) => {
    const { entries, logger } = recorder();
    const [baseUrl, server] = await start();
    const client = createClient({ ...QUICK, ...options, retries: 0, baseUrl, logger });
    await expect(client.me()).rejects.toMatchObject({ name: expect.stringMatching(/Error$/) });
    await server?.[Symbol.asyncDispose]();
    expect(entries.at(-1)).toMatchObject({
      level: 'warn',
      fields: { error: typeof reason === 'string' ? reason : expect.stringMatching(reason) },
    });
  });

  it('a logger that throws does not break the call', async () => {
    const broken = () => {
      throw new Error('disk full');
    };
    await using local = await serveHttp((_, response) => response.end(me));
    const logger = { debug: broken, warn: broken };
    const client = createClient({ ...QUICK, baseUrl: local.url, logger });
    await expect(client.me()).resolves.toEqual(RESPONSES.getMe);
  });

  it('may be the console', () => {
    expect(() => createClient({ logger: console, apiKey: null })).not.toThrow();
  });
});

async function served(listener: RequestListener): Promise<[string, AsyncDisposable]> {
  const local = await serveHttp(listener);
  return [local.url, local];
}

describe('what a logger sees of secrets', () => {
  const SIGNING_SECRET = `whsec_${'A+/'.repeat(14)}A=`;
  const PASSWORD = 'Basic c2VjcmV0';

  /** What is logged when this call fails or succeeds. */
  async function logged(
    call: (client: Client) => PromiseLike<unknown>,
    listener: RequestListener = (_, response) => void response.end(me),
  ): Promise<string> {
    const { entries, logger } = recorder();
    await using local = await serveHttp(listener);
    const client = createClient({
      ...QUICK,
      baseUrl: local.url,
      retries: 1,
      logger,
      headers: { authorization: PASSWORD, cookie: `key=${API_KEY}`, 'user-agent': OTHER_KEY },
    });
    await Promise.resolve(call(client)).catch(() => undefined);
    expect(entries.length).toBeGreaterThan(1);
    return JSON.stringify(entries);
  }

  /** The secrets of which a text has the end: a redaction may also stop too early. */
  const secretsIn = (text: string) =>
    [API_KEY, OTHER_KEY, SIGNING_SECRET, PASSWORD].filter(
      (secret) =>
        text.includes(secret.slice(-10)) || text.includes(encodeURIComponent(secret).slice(-10)),
    );

  it('secrets in headers are not logged', async () => {
    expect(secretsIn(await logged((client) => client.me()))).toEqual([]);
    const headers = { prefer: API_KEY, 'x-other': OTHER_KEY };
    expect(secretsIn(await logged((client) => client.me({ headers })))).toEqual([]);
    expect(
      secretsIn(await logged((client) => client.activate('a', {}, { idempotencyKey: API_KEY }))),
    ).toEqual([]);
  });

  it.each([
    ['a path', `/v1/x/${API_KEY}/y`],
    ['a query', `/v1/x?a=1&key=${OTHER_KEY}`],
    ['a query after a space', `/v1/x?q=%20${API_KEY}`],
    ['a query in which it is encoded', `/v1/x?key=${API_KEY.replace('_', '%5F')}`],
    ['a query with a signing secret', `/v1/x?key=${encodeURIComponent(SIGNING_SECRET)}`],
  ])('secrets in a URL are not logged: %s', async (_, path) => {
    expect(secretsIn(await logged((client) => client.request('GET', path)))).toEqual([]);
  });

  it('secrets in a query that the client wrote are not logged', async () => {
    const query = { query: SIGNING_SECRET, category: API_KEY };
    expect(secretsIn(await logged((client) => client.search(query)))).toEqual([]);
  });

  it('secrets in an id are not logged', async () => {
    expect(secretsIn(await logged((client) => client.orders.get(SIGNING_SECRET)))).toEqual([]);
  });

  it('secrets in a request id are not logged', async () => {
    const echo = await logged(
      (client) => client.me(),
      (_, response) => void response.writeHead(503, { 'x-request-id': API_KEY }).end(me),
    );
    expect(secretsIn(echo)).toEqual([]);
  });

  it('secrets in the errors of a fetch are not logged', async () => {
    const { entries, logger } = recorder();
    const client = createClient({
      ...QUICK,
      retries: 1,
      logger,
      fetch: async (_, init) => {
        const inner = new Error(
          `cannot send ${API_KEY} to ${JSON.stringify([...new Headers(init.headers)])}`,
        );
        throw new TypeError(`failed with ${OTHER_KEY}`, { cause: inner });
      },
    });
    await expect(client.me()).rejects.toMatchObject({ type: 'unreachable' });
    expect(entries).toHaveLength(4);
    expect(JSON.stringify(entries)).toContain('cannot send mkt_[redacted]');
    expect(secretsIn(JSON.stringify(entries))).toEqual([]);
  });

  it('secrets in a response are not logged, because bodies are not', async () => {
    const text = await logged(
      (client) => client.listings.signingSecret('p'),
      (_, response) => void response.end(JSON.stringify({ secret: SIGNING_SECRET })),
    );
    expect(secretsIn(text)).toEqual([]);
  });
});

describe('pino', () => {
  it('is a logger once its two arguments are swapped', async () => {
    const lines: string[] = [];
    const pino = (options: LoggerOptions) => createPino(options, { write: (l) => lines.push(l) });
    // #region pino
    const log = pino({ level: 'debug' });
    const logger: Logger = {
      debug: (message, fields) => log.debug(fields, message),
      warn: (message, fields) => log.warn(fields, message),
    };
    // #endregion
    await using local = await serveHttp((_, response) => response.writeHead(200).end(me));
    await createClient({ ...QUICK, baseUrl: local.url, logger }).me();
    const entries = lines.map((line) => JSON.parse(line) as { msg: string; attempt: number });
    expect(entries.map(({ attempt }) => attempt)).toEqual([1, 1]);
    expect(entries[1]?.msg).toMatch(/\/v1\/me: 200 after \d+ ms$/);
    expect(lines.join('')).not.toContain(API_KEY);
  });
});
