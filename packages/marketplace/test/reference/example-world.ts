// A marketplace in which the examples of the API reference can be sent as they are documented.
import { AUTH_ROUTES, type AuthRouteId } from '@mkt/protocol';
import { ALL_ROUTES, type AnyRouteId, isAuthRoute } from '@mkt/protocol/openapi';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { hold, json } from '../../../../test-bed/seller.ts';
import { openBrowser } from '../accounts/browser.ts';
import { openProgram } from '../accounts/program.ts';
import { runCommand } from '../accounts/run-command.ts';
import { newFolder, openMarket, type Market } from '../market.ts';

/**
 * What exists before the call: nothing; the listing as a draft; the listing with an order and a key; the
 * listing with an order that waits for its call; a person with a session, and a program that asks for a key; the same with the key allowed; a person
 * with a link of the operator.
 */
export type Situation =
  | 'nothing'
  | 'a draft'
  | 'a sale'
  | 'a waiting order'
  | 'a session'
  | 'an allowed login'
  | 'a reset link';

/** What must exist before an example is sent, if it is not the default. */
const BEFORE: Partial<Record<AnyRouteId, Situation>> = {
  createProvider: 'nothing',
  previewService: 'nothing',
  importService: 'nothing',
  submitProvider: 'a draft',
  deleteProvider: 'a draft',
  cancelOrder: 'a waiting order',
  signUp: 'nothing',
  resetPassword: 'a reset link',
  pollDeviceLogin: 'an allowed login',
};

/** What exists before the example of an operation is sent. */
export const situationOf = (id: AnyRouteId): Situation =>
  BEFORE[id] ?? (isAuthRoute(ALL_ROUTES[id]) ? 'a session' : 'a sale');

export interface Example {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  /** A text if it is a form. */
  body: any;
}

interface Operation {
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

export interface ExampleWorld {
  market: Market;
  document: any;
  /** The cookie of the person's session, if there is one. */
  cookie: string;
  /** The documented example of an operation, about the records that exist here. */
  exampleOf(operationId: string): Example;
}

const SERVICE_URL = 'https://weather.example.com';
const BUYER_URL = 'https://buyer.example.com';

function operationsOf(document: any): Map<string, Operation> {
  const all = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path));
  return new Map(all.map((operation) => [operation.operationId, operation]));
}

function bodyOf({ requestBody }: Operation): unknown {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  const isForm = type === 'application/x-www-form-urlencoded';
  const example = media?.example;
  return isForm ? new URLSearchParams(example as Record<string, string>).toString() : example;
}

function documentedExample(operation: Operation): Example {
  const { parameters = [] } = operation;
  const within = (location: string) =>
    Object.fromEntries(
      parameters
        .filter((each) => each.in === location && each.example !== undefined)
        .map(({ name, example }) => [name, String(example)]),
    );
  return {
    path: within('path'),
    query: within('query'),
    headers: within('header'),
    body: bodyOf(operation),
  };
}

/** Brings the world of the examples about, by sending some of them. */
export async function openExampleWorld(situation: Situation): Promise<ExampleWorld> {
  const market = await openMarket(
    situation === 'a reset link'
      ? { folder: newFolder() }
      : situation === 'a waiting order'
        ? { environment: { MKT_CALLS_PER_SELLER: '1' } }
        : {},
  );
  const { body: document } = await market.api.get('/v1/openapi.json');
  const operations = operationsOf(document);
  const documented = (id: string) => documentedExample(operations.get(id) as Operation);
  const provider = documented('createProvider').body;
  const seller = await openSeller({
    'POST /run':
      situation === 'a waiting order'
        ? hold
        : () => json(JSON.parse(provider.runContract.responseExampleJson as string)),
    'GET /contract': () => json({ provider: { ...here(provider), slug: undefined } }),
  });
  const { body: profile } = await market.api.get('/v1/profile');
  const real = new Map<string, string>([
    [documented('getSeller').path['id'] ?? '', profile.sellerId],
    [SERVICE_URL, seller.url],
    [BUYER_URL, seller.url],
    [documented('signInDev').body.token, market.apiKey ?? ''],
  ]);

  /** The value with the ids and addresses of this world in place of those in the document. */
  function here<Value>(value: Value): Value {
    if (value === undefined) return value;
    let text = JSON.stringify(value);
    for (const [example, actual] of real) text = text.replaceAll(example, actual);
    return JSON.parse(text) as Value;
  }

  async function create(path: string, body: unknown): Promise<any> {
    const response = await market.api.post(path, body);
    if (response.status !== 201) throw new Error(`POST ${path}: ${response.text}`);
    return response.body;
  }

  if (['a draft', 'a sale', 'a waiting order'].includes(situation)) {
    const draft = situation === 'a draft' ? { listingState: 'draft' } : {};
    await create('/v1/providers', { ...here(provider), ...draft });
    await market.reviewsIdle();
  }
  if (situation === 'a sale') {
    const order = await create('/v1/orders', documented('createOrder').body);
    real.set(documented('getOrder').path['id'] ?? '', order.id);
    const key = await create('/v1/api-keys', documented('createApiKey').body);
    real.set(documented('deleteApiKey').path['id'] ?? '', key.id);
    const webhook = await create('/v1/webhooks', here(documented('createWebhook').body));
    real.set(documented('getWebhook').path['id'] ?? '', webhook.id);
    const { body: attempt } = await market.api.post(`/v1/webhooks/${webhook.id}/test`, {});
    real.set(documented('getDelivery').path['id'] ?? '', attempt.deliveryId);
  }

  if (situation === 'a waiting order') {
    const [, waiting] = [
      await create('/v1/orders', documented('createOrder').body),
      await create('/v1/orders', documented('createOrder').body),
    ];
    real.set(documented('getOrder').path['id'] ?? '', waiting.id);
  }

  const browser = openBrowser(market.url);
  async function post(id: string): Promise<any> {
    const { path } = AUTH_ROUTES[id as AuthRouteId];
    const { body } = here(documented(id));
    const program = openProgram(market);
    const response = await (typeof body === 'string'
      ? program.send(path, Object.fromEntries(new URLSearchParams(body)))
      : browser.post(path, body));
    if (response.status !== 200) throw new Error(`POST ${path}: ${response.text}`);
    return response.body;
  }

  if (situation === 'a session' || situation === 'an allowed login') {
    await post('signUp');
    const { session } = (await browser.get('/auth/get-session')).body;
    real.set(documented('endSession').body.id, session.id);
    const codes = await post('startDeviceLogin');
    const asked = new URLSearchParams(documented('pollDeviceLogin').body);
    real.set(asked.get('device_code') ?? '', codes.device_code);
    real.set(documented('findDeviceLogin').body.userCode, codes.user_code);
  }
  if (situation === 'an allowed login') await post('approveDeviceLogin');
  if (situation === 'a reset link') {
    await post('signUp');
    const email = documented('signUp').body.email as string;
    const { stdout } = await runCommand(market.home, 'users', 'reset', '--email', email, '--json');
    real.set(documented('resetPassword').body.token, JSON.parse(stdout).token);
  }
  const cookie = browser.cookieHeader();
  return { market, document, cookie, exampleOf: (id) => here(documented(id)) };
}
