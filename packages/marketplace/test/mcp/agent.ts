// An agent that uses a marketplace over HTTP, with the client of the SDK.
import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { createApi, type Api } from '../../../../test-bed/api.ts';
import { startSeller, type Seller } from '../../../../test-bed/seller.ts';
import {
  createTestMarketplace,
  type TestMarketplace,
  type TestMarketplaceOptions,
} from '../../src/testing.ts';
import { publish, type ListingParts, type Market } from '../market.ts';

export interface AgentOptions extends ClientOptions {
  /** The versions of the protocol that the client speaks. */
  era?: 'stateless' | 'before';
  /** The query of `/mcp`. */
  query?: string;
  apiKey?: string;
}

export const ERAS = ['stateless', 'before'] as const;

/** A client, which the caller closes. */
export async function connectAgent(
  market: Pick<Market, 'url' | 'apiKey'>,
  { era = 'stateless', query = '', apiKey = market.apiKey ?? '', ...options }: AgentOptions = {},
): Promise<Client> {
  const agent = new Client(
    { name: 'agent', version: '1.0.0' },
    {
      ...options,
      versionNegotiation: { mode: era === 'stateless' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  const transport = new StreamableHTTPClientTransport(new URL(`${market.url}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${apiKey}` } },
  });
  await agent.connect(transport);
  return agent;
}

/** A client that is connected until the test has finished. */
export async function openAgent(...args: Parameters<typeof connectAgent>): Promise<Client> {
  const agent = await connectAgent(...args);
  onTestFinished(() => agent.close());
  return agent;
}

/** What a tool returned, as a test reads it. */
export interface Result {
  isError: boolean;
  /** All texts, one after the other. */
  text: string;
  /** The sentence of the marketplace. */
  sentence: string;
  /** The record, which is the last text. */
  data: any;
}

export async function callTool(
  agent: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Result> {
  const result = await agent.callTool({ name, arguments: args });
  const texts = (result.content ?? []).map((block) => (block.type === 'text' ? block.text : ''));
  const [sentence = '', record = ''] = texts;
  return {
    isError: result.isError === true,
    text: texts.join('\n'),
    sentence,
    data: JSON.parse(record),
  };
}

export const CITY = {
  type: 'object',
  required: ['city'],
  properties: { city: { type: 'string' } },
};

export interface AgentWorld extends AsyncDisposable {
  market: TestMarketplace & { api: Api };
  /** Its service returns the input. */
  seller: Seller;
  /** Publishes another listing of the seller. */
  publish(parts: ListingParts): Promise<any>;
}

/** A marketplace that the tests of a file share, with a listing `weather` for 0.02 US dollars. */
export async function openAgentWorld(options: TestMarketplaceOptions = {}): Promise<AgentWorld> {
  const [opened, seller] = await Promise.all([createTestMarketplace(options), startSeller()]);
  const market = { ...opened, api: createApi(opened.url, opened.apiKey) };
  const world: AgentWorld = {
    market,
    seller,
    publish: (parts) => publish(market, seller, parts),
    async [Symbol.asyncDispose]() {
      await Promise.all([market.close(), seller[Symbol.asyncDispose]()]);
    },
  };
  await world.publish({
    title: 'Weather',
    price: { amount: 0.02, currency: 'USD' },
    runContract: { inputSchema: CITY },
  });
  return world;
}
