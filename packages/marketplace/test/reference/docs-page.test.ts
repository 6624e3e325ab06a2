// The API reference at /docs: what the server sends.
import { describe, expect, it } from 'vitest';
import { openMarket } from '../market.ts';

const HTML = { accept: 'text/html' };

/** The addresses that the page loads. */
async function assetsOf(url: string): Promise<string[]> {
  const html = await (await fetch(`${url}/docs`)).text();
  return [...html.matchAll(/(?:src|href)="([^"]*\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
}

describe('the page at /docs', () => {
  it.each(['/docs', '/docs/', '/DOCS', '/docs?url=https://evil.example/openapi.json'])(
    'is served at %s',
    async (path) => {
      const { url } = await openMarket();
      const response = await fetch(url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('x-request-id')).toMatch(/\S/);
      expect(await response.text()).toContain('<title>API reference');
    },
  );

  it('allows only files of this server, and nothing inline', async () => {
    const { url } = await openMarket();
    const response = await fetch(`${url}/docs`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none';/);
    const sources = policy.split(';').flatMap((directive) => directive.split(' ').slice(1));
    expect(new Set(sources)).toEqual(new Set(["'none'", "'self'"]));
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const html = await response.text();
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*\ssrc=)|https?:/);
  });

  it('is requested each time, and its files are cached, because their paths change', async () => {
    const { url } = await openMarket();
    expect((await fetch(`${url}/docs`)).headers.get('cache-control')).toBe('no-cache');
    const assets = await assetsOf(url);
    expect(assets).toHaveLength(6);
    for (const path of assets) {
      const response = await fetch(url + path);
      expect([path, response.status]).toEqual([path, 200]);
      expect(response.headers.get('content-type')).toMatch(
        path.endsWith('.css') ? /^text\/css/ : /^text\/javascript/,
      );
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      const text = await response.text();
      const isOwn = /(page\.css|scheme\.js|names\.js|start\.js)$/.test(path);
      expect(text.length).toBeGreaterThan(isOwn ? 50 : 100_000);
    }
  });

  it('has compressed files for those who accept them', async () => {
    const { url } = await openMarket();
    const path = (await assetsOf(url)).find((each) => each.endsWith('.css')) ?? '';
    const headersFor = async (accepted: string) =>
      (await fetch(url + path, { headers: { 'accept-encoding': accepted } })).headers;
    const [gzip, plain] = [await headersFor('gzip, br'), await headersFor('identity')];
    expect(gzip.get('content-encoding')).toBe('gzip');
    expect(plain.get('content-encoding')).toBeNull();
    expect(gzip.get('vary')).toBe('Accept-Encoding');
    expect(Number(gzip.get('content-length'))).toBeLessThan(
      Number(plain.get('content-length')) / 4,
    );
  });

  it('answers HEAD like GET, without a body', async () => {
    const { url } = await openMarket();
    for (const path of ['/docs', ...(await assetsOf(url))]) {
      const [head, get] = [await fetch(url + path, { method: 'HEAD' }), await fetch(url + path)];
      const names = ['content-type', 'content-length', 'cache-control', 'content-encoding'];
      const seen = ({ headers }: Response) => names.map((name) => headers.get(name));
      expect([head.status, await head.text(), seen(head)]).toEqual([200, '', seen(get)]);
    }
  });

  it('does not serve other files, to browsers either', async () => {
    const { url } = await openMarket();
    const folder = (await assetsOf(url))[0]?.replace(/\/[^/]+$/, '') ?? '';
    for (const path of [
      '/docs/nothing',
      '/docs/index.html',
      `${folder}/nothing.js`,
      `${folder}/package.json`,
      `${folder}/..%2f..%2fpackage.json`,
      `${folder}/%2e%2e/start.js`,
      `${folder.replace(/.$/, 'x')}/start.js`,
      '/docs/assets/__proto__/constructor',
    ]) {
      const response = await fetch(url + path, { headers: HTML });
      expect([path, response.status]).toEqual([path, 404]);
      expect(await response.json()).toMatchObject({ type: 'not_found' });
    }
  });

  it('says which methods it supports', async () => {
    const { url } = await openMarket();
    for (const path of ['/docs', ...(await assetsOf(url))]) {
      const response = await fetch(url + path, { method: 'POST' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
      expect(await response.json()).toMatchObject({ type: 'method_not_allowed' });
    }
  });
});

describe('the images of the style sheet', () => {
  it('are files beside it', async () => {
    const { url } = await openMarket();
    const path = (await assetsOf(url)).find((each) => each.endsWith('swagger-ui.css')) ?? '';
    const css = await (await fetch(url + path)).text();
    expect(css.includes('data:')).toBe(false);
    const images = [...css.matchAll(/url\(([^)]*)\)/g)].map(([, name = '']) => name);
    expect(images.length).toBeGreaterThan(10);
    for (const name of images) {
      const response = await fetch(new URL(name, url + path));
      expect([name, response.status]).toEqual([name, 200]);
      expect(response.headers.get('content-type')).toMatch(/^image\/(svg\+xml|png|jpeg)$/);
      if (!name.endsWith('.svg')) continue;
      expect(await response.text()).toMatch(
        /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/s,
      );
    }
  });
});
