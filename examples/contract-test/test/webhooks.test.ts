import { buffer } from 'node:stream/consumers';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { signWebhook } from '@mkt/client/verify-webhook';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { expect, it } from 'vitest';
import { receive } from '../src/receiver.ts';

// #region signed
const SECRET = `whsec_${btoa('a secret of 24 bytes, or more')}`;

it('acts on an order that has settled', async () => {
  const settled: string[] = [];
  const receiver = { secret: SECRET, onSettled: (id: string) => settled.push(id) };
  const message = { type: 'order.settled', data: { id: '01a2', orderState: 'completed' } };

  const signed = await signWebhook(message, SECRET); // { body, headers }
  const request = new Request('https://buyer.example/webhooks', { method: 'POST', ...signed });
  expect((await receive(request, receiver)).status).toBe(204);
  expect(settled).toEqual(['01a2']);
});

it('refuses a request that is signed with another secret, and an old one', async () => {
  const receiver = { secret: SECRET, onSettled: () => expect.unreachable() };
  const other = await signWebhook(
    { type: 'webhook.test' },
    `whsec_${btoa('some other secret of 24 bytes')}`,
  );
  const old = await signWebhook({ type: 'webhook.test' }, SECRET, { now: Date.now() - 600_000 });
  for (const signed of [other, old]) {
    const request = new Request('https://buyer.example/webhooks', { method: 'POST', ...signed });
    expect((await receive(request, receiver)).status).toBe(400);
  }
});
// #endregion

it('receives an order from a marketplace whose clock the test has moved', async () => {
  await using market = await createTestMarketplace();
  await market.clock.advance('1d');
  const settled = Promise.withResolvers<string>();
  let secret = '';
  // #region clock
  const receiver = {
    get secret() {
      return secret;
    },
    now: () => market.clock.now(), // without it, the requests are a day in the future
    onSettled: (id: string, state: string) => settled.resolve(`${id} ${state}`),
  };
  // #endregion
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { headers } = incoming;
    const body = new Uint8Array(await buffer(incoming));
    const url = 'http://127.0.0.1/webhooks';
    const request = new Request(url, { method: 'POST', headers: headers as HeadersInit, body });
    const response = await receive(request, receiver);
    outgoing.writeHead(response.status).end(await response.text());
  };
  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const client = market.client();
    const { slug } = await market.scriptedSeller();
    // #region created
    const url = `http://127.0.0.1:${port}/webhooks`;
    const webhook = await client.webhooks.create({ url, filter: { listingId: slug } });
    secret = webhook.secret;
    expect((await client.webhooks.test(webhook.id)).status).toBe(200); // answers the challenge

    const order = await client.activate(slug, { message: 'hi' }, { maxPrice: 0.05 });
    await market.clock.advance('1s'); // delivers what is due
    expect(await settled.promise).toBe(`${order.id} completed`);
    // #endregion
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
