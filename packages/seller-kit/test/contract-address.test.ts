import { expressHandler } from '@mkt/seller-kit/express';
import express from 'express';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { define } from './definition.ts';
import { listen, sendRaw } from './listen.ts';
import { recordingLogger, sampleService, type SampleOptions } from './sample-service.ts';

afterEach(() => vi.unstubAllEnvs());

describe('the address in the contract', () => {
  async function endpointOf(changes: Record<string, unknown>, url: string) {
    const response = await define(changes).fetch(new Request(url));
    const { provider } = (await response.json()) as {
      provider: { runContract: { endpointPath: string; healthEndpoint: string } };
    };
    return [provider.runContract.endpointPath, provider.runContract.healthEndpoint];
  }

  it.each(['https://example.com', 'https://example.com/', 'https://EXAMPLE.com:443'])(
    'follows from baseUrl %s',
    async (baseUrl) => {
      expect(await endpointOf({ baseUrl }, 'http://127.0.0.1:1/contract')).toEqual([
        'https://example.com/run',
        'https://example.com/health',
      ]);
    },
  );

  it('has the path of baseUrl; requests may have that path or not', async () => {
    const baseUrl = 'https://example.com/apis/text/';
    const expected = ['https://example.com/apis/text/run', 'https://example.com/apis/text/health'];
    for (const path of ['/contract', '/apis/text/contract']) {
      expect(await endpointOf({ baseUrl }, `http://127.0.0.1:1${path}`)).toEqual(expected);
    }
    const other = await define({ baseUrl }).fetch(new Request('http://127.0.0.1:1/apis/textile'));
    expect(other.status).toBe(404);
  });

  it('has one slash between an origin that ends with a slash and a path', async () => {
    const baseUrl = 'https://example.com//text/';
    expect((await endpointOf({ baseUrl }, 'http://127.0.0.1:1/contract'))[0]).toBe(
      'https://example.com/text/run',
    );
  });

  it('may have a path that is a prefix of an endpoint’s name', async () => {
    const service = define({ baseUrl: 'https://example.com/r' });
    for (const path of ['/run', '/r/run', '/r', '/r/']) {
      const response = await service.fetch(new Request(`http://127.0.0.1:1${path}`));
      expect(response.status).toBe(200);
    }
  });

  it('is the requested address without baseUrl, in development', async () => {
    expect(await endpointOf({}, 'http://localhost:8801/contract')).toEqual([
      'http://localhost:8801/run',
      'http://localhost:8801/health',
    ]);
  });

  it('is the requested host and the path of baseUrl, if that is only a path, in development', async () => {
    const expected = ['http://localhost:8801/text/run', 'http://localhost:8801/text/health'];
    // Hono removes the path of a mounted service, Next.js does not.
    for (const path of ['/contract', '/text/contract']) {
      const url = `http://localhost:8801${path}`;
      expect(await endpointOf({ baseUrl: '/text' }, url)).toEqual(expected);
    }
    const other = await define({ baseUrl: '/text' }).fetch(new Request('http://localhost/texts'));
    expect(other.status).toBe(404);
  });

  it('is not cacheable when it comes from the request', async () => {
    const contract = (changes: Record<string, unknown>) =>
      define(changes).fetch(new Request('http://localhost/contract'));
    expect((await contract({})).headers.get('cache-control')).toBe('no-store');
    const fixed = await contract({ baseUrl: 'https://example.com' });
    expect(fixed.headers.get('cache-control')).toBeNull();
  });
});

it.each([
  [{}, 'no baseUrl', 'baseUrl is not set'],
  [{ baseUrl: '/text' }, 'only a path as baseUrl', 'baseUrl is only a path'],
])('in production %j is refused, with a warning at startup', async (changes, warning, error) => {
  vi.stubEnv('NODE_ENV', 'production');
  const logger = recordingLogger();
  const service = define({ logger, ...changes });
  expect(logger.warn.mock.calls.flat().join()).toContain(`has ${warning}`);
  const response = await service.fetch(new Request('http://evil.test/contract'));
  expect(response.status).toBe(500);
  const body = await response.text();
  expect(body).toContain(error);
  expect(body).not.toContain('evil.test');
});

/** The address in the contract of a service without the host in baseUrl, mounted at a prefix. */
async function endpointFor(headers: string[], changes: SampleOptions = {}) {
  const handler = expressHandler(sampleService(changes));
  const url = await listen(express().use('/apis/text', handler));
  const request = ['GET /apis/text/contract HTTP/1.1', 'Connection: close', ...headers, '', ''];
  const response = await sendRaw(url, request.join('\r\n'));
  const body = JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4)) as {
    error?: string;
    provider?: { runContract: { endpointPath: string } };
  };
  return body.provider?.runContract.endpointPath ?? body.error;
}

it.each([
  [['Host: localhost:8801'], 'http://localhost:8801/apis/text/run'],
  [['Host: [::1]:8801'], 'http://[::1]:8801/apis/text/run'],
  [
    ['Host: tunnel.example.com', 'X-Forwarded-Proto: https'],
    'https://tunnel.example.com/apis/text/run',
  ],
  [
    ['Host: tunnel.example.com', 'X-Forwarded-Proto: https,http'],
    'https://tunnel.example.com/apis/text/run',
  ],
  [['Host: a.example.com', 'X-Forwarded-Proto: javascript'], 'http://a.example.com/apis/text/run'],
  [['Host: a.example.com/path'], 'The Host header is not a valid host'],
  [['Host: me@a.example.com'], 'The Host header is not a valid host'],
  [['Host: a.example.com:99999'], 'The Host header is not a valid host'],
  [['Host: "><script>'], 'The Host header is not a valid host'],
  [['Host:'], 'The Host header is not a valid host'],
])('without baseUrl, a request with %j gets a contract with %s', async (headers, endpoint) => {
  expect(await endpointFor(headers)).toBe(endpoint);
});

it('in express, a baseUrl that is only a path replaces the path of the mount', async () => {
  const headers = ['Host: localhost:8801'];
  for (const baseUrl of ['/apis/text', '/behind/a/proxy']) {
    expect(await endpointFor(headers, { baseUrl })).toBe(`http://localhost:8801${baseUrl}/run`);
  }
});

it.each([
  [{}, 'baseUrl has no path'],
  [{ baseUrl: 'https://shop.example.com' }, 'baseUrl is https://shop.example.com'],
  [{ baseUrl: 'https://shop.example.com/apis/text' }, undefined],
  [{ baseUrl: 'https://shop.example.com/behind/apis/text/' }, undefined],
  [{ baseUrl: '/apis/text' }, undefined],
])('in development, a mount that %j leaves out is warned of once', async (changes, says) => {
  const logger = recordingLogger();
  const handler = expressHandler(sampleService({ logger, ...changes }));
  const url = await listen(express().use('/apis/text', handler));
  for (let request = 0; request < 2; request++) await fetch(`${url}/apis/text/contract`);
  const warnings = logger.warn.mock.calls.flat();
  expect(warnings).toHaveLength(says === undefined ? 0 : 1);
  if (says !== undefined) {
    expect(warnings.join()).toContain(`Text length is mounted at /apis/text, but ${says}`);
    expect(warnings.join()).toContain('Let baseUrl end in /apis/text');
  }
});
