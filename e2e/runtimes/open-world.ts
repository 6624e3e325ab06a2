// The marketplace, its sellers and what stands between it and a client.
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@mkt/client';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { formatApiKey } from '@mkt/protocol';
import { bodyOf, closedAddress, serveHttp } from '../../test-bed/local-server.ts';
import { hold, json, startSeller, type Handler } from '../../test-bed/seller.ts';
import type { World } from './world.ts';

const SLOW_MS = 1_500;

const echo: Handler = ({ body }) => ({ body });
const HANDLERS: Readonly<Record<string, Handler>> = {
  echo,
  slow: async (...request) => {
    await pause(SLOW_MS);
    return echo(...request);
  },
  failing: () => json({ error: 'Out of paper' }, 503),
  never: hold,
};

export interface OpenWorld extends Omit<World, 'runtime'>, AsyncDisposable {
  /** Resolves when no review is queued or running. */
  reviewsIdle(): Promise<void>;
}

/** Starts everything that the behaviours need. */
export async function openWorld(): Promise<OpenWorld> {
  const runs = Object.entries(HANDLERS).map(([name, handler]) => [`POST /${name}`, handler]);
  const [market, seller, closed] = await Promise.all([
    createTestMarketplace(),
    startSeller({
      handlers: Object.fromEntries(runs) as Record<string, Handler>,
      other: ({ method }) => (method === 'POST' ? json({ error: 'Not found' }, 404) : {}),
    }),
    closedAddress(),
  ]);
  const client = createClient({ baseUrl: market.url, apiKey: market.apiKey });
  for (const name of Object.keys(HANDLERS)) {
    await client.listings.create({
      title: name,
      price: { amount: 0.02 },
      runContract: {
        method: 'POST',
        endpointPath: `${seller.url}/${name}`,
        inputSchema: { type: 'object', required: ['text'] },
      },
    });
  }
  await market.reviewsIdle();
  const proxy = await openProxy(market.url);
  return {
    baseUrl: market.url,
    apiKey: market.apiKey ?? '',
    unknownKey: formatApiKey(new Uint8Array(32).fill(7)),
    busyUrl: `${proxy.url}/busy`,
    lostUrl: `${proxy.url}/lost`,
    closedUrl: closed.url,
    reviewsIdle: market.reviewsIdle,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      // First, so that the calls that it holds end.
      await seller[Symbol.asyncDispose]();
      await market.close();
    },
  };
}

/** Hinders the first activation below each address; everything else reaches the marketplace. */
function openProxy(marketUrl: string) {
  const seen = new Set<string>();
  return serveHttp(async (request, response) => {
    const [, kind = '', name = '', path = ''] =
      /^\/(\w+)\/([^/]+)(.*)$/.exec(request.url ?? '') ?? [];
    const isFirst = request.method === 'POST' && !seen.has(`${kind}/${name}`);
    if (isFirst) seen.add(`${kind}/${name}`);
    if (isFirst && kind === 'busy') {
      response.writeHead(503, {
        'content-type': 'application/json',
        'access-control-allow-origin': '*',
        'retry-after': '1',
      });
      return response.end(JSON.stringify({ error: 'Busy.', type: 'overloaded' }));
    }
    const body = await bodyOf(request);
    const { host: _, connection: _c, 'content-length': _l, ...headers } = request.headers;
    const answer = await fetch(`${marketUrl}${path}`, {
      method: request.method ?? '',
      headers: headers as Record<string, string>,
      ...(body.length > 0 ? { body: new Uint8Array(body) } : {}),
    });
    if (isFirst) return request.socket.destroy();
    const {
      // `fetch` has decoded it.
      'content-encoding': _e,
      'content-length': _d,
      'transfer-encoding': _t,
      ...kept
    } = Object.fromEntries(answer.headers);
    response.writeHead(answer.status, kept);
    return response.end(Buffer.from(await answer.arrayBuffer()));
  });
}
