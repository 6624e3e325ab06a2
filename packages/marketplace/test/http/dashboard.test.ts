import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openMarket } from '../market.ts';
import { exchange, message } from './raw-exchange.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const ASSETS = join(import.meta.dirname, '..', '..', 'dist', 'dashboard', 'assets');
const script = readdirSync(ASSETS).find((name) => name.endsWith('.js'))!;

const nonceOf = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];

describe('pages', () => {
  it('get a policy that allows only files of this server, and styles with the nonce of the response', async () => {
    const { url } = await openMarket();
    const response = await fetch(url);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*|http/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');

    const nonce = nonceOf(policy) ?? '';
    expect(Buffer.from(nonce, 'base64')).toHaveLength(16);
    expect(policy.replaceAll(nonce, '…').split(';')).toEqual([
      "default-src 'none'",
      "script-src 'self' 'nonce-…'",
      "style-src 'self' 'nonce-…'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(response.headers.get('x-request-id')).toMatch(/\S/);
    const html = await response.text();
    expect(html).toContain(`<meta property="csp-nonce" nonce="${nonce}">`);
    expect(html).not.toContain('__MKT_');
  });

  it('are never stored, because each response has a nonce of its own', async () => {
    const { url } = await openMarket();
    const responses = await Promise.all([fetch(url), fetch(url)]);
    const nonces = responses.map(({ headers }) => nonceOf(headers.get('content-security-policy')!));
    expect(new Set(nonces).size).toBe(2);
    expect(responses.map(({ headers }) => headers.get('cache-control'))).toEqual([
      'no-store',
      'no-store',
    ]);
  });

  it.each(['/orders', '/listings/text-insights', '/docs', '/no/such/page'])(
    'answer a browser at %s, whose router knows the page',
    async (path) => {
      const { url } = await openMarket();
      const response = await fetch(url + path, { headers: HTML });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect((await fetch(url + path, { headers: HTML, method: 'HEAD' })).status).toBe(200);
    },
  );

  it.each([undefined, '*/*', 'text/*', 'text/plain, */*;q=0.1', 'application/json;q=0.5, */*'])(
    'are served to a program whose Accept is %s',
    async (accept) => {
      const { url } = await openMarket();
      for (const path of [
        '/',
        '/sign-in',
        '/listings/text-insights',
        '/selling/a/edit',
        '/orders/',
        '/docs/',
      ]) {
        const head = [`GET ${path} HTTP/1.1`, 'host: a', 'connection: close'];
        const [page] = await exchange(url, message(accept ? [...head, `accept: ${accept}`] : head));
        expect([path, page?.status]).toEqual([path, 200]);
        expect(page?.headers.get('content-type')).toBe('text/html; charset=utf-8');
      }
    },
  );

  it('know in which mode the server runs', async () => {
    const dev = await openMarket();
    expect(await (await fetch(dev.url)).text()).toContain('name="mkt-mode" content="dev"');
    const open = await openMarket({ dev: false, environment: { MKT_SIGNUP: 'closed' } });
    const html = await (await fetch(`http://127.0.0.1:${open.port}`)).text();
    expect(html).toContain('name="mkt-mode" content="production"');
    expect(html).toContain('name="mkt-sign-up" content="closed"');
  });

  it('know who runs the marketplace, whatever is in the name', async () => {
    const name = '"><script>$&</script> & __MKT_NONCE__';
    const { url } = await openMarket({
      environment: { MKT_OPERATOR_NAME: name, MKT_CONTACT_URL: 'mailto:help@example.com' },
    });
    const html = await (await fetch(url)).text();
    const written = /name="mkt-operator" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(written).not.toMatch(/[<>]/);
    const text = written.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    expect(JSON.parse(text)).toEqual({
      name,
      termsUrl: null,
      privacyUrl: null,
      contactUrl: 'mailto:help@example.com',
    });
  });

  it.each([
    { dev: true, cookie: 'mkt_session=any' },
    { dev: false, cookie: 'other=1; __Host-mkt_session=any' },
  ])('know whether the browser has a session, before it is read: $cookie', async (mode) => {
    const { port } = await openMarket({ dev: mode.dev });
    const pageFor = async (headers: Record<string, string>) =>
      await (await fetch(`http://127.0.0.1:${port}`, { headers })).text();
    expect(await pageFor({})).toContain('<html lang="en" data-visitor="true">');
    expect(await pageFor({ cookie: 'other=1' })).toContain('data-visitor="true"');
    expect(await pageFor({ cookie: mode.cookie })).toContain('data-visitor="false"');
  });
});

describe('what is not a page', () => {
  it.each([
    '/v1',
    '/v1/nothing',
    '/V1/nothing',
    '/auth/nothing',
    '/docs/nothing',
    '/healthz/nothing',
    '/readyz/nothing',
    '/metrics/nothing',
    '/assets/nothing.js',
  ])('gets the JSON 404 at %s, in a browser too', async (path) => {
    const { url } = await openMarket();
    const response = await fetch(url + path, { headers: HTML });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ type: 'not_found' });
  });

  it('gets the JSON 404 from a program, and for other methods', async () => {
    const { url } = await openMarket();
    for (const headers of [
      { accept: 'application/json' },
      { accept: 'application/json, text/plain, */*' },
      { accept: 'image/png' },
      { 'x-mkt-api-key': 'mkt_nonsense' },
      { authorization: 'Bearer mkt_nonsense' },
    ] as Record<string, string>[]) {
      const response = await fetch(`${url}/orders`, { headers });
      expect([headers, response.status]).toEqual([headers, 404]);
      expect(await response.json()).toMatchObject({ type: 'not_found' });
    }
    expect((await fetch(`${url}/v2/orders`)).status).toBe(404);
    const posted = await fetch(`${url}/orders`, { headers: HTML, method: 'POST' });
    expect(posted.status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
  });
});

describe('assets', () => {
  it('are stored for ever, because their names change with their content', async () => {
    const { url } = await openMarket();
    const { headers } = await fetch(`${url}/assets/${script}`);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('are sent compressed, as small as the client accepts', async () => {
    const { url } = await openMarket();
    const sentTo = async (accepted: string) => {
      const init = { headers: { 'accept-encoding': accepted } };
      const response = await fetch(`${url}/assets/${script}`, init);
      expect(response.headers.get('vary')).toBe('Accept-Encoding');
      return {
        encoding: response.headers.get('content-encoding'),
        bytes: Number(response.headers.get('content-length')),
        text: await response.text(),
      };
    };
    const plain = await sentTo('identity');
    const gzip = await sentTo('gzip');
    const br = await sentTo('gzip, deflate, br, zstd');
    expect([plain, gzip, br].map(({ encoding }) => encoding)).toEqual([null, 'gzip', 'br']);
    expect(gzip.bytes).toBeLessThan(plain.bytes);
    expect(br.bytes).toBeLessThan(gzip.bytes);
    expect([gzip.text, br.text]).toEqual([plain.text, plain.text]);
    expect(await sentTo('gzip;q=0, br;q=0, *')).toEqual(plain);
  });

  it.each([
    '/assets/../index.html',
    '/assets/..%2f..%2findex.js',
    '/assets/%2e%2e/%2e%2e/index.js',
    '/assets//etc/passwd',
    '/assets/%00',
    `/assets/${script}.gz`,
    `/assets/${script}.br`,
    `/assets/./${script}`,
  ])('are only the files of the build: %s is not found', async (path) => {
    const { url } = await openMarket();
    const head = [`GET ${path} HTTP/1.1`, 'host: a', 'connection: close', '', ''];
    const [response] = await exchange(url, head.join('\r\n'));
    expect(response).toMatchObject({ status: 404, body: { type: 'not_found' } });
  });
});
