import type { TestMarketplace } from '@mkt/marketplace/testing';
import { createApi } from '../../../../test-bed/api.ts';
import { pollUntil } from '../../../../test-bed/poll-until.ts';
import { json, startSeller, type Seller } from '../../../../test-bed/seller.ts';

const TEXT = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', minLength: 1, maxLength: 50_000, title: 'Text' },
    language: { type: 'string', enum: ['en', 'de', 'fr'], default: 'en', title: 'Language' },
  },
  additionalProperties: false,
};

const INSIGHTS = {
  words: 23,
  sentences: 2,
  language: 'en',
  keywords: [{ term: 'call', count: 2 }],
};

const AGENT = {
  name: 'research-agent',
  scopes: ['order:create', 'order:read'],
  budget: {
    limit: 0.1,
    currency: 'USD',
    period: 'day',
    maxPrice: 0.05,
    listings: ['text-insights'],
  },
};

/** What the sample listings respond with, by the path of their endpoint. */
const HANDLERS = {
  'HEAD /insights': () => ({ status: 200 }),
  'GET /insights': () => ({ status: 200 }),
  'POST /insights': () => json(INSIGHTS),
  'HEAD /rates': () => ({ status: 200 }),
  'GET /rates': () => ({ status: 200 }),
  'POST /rates': () => json({ error: 'The model is still loading. Try again in 20 seconds.' }, 503),
};

const LISTINGS = [
  {
    slug: 'text-insights',
    title: 'Text insights',
    description: 'Counts words and sentences, rates readability and finds keywords.',
    tags: ['text', 'language'],
    category: 'data',
    path: '/insights',
    examples: {
      requestExampleJson: '{"text":"Hello there."}',
      responseExampleJson: JSON.stringify(INSIGHTS),
    },
    price: { amount: 0.02, currency: 'USD' },
  },
  {
    slug: 'rates',
    title: 'Exchange rates',
    description: 'The rates of the European Central Bank, by day.',
    tags: ['finance'],
    category: 'data',
    path: '/rates',
    examples: {},
    price: { amount: 0.005, currency: 'EUR' },
  },
];

const PROFILE = {
  name: 'Fjord Tools',
  website: 'https://fjord.example.com',
  contact: 'https://fjord.example.com/contact',
};

export interface SampleData {
  seller: Seller;
  /** Of the developer: one completed, one failed. */
  orderIds: string[];
  /** Of the developer's profile. */
  sellerId: string;
  /** A key of the developer with a budget, of which nothing is spent yet. */
  agentKey: string;
}

/**
 * Fills a marketplace in dev mode: the developer sells two listings, and another account and the
 * developer call them.
 */
export async function addSampleData(market: TestMarketplace): Promise<SampleData> {
  const seller = await startSeller({ handlers: HANDLERS });
  const api = createApi(market.url, market.apiKey);
  const buyer = createApi(market.url, (await market.createAccount()).apiKey);
  const orderIds: string[] = [];
  for (const { path, examples, ...listing } of LISTINGS) {
    const runContract = {
      method: 'POST',
      endpointPath: seller.url + path,
      healthEndpoint: `${seller.url}/health`,
      inputSchema: TEXT,
      ...examples,
    };
    const created = await pollUntil('a marketplace that is not overloaded', async () => {
      const response = await api.post('/v1/providers', { ...listing, runContract });
      return response.body.type === 'overloaded' ? undefined : response;
    });
    if (created.status !== 201) throw new Error(`Not created: ${created.text}`);
    await market.reviewsIdle();
    for (const caller of [api, buyer]) {
      const order = await caller.activate(created.body.id, { text: 'Hello there.' }, 5);
      if (caller === api) orderIds.push(order.body.id);
    }
  }
  const profile = await api.request('PUT', '/v1/profile', PROFILE);
  const agent = await api.post('/v1/api-keys', AGENT);
  return { seller, orderIds, sellerId: profile.body.sellerId, agentKey: agent.body.key };
}

/** A path of the router with values for its parameters; an optional one is left out. */
export const samplePath = (path: string, sellerId: string): string =>
  path
    .replace(/\/:\w+\?$/, '')
    .replace(':folder/:page', 'buy/orders')
    .replace('sellers/:id', `sellers/${sellerId}`)
    .replace(/:(slug|id)\b/, 'text-insights');
