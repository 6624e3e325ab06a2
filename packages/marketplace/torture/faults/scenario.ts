import { randomUUID } from 'node:crypto';
import type { FaultyMarket } from './faulty-market.ts';
import { GuaranteeBroken, type RetryingApi } from './retrying-api.ts';
import type { ApiResponse } from '../../../../test-bed/api.ts';

/** What was acknowledged in a round. */
export interface Acknowledged {
  listingId: string;
  orderIds: string[];
  /** The secret after its rotation. */
  secret: string;
  /** A key that was created and revoked. */
  revokedKey: string;
}

type Market = Pick<FaultyMarket, 'seller' | 'advance' | 'reviewsIdle'>;

const SWEEP_MS = 10_000;
const HOUR_MS = 3_600_000;
const MAX_CHECKS = 40;

export function expectStatus(response: ApiResponse, ...statuses: number[]): ApiResponse {
  if (!statuses.includes(response.status))
    throw new GuaranteeBroken(`not ${statuses.join(', ')}`, response);
  return response;
}

/** Repeats a check, with a sweep in between, until it holds. */
async function eventually(
  { advance }: Pick<Market, 'advance'>,
  what: string,
  holds: () => Promise<boolean>,
): Promise<void> {
  for (let checks = 0; checks < MAX_CHECKS; checks++) {
    if (await holds()) return;
    await advance(SWEEP_MS);
  }
  throw new GuaranteeBroken(what);
}

async function publish(market: Market, { request }: RetryingApi): Promise<string> {
  const body = {
    title: 'Echo of the round',
    price: { amount: 0.02 },
    runContract: {
      method: 'POST',
      endpointPath: `${market.seller.url}/run`,
      inputSchema: { type: 'object', properties: { n: { type: 'integer' } } },
      outputSchema: { type: 'object', required: ['echo'] },
    },
  };
  const { body: created } = expectStatus(await request('POST', '/v1/providers', body), 201);
  await eventually(market, 'a review finishes', async () => {
    await market.reviewsIdle();
    const { body: now } = expectStatus(await request('GET', `/v1/providers/${created.id}`), 200);
    return now.status === 'published';
  });
  return created.id;
}

async function activate(
  { request }: RetryingApi,
  listingId: string,
  { requestBody, key, waitSeconds }: { requestBody: object; key?: string; waitSeconds: number },
): Promise<ApiResponse> {
  const headers: Record<string, string> = { prefer: `wait=${waitSeconds}` };
  if (key !== undefined) headers['idempotency-key'] = key;
  const body = { listingId, requestBody };
  return expectStatus(await request('POST', '/v1/orders', body, { headers }), 201);
}

/** An order with a key and its replay, one whose call is held, and one that waits behind it. */
async function order(market: Market, api: RetryingApi, listingId: string): Promise<string[]> {
  const key = randomUUID();
  const first = await activate(api, listingId, { requestBody: { n: 1 }, key, waitSeconds: 1 });
  const again = await activate(api, listingId, { requestBody: { n: 1 }, key, waitSeconds: 0 });
  if (again.body.id !== first.body.id)
    throw new GuaranteeBroken('an idempotency key identifies one order', again);
  const held = await activate(api, listingId, { requestBody: { hold: true }, waitSeconds: 0 });
  const behind = await activate(api, listingId, { requestBody: { n: 2 }, waitSeconds: 0 });
  const orderIds: string[] = [first.body.id, held.body.id, behind.body.id];
  for (const id of orderIds) {
    await eventually(market, 'an order settles', async () => {
      market.seller.releaseHeld();
      const headers = { prefer: 'wait=1' };
      const path = `/v1/orders/${id}`;
      const { body } = expectStatus(await api.request('GET', path, undefined, { headers }), 200);
      return body.orderState === 'completed' || body.orderState === 'failed';
    });
  }
  return orderIds;
}

async function changeListing({ request }: RetryingApi, listingId: string): Promise<string> {
  const patch = (body: object) => request('PATCH', `/v1/listings/${listingId}`, body);
  expectStatus(await patch({ price: { amount: 0.03 } }), 200);
  expectStatus(await patch({ listingState: 'paused' }), 200);
  expectStatus(await request('POST', '/v1/orders', { listingId }), 409);
  expectStatus(await patch({ listingState: 'published' }), 200);
  const secretPath = `/v1/providers/${listingId}/signing-secret`;
  const { body } = expectStatus(await request('POST', `${secretPath}/rotate`, {}), 200);
  return body.secret;
}

async function read({ request }: RetryingApi, listingId: string): Promise<void> {
  for (const path of [
    '/v1/providers',
    '/v1/listings',
    '/v1/orders',
    '/v1/api-keys',
    '/v1/marketplace/listings?query=round',
    `/v1/marketplace/listings/${listingId}`,
    '/v1/marketplace/categories',
    `/v1/providers/${listingId}/orders`,
    `/v1/providers/${listingId}/health`,
  ]) {
    expectStatus(await request('GET', path), 200);
  }
}

async function makeAndRevokeKey({ request }: RetryingApi): Promise<string> {
  const body = { name: 'temporary key', scopes: ['order:read'] };
  const { body: made } = expectStatus(await request('POST', '/v1/api-keys', body), 201);
  // 404 if it was deleted and only the response was lost.
  expectStatus(await request('DELETE', `/v1/api-keys/${made.id}`), 204, 404);
  return made.key;
}

async function draftAndDelete({ request }: RetryingApi, { seller }: Market): Promise<void> {
  const body = {
    title: 'A draft',
    listingState: 'draft',
    runContract: { method: 'POST', endpointPath: `${seller.url}/run` },
  };
  const { body: draft } = expectStatus(await request('POST', '/v1/providers', body), 201);
  expectStatus(await request('DELETE', `/v1/providers/${draft.id}`), 204, 404);
}

/** An order's whole life and the other kinds of requests, with the same statements each time. */
export async function playScenario(market: Market, api: RetryingApi): Promise<Acknowledged> {
  const listingId = await publish(market, api);
  const orderIds = await order(market, api, listingId);
  const secret = await changeListing(api, listingId);
  await read(api, listingId);
  const revokedKey = await makeAndRevokeKey(api);
  await draftAndDelete(api, market);
  await market.advance(HOUR_MS);
  const archived = { listingState: 'archived' };
  expectStatus(await api.request('PATCH', `/v1/listings/${listingId}`, archived), 200);
  return { listingId, orderIds, secret, revokedKey };
}
