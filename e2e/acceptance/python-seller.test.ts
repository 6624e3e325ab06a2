// A seller in another language, written from docs/reference/seller-interface.md and docs/reference/seller-interface.md#signing alone:
// import, review, signed calls.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { activate, openMarket } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';

const SCRIPT = fileURLToPath(new URL('../python-seller/seller.py', import.meta.url));
const market = await openMarket();
const { api } = market;
const children: ChildProcess[] = [];
afterAll(() => children.map((child) => child.kill('SIGKILL')));

async function startPython(port = 0, secret?: string) {
  const child = spawn('python3', [SCRIPT, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...(secret === undefined ? {} : { MKT_SIGNING_SECRET: secret }) },
  });
  children.push(child);
  const missing = once(child, 'error').then(([error]: Error[]) => {
    throw new Error(
      `This test runs a seller in Python and found no python3 (${error?.message}). Install Python 3.9 or newer.`,
    );
  });
  const line = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>;
  const [text] = await Promise.race([line, missing]);
  return {
    port: Number(text),
    url: `http://127.0.0.1:${text}`,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'close');
    },
  };
}

it('a seller written in Python is imported, reviewed and called, and verifies each call', async () => {
  const first = await startPython();
  const imported = await api.post('/v1/listings/from-service', { serviceUrl: first.url });
  expect(imported.status, imported.text).toBe(201);
  expect(imported.body.warnings ?? []).toEqual([]);
  const provider = await reviewed(api, imported.body.id);
  expect(provider).toMatchObject({ status: 'published', slug: 'word-count-in-python' });
  const { secret } = (await api.post(`/v1/providers/${provider.id}/signing-secret`, {})).body;
  await first.stop();

  const seller = await startPython(first.port, secret);
  const order = await activate(api, provider.id, { text: 'drei Wörter, 三' });
  expect(order).toMatchObject({
    orderState: 'completed',
    result: { words: 3 },
    outputValid: true,
    price: { amount: 0.02, unit: 'call', currency: 'USD' },
  });

  const stranger = (headers: Record<string, string>) =>
    fetch(`${seller.url}/run`, { method: 'POST', headers, body: '{"text":"x"}' });
  const unsigned = await stranger({});
  expect(unsigned.status).toBe(401);
  expect(await unsigned.json()).toEqual({
    error: 'Missing X-MKT-Signature or X-MKT-Payload headers',
  });
  const forged = await stranger({
    'X-MKT-Payload': 'e30.1750000000',
    'X-MKT-Signature': 'v1,AAAA',
  });
  expect(forged.status).toBe(401);

  await api.post(`/v1/providers/${provider.id}/signing-secret/rotate`, { gracePeriodSeconds: 600 });
  expect((await activate(api, provider.id, { text: 'still two' })).result).toEqual({ words: 2 });
  await api.post(`/v1/providers/${provider.id}/signing-secret/rotate`, { gracePeriodSeconds: 0 });
  expect(await activate(api, provider.id, { text: 'no more' })).toMatchObject({
    orderState: 'failed',
    failure: { kind: 'seller_status', sellerStatus: 401 },
  });
  await seller.stop();
});
