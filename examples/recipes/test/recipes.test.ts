// Each recipe of docs/sell/frameworks.md is started as a seller would, passes every check, and sells a call.
import { readFileSync } from 'node:fs';
import { createClient, type Client } from '@mkt/client';
import { createTestMarketplace, type TestMarketplace } from '@mkt/marketplace/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closedAddress } from '../../../test-bed/local-server.ts';
import { failuresAt } from './failures-at.ts';
import { removeBundles, startRecipe } from './programs.ts';

let marketplace: TestMarketplace;
let market: Client;

beforeAll(async () => {
  marketplace = await createTestMarketplace();
  market = createClient({ baseUrl: marketplace.url, apiKey: marketplace.apiKey });
});
afterAll(async () => {
  await marketplace.close();
  await removeBundles();
});

describe.each([
  ['express 5', 'src/express.ts'],
  ['express 4', 'src/express4.ts'],
  ['fastify', 'src/fastify.ts'],
  ['hono', 'src/hono.ts'],
  ['the route handlers of Next.js', 'test/next-server.ts'],
  ['Bun', 'src/bun.ts'],
  ['Deno', 'src/deno.ts'],
  ['workerd, which runs Cloudflare Workers', 'src/cloudflare/wrangler.jsonc'],
])('the recipe for %s', (_, recipe) => {
  it('is published, passes every check with its secret, and sells a call', async () => {
    const { url, port } = await closedAddress();
    const serviceUrl = `${url}/text`;
    const path = '/text/health';
    await using unsigned = await startRecipe(recipe, { port, path });
    const { id, slug } = await market.listings.importFromService(serviceUrl);
    await marketplace.reviewsIdle();
    expect((await market.listings.get(id)).status).toBe('published');
    await unsigned.kill();

    const { secret } = await market.listings.signingSecret(id);
    const env = { MKT_SIGNING_SECRET: secret, PUBLIC_URL: url, NODE_ENV: 'production' };
    await using service = await startRecipe(recipe, { port, env, path });
    expect(await failuresAt(serviceUrl, secret)).toEqual([]);
    expect(await market.run(slug, { text: 'Grüße' })).toEqual({ length: 5 });
    expect(service.output()).not.toContain('WARNING');
  });
});

it('the recipe for express is the same for both versions', () => {
  const read = (file: string) => readFileSync(new URL(`../src/${file}`, import.meta.url), 'utf8');
  expect(read('express4.ts').replace("'express4'", "'express'")).toBe(read('express.ts'));
});
