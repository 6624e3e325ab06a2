// docs/reference/protocol.md#requests-and-responses: which responses are compressed, for whom, and which never.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { type Route, type RouteId, ROUTES } from '@mkt/protocol';
import { standaloneSchema } from '@mkt/protocol/schemas';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bodyOf, serveHttp } from '../../../../test-bed/local-server.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import {
  COMPRESSED,
  type Compress,
  createCompression,
  type Encoders,
} from '../../src/http/compression.ts';
import { DisconnectSource } from '../../src/structures/async.ts';
import { PASSWORD, signedUp } from '../accounts/browser.ts';
import { settled, published } from '../database/samples.ts';
import { type Market, openMarket } from '../market.ts';
import { opened } from './list-pages.ts';

interface Read {
  headers: IncomingMessage['headers'];
  /** As it was sent. */
  bytes: Buffer;
  /** Decoded. */
  text: string;
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
};

/** Reads a path with these headers and no others; `fetch` would add some, and decode the body. */
async function read(
  { url, apiKey }: Pick<Market, 'url' | 'apiKey'>,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Read> {
  const sent = request(url + path, { method, headers: { 'x-mkt-api-key': apiKey, ...headers } });
  const [response] = (await once(sent.end(), 'response')) as [IncomingMessage];
  const bytes = await bodyOf(response);
  const decode = DECODERS[response.headers['content-encoding'] ?? ''];
  const text = (method === 'HEAD' || !decode ? bytes : decode(bytes)).toString();
  return { headers: response.headers, bytes, text };
}

const accepting = (encoding: string) => ({ 'accept-encoding': encoding });

describe('a response is compressed', () => {
  it('to a tenth of its bytes or less, if it is a list of 100 orders', async () => {
    const { market, store, accountId: buyerId } = await opened();
    const { id: listingId } = await published(store);
    await Promise.all(Array.from({ length: 100 }, () => settled(store, { listingId, buyerId })));
    const path = '/v1/orders?limit=100';
    const plain = await read(market, path);
    expect(JSON.parse(plain.text).data).toHaveLength(100);
    expect(plain.bytes.length).toBeGreaterThan(45_000);
    for (const encoding of ['gzip', 'br']) {
      const { headers, bytes, text } = await read(market, path, accepting(encoding));
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers['content-length']).toBe(String(bytes.length));
      expect(bytes.length).toBeLessThan(plain.bytes.length / 10);
      expect(text).toBe(plain.text);
    }
    const one = await read(market, '/v1/orders?limit=1', accepting('gzip'));
    expect(one.bytes.length).toBeLessThan(1_024);
    expect(one.headers).not.toHaveProperty('content-encoding');
    expect(one.headers.vary).toBe('Accept-Encoding');
  });

  it('in the encoding that the client prefers, with the same head for HEAD', async () => {
    const market = await openMarket();
    const path = '/v1/openapi.json';
    const { text } = await read(market, path);
    for (const [accepted, encoding] of [
      [undefined, undefined],
      ['', undefined],
      ['gzip', 'gzip'],
      ['GZIP', 'gzip'],
      ['br', 'br'],
      ['gzip, deflate, br, zstd', 'gzip'],
      ['br, gzip, deflate', 'br'],
      ['gzip;q=0.5, br;q=0.8', 'br'],
      ['gzip;q=0, br;q=0.1', 'br'],
      ['gzip;q=0', undefined],
      ['*', 'gzip'],
      ['gzip;q=0, *', 'br'],
      ['*;q=0', undefined],
      ['identity', undefined],
      ['identity, gzip;q=0.5', undefined],
      ['identity;q=0.5, gzip', 'gzip'],
      ['deflate, zstd', undefined],
      ['gzip;q=x, ;;=', undefined],
    ]) {
      const found = await read(market, path, accepted === undefined ? {} : accepting(accepted));
      const { 'content-encoding': used, vary } = found.headers;
      expect([accepted, used, vary]).toEqual([accepted, encoding, 'Accept-Encoding']);
      expect(found.text).toBe(text);
    }
    const { headers: ofGet } = await read(market, path, accepting('br'));
    const { headers: ofHead, bytes } = await read(market, path, accepting('br'), 'HEAD');
    for (const name of ['content-encoding', 'content-length', 'content-type', 'vary']) {
      expect([name, ofHead[name]]).toEqual([name, ofGet[name]]);
    }
    expect(bytes.length).toBe(0);
    const table = await read(market, '/v1/usage', { accept: 'text/csv' });
    expect(table.headers.vary).toBe('Accept, Accept-Encoding');
  });
});

/** Why no response of these routes is compressed. A new route is here, or in `COMPRESSED`. */
const NEVER: Partial<Record<RouteId, string>> = {
  createOrder: 'an activation should take no longer than it must',
  getEvents: 'a stream',
  getMe: 'the id of a session',
  getSigningSecret: 'a secret',
  rotateSigningSecret: 'a secret',
  createApiKey: 'a key',
  listApiKeys: 'parts of keys',
  updateApiKey: 'parts of a key',
  createWebhook: 'a secret',
  rotateWebhookSecret: 'a secret',
  listWebhooks: 'URLs, which are a secret of many receivers',
  getWebhook: 'such a URL',
  updateWebhook: 'such a URL',
  testWebhook: 'what such a URL answers',
  listWebhookAttempts: 'what such a URL answered',
  getDelivery: 'what such a URL answered',
  sendDelivery: 'what such a URL answers',
  deleteProvider: 'no body',
  deleteWebhook: 'no body',
  deleteApiKey: 'no body',
};

const ALL = Object.entries(ROUTES) as [RouteId, Route][];

describe('a response is never compressed', () => {
  it('on the routes of this list, which are all but those that may be compressed', () => {
    const others = ALL.filter(([id]) => !COMPRESSED.has(id)).map(([id]) => id);
    expect(others.toSorted()).toEqual(Object.keys(NEVER).toSorted());
  });

  it('if its schema has a key or a secret', () => {
    const isSecret = /"pattern":"\^(?:mkt_|whsec_)|"(?:\w*secret|key|\w*token|\w*password)":\{/i;
    const secret = ALL.filter(
      ([, { success }]) =>
        success.schema && isSecret.test(JSON.stringify(standaloneSchema(success.schema))),
    ).map(([id]) => id);
    expect(secret.toSorted()).toEqual([
      'createApiKey',
      'createWebhook',
      'getSigningSecret',
      'rotateSigningSecret',
      'rotateWebhookSecret',
    ]);
    expect(secret.filter((id) => COMPRESSED.has(id))).toEqual([]);
  });

  it('if it lists keys, webhooks or sessions, at /mcp, or if it is an error', async () => {
    const market = await openMarket();
    const long = 'x'.repeat(1_024);
    const scopes = ['order:create', 'order:read', 'listing:read', 'listing:update'];
    for (const name of ['a', 'b', 'c']) await market.api.post('/v1/api-keys', { name, scopes });
    const { url } = await openSeller();
    await market.api.post('/v1/webhooks', { url: `${url}/${long}` });
    const browser = await signedUp(market);
    const again = { email: 'ann@example.com', password: PASSWORD };
    await browser.post('/auth/sign-in/email', again, { 'user-agent': long });
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`field${n}`, n]));
    // `fetch` accepts gzip.
    for (const [what, { headers, text }] of Object.entries({
      keys: await market.api.get('/v1/api-keys'),
      webhooks: await market.api.get('/v1/webhooks'),
      sessions: await browser.get('/auth/list-sessions'),
      error: await market.api.post('/v1/providers', unknown),
    })) {
      const isLarge = text.length > 1_024;
      const found = [what, isLarge, headers.get('content-encoding'), headers.get('vary')];
      expect(found).toEqual([what, true, null, null]);
    }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    const { headers } = await market.api.post('/mcp', message, { headers: { accept } });
    const found = ['content-type', 'content-encoding', 'vary'].map((name) => headers.get(name));
    expect(found).toEqual(['text/event-stream', null, null]);
  });
});

/** Compresses texts of its own with these encoders. */
async function openCompression(gzip: Encoders['gzip']) {
  let compress: Compress | undefined;
  const compressionFor = createCompression({ gzip, br: gzip });
  const app = express().get('/', (req, res) => {
    compress = compressionFor(req);
    res.end();
  });
  const { url, close } = await serveHttp(app);
  onTestFinished(close);
  await fetch(url);
  return async (text: string, { group = 'ann', disconnect = new DisconnectSource() } = {}) => {
    const made = await compress?.({ status: 200, text }, { group, disconnect });
    return made && 'body' in made ? made.body : 'as it is';
  };
}

describe('a response is sent as it is', () => {
  const LARGE = 'x'.repeat(3 * 1024 * 1024);
  const encoded = gzipSync('encoded');

  it('if it cannot be compressed', async () => {
    let fails = true;
    const compressed = await openCompression(async () => {
      if (fails) throw new Error('zlib: out of memory');
      return encoded;
    });
    expect(await compressed(LARGE)).toBe('as it is');
    fails = false;
    expect(await compressed(LARGE)).toBe(encoded);
  });

  it('while 4 MiB wait to be compressed, one response after another, and accounts take turns', async () => {
    const begun: { text: string; end(): void }[] = [];
    const compressed = await openCompression((text) => {
      const { promise, resolve } = Promise.withResolvers<Buffer>();
      begun.push({ text, end: () => resolve(encoded) });
      return promise;
    });
    const first = compressed(LARGE);
    const second = compressed('ann '.repeat(1_000));
    const other = compressed('ben '.repeat(1_000), { group: 'ben' });
    const last = compressed(LARGE);
    expect(await compressed('late'.repeat(1_000))).toBe('as it is');
    for (const response of [first, second, other, last]) {
      expect(begun).toHaveLength(1);
      begun.pop()?.end();
      expect(await response).toBe(encoded);
    }
  });

  it('if its client has disconnected before it is its turn', async () => {
    const begun: string[] = [];
    const compressed = await openCompression(async (text) => {
      begun.push(text[0] ?? '');
      return encoded;
    });
    const disconnect = new DisconnectSource();
    const first = compressed('a'.repeat(2_000));
    const second = compressed('b'.repeat(2_000), { disconnect });
    disconnect.trigger();
    expect([await first, await second]).toEqual([encoded, 'as it is']);
    expect(begun).toEqual(['a']);
  });
});
