import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { ID } from '../../../test-bed/completed-order.ts';
import { API_KEY, BASE_URL, RESPONSES } from './records.ts';

const CEILING_BYTES = 25_400;

let bundle: string;
let inputs: string[];

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
    conditions: ['mkt-source'],
    bundle: true,
    minify: true,
    // Fails on any import of a Node module.
    platform: 'browser',
    format: 'iife',
    globalName: 'mkt',
    target: 'es2022',
    metafile: true,
    write: false,
  });
  bundle = outputFiles[0]?.text ?? '';
  inputs = Object.keys(metafile.inputs);
});

describe('the bundle for a browser', () => {
  it(`is under ${CEILING_BYTES} bytes, minified and compressed`, () => {
    expect(gzipSync(bundle).byteLength).toBeLessThan(CEILING_BYTES);
  });

  it('is as large as the README says, in whole kilobytes', () => {
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    const kilobytes = Math.round(gzipSync(bundle).byteLength / 1_000);
    expect(/(\d+) kB compressed/.exec(readme)?.[1]).toBe(String(kilobytes));
  });

  it('contains this package, the protocol, and ofetch with its two dependencies, but no other', () => {
    const others = inputs
      .filter((path) => !/packages\/(client|protocol)\/src\//.test(path))
      .map((path) => /node_modules\/(?!\.pnpm)([^/]+)/.exec(path)?.[1]);
    expect(new Set(others)).toEqual(new Set(['destr', 'ofetch', 'ufo']));
    expect(inputs.filter((path) => path.includes('validators'))).toEqual([]);
  });

  it('works without process, Buffer and require', async () => {
    const requests: { url: string; key: string | null }[] = [];
    const bodies: string[] = [];
    const context = createContext({
      AbortController,
      AbortSignal,
      crypto,
      Headers,
      performance,
      TextDecoder,
      URL,
      URLSearchParams,
      setTimeout,
      clearTimeout,
      fetch: async (url: string, init: RequestInit) => {
        if (typeof init.body === 'string') bodies.push(init.body);
        else requests.push({ url, key: new Headers(init.headers).get('x-mkt-api-key') });
        return new Response(JSON.stringify(RESPONSES.getMe));
      },
    });
    runInContext(bundle, context);
    const call = (code: string): unknown => runInContext(code, context);
    expect(call('typeof process + typeof Buffer + typeof require')).toBe('undefined'.repeat(3));
    expect(await call(`mkt.createClient({ apiKey: '${API_KEY}' }).me()`)).toMatchObject({
      userId: ID,
    });
    expect(await call(`mkt.createClient({ baseUrl: '${BASE_URL}' }).me()`)).toBeTruthy();
    expect(requests).toEqual([
      { url: 'http://127.0.0.1:8787/v1/me', key: API_KEY },
      { url: `${BASE_URL}/v1/me`, key: null },
    ]);
    await call(
      `JSON.rawJSON = undefined; mkt.createClient().activate('a', [1n]).catch(() => undefined)`,
    );
    expect(bodies).toEqual(['{"listingId":"a","requestBody":[1]}']);
    expect(call(`new mkt.MktError('m', { type: 't' }).stack.split('\\n')[0]`)).toBe('MktError: m');
  });
});

describe('importing the package', () => {
  it('has no side effects and needs no global beyond the language', () => {
    expect(() => runInContext(bundle, createContext({}))).not.toThrow();
  });
});
