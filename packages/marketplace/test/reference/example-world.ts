// A marketplace in which the examples of the API reference can be sent as they are documented.
import { openSeller } from '../../../../test-bed/within-test.ts';
import { json } from '../../../../test-bed/seller.ts';
import { openMarket, type Market } from '../market.ts';

/** What exists before the call: nothing; the listing as a draft; or all that the examples are about. */
export type Situation = 'nothing' | 'a draft' | 'a sale';

export interface Example {
  path: Record<string, string>;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: any;
}

interface Operation {
  parameters?: { name: string; in: string; example?: unknown }[];
  requestBody?: { content: { 'application/json': { example?: unknown } } };
}

export interface ExampleWorld {
  market: Market;
  document: any;
  /** The documented example of an operation, about the records that exist here. */
  exampleOf(operationId: string): Example;
}

const SERVICE_URL = 'https://weather.example.com';

function operationsOf(document: any): Map<string, Operation> {
  const all = Object.values<any>(document.paths).flatMap((path) => Object.values<any>(path));
  return new Map(all.map((operation) => [operation.operationId, operation]));
}

function documentedExample({ parameters = [], requestBody }: Operation): Example {
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
    body: requestBody?.content['application/json'].example,
  };
}

/** Brings the world of the examples about, by sending some of them. */
export async function openExampleWorld(situation: Situation): Promise<ExampleWorld> {
  const market = await openMarket();
  const { body: document } = await market.api.get('/v1/openapi.json');
  const operations = operationsOf(document);
  const documented = (id: string) => documentedExample(operations.get(id) as Operation);
  const provider = documented('createProvider').body;
  const seller = await openSeller({
    'POST /run': () => json(JSON.parse(provider.runContract.responseExampleJson as string)),
    'GET /contract': () => json({ provider: { ...here(provider), slug: undefined } }),
  });
  const { body: profile } = await market.api.get('/v1/profile');
  const real = new Map<string, string>([
    [documented('getSeller').path['id'] ?? '', profile.sellerId],
    [SERVICE_URL, seller.url],
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

  if (situation !== 'nothing') {
    const draft = situation === 'a draft' ? { listingState: 'draft' } : {};
    await create('/v1/providers', { ...here(provider), ...draft });
    await market.reviewsIdle();
  }
  if (situation === 'a sale') {
    const order = await create('/v1/orders', documented('createOrder').body);
    real.set(documented('getOrder').path['id'] ?? '', order.id);
    const key = await create('/v1/api-keys', documented('createApiKey').body);
    real.set(documented('deleteApiKey').path['id'] ?? '', key.id);
  }
  return { market, document, exampleOf: (id) => here(documented(id)) };
}
