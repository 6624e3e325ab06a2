import { afterAll } from 'vitest';
import { responseCheckOf } from './response-check.ts';
import { type Api, type ApiResponse, createApi } from '../../test-bed/api.ts';
import { published } from '../../test-bed/reviewed.ts';
import { providerOf } from './contract.ts';
import { startSeller, type Seller } from '../../test-bed/seller.ts';
import { removeDataDir, startServer, type Server, type ServerOptions } from './start-server.ts';

export interface Account {
  api: Api;
  userId: string;
  email: string;
}

export interface Publishing {
  api?: Api;
  seller?: Seller;
  /** Changes to the default body of `POST /v1/providers`. */
  provider?: Record<string, unknown>;
}

export interface Market {
  server: Server;
  /** With the key of the dev mode account, which has every scope. */
  api: Api;
  anonymous: Api;
  /** A person who has just signed up, with a key of their own. */
  account(scopes?: string): Promise<Account>;
  seller(): Promise<Seller>;
  /** Registers a provider and waits until its review has published it. */
  publish(options?: Publishing): Promise<{ provider: any; seller: Seller }>;
}

let accounts = 0;

/** One marketplace for a test file; it and its sellers end with the file. */
export async function openMarket(options: ServerOptions = {}): Promise<Market> {
  const server = await startServer(options);
  const sellers: Seller[] = [];
  afterAll(async () => {
    await Promise.all(sellers.map((seller) => seller.close()));
    await server.stop();
    await removeDataDir(server.dataDir);
  });
  return connect(server, sellers);
}

/** The helpers for a server that the caller starts and stops. */
export async function connect(server: Server, sellers: Seller[] = []): Promise<Market> {
  const openApi: unknown = await (await fetch(`${server.baseUrl}/v1/openapi.json`)).json();
  const anonymous = createApi(server.baseUrl, undefined, responseCheckOf(openApi));
  const api = anonymous.as(server.ready.devApiKey);
  async function seller() {
    const started = await startSeller();
    sellers.push(started);
    return started;
  }
  return {
    server,
    api,
    anonymous,
    seller,
    async account(scopes = '*') {
      const email = `person-${process.pid}-${(accounts += 1)}@example.com`;
      const origin = { origin: server.baseUrl };
      const person = { name: 'Someone', email, password: 'correct horse battery' };
      const signedUp = await anonymous.post('/auth/sign-up/email', person, { headers: origin });
      succeeded(signedUp, 200);
      const cookie = signedUp.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      const headers = { ...origin, cookie: cookie.join('; ') };
      const body = { name: 'Tests', scopes: scopes.split(',') };
      const created = await anonymous.post('/v1/api-keys', body, { headers });
      succeeded(created, 201);
      const own = anonymous.as(created.body.key);
      return { api: own, email, userId: (await own.get('/v1/me')).body.userId };
    },
    async publish(publishing = {}) {
      const own = publishing.api ?? api;
      const service = publishing.seller ?? (await seller());
      const created = await own.post('/v1/providers', providerOf(service, publishing.provider));
      succeeded(created, 201);
      return { provider: await published(own, created.body.id), seller: service };
    },
  };
}

/** A key of an account, which is created if it does not exist. */
export async function createKey(server: Server, email: string, scopes: string): Promise<string> {
  const args = ['keys', 'create', '--data', server.dataDir, '--email', email];
  const { code, stdout, stderr } = await server.run([...args, '--scopes', scopes, '--json']);
  if (code !== 0) throw new Error(`keys create ended with ${code}: ${stderr}`);
  return (JSON.parse(stdout) as { key: string }).key;
}

function succeeded(response: ApiResponse, status: number) {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
}

/** Activates a listing. Returns the settled order. */
export async function activate(
  api: Api,
  listingId: string,
  requestBody?: unknown,
  headers: Record<string, string> = {},
): Promise<any> {
  const body = requestBody === undefined ? { listingId } : { listingId, requestBody };
  const response = await api.post('/v1/orders', body, {
    headers: { prefer: 'wait=20', ...headers },
  });
  succeeded(response, 201);
  return settled(api, response.body);
}

/** Waits by long polling until the order is `completed` or `failed`. */
export async function settled(api: Api, order: { id: string; orderState: string }): Promise<any> {
  const deadline = performance.now() + 45_000;
  let current = order;
  while (current.orderState === 'pending' || current.orderState === 'running') {
    if (performance.now() > deadline) throw new Error(`Order ${order.id} is not settled.`);
    const response = await api.get(`/v1/orders/${order.id}`, { headers: { prefer: 'wait=20' } });
    succeeded(response, 200);
    current = response.body;
  }
  return current;
}
