import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RouteId } from '@mkt/protocol';
import type { Request } from 'express';
import { createFairQueue, type Disconnect } from '../structures/async.ts';
import type { RouteResponse } from './respond.ts';

/**
 * The routes whose responses may be compressed. Never one with a secret: an attacker who sees the sizes
 * of encrypted responses, and chooses a part of them, could guess it (BREACH). Nor an activation, which
 * compression would delay.
 */
export const COMPRESSED: ReadonlySet<RouteId> = new Set([
  'createProvider',
  'listProviders',
  'getProvider',
  'submitProvider',
  'listProviderOrders',
  'getProviderHealth',
  'previewService',
  'importService',
  'listListings',
  'getListing',
  'listListingHistory',
  'updateListing',
  'searchListings',
  'getPublishedListing',
  'listPublishedHistory',
  'getPublishedHealth',
  'getSeller',
  'listCategories',
  'listOrders',
  'getOrder',
  'cancelOrder',
  'listSales',
  'getSale',
  'getOrderStats',
  'getSalesStats',
  'getListingStats',
  'getUsage',
  'listAudit',
  'getProfile',
  'updateProfile',
  'getContractSchema',
  'getOpenApi',
]);

const KIB = 1024;

/** Compressing a smaller response would save less than a packet. */
const MIN_BYTES = KIB;

/**
 * Compressing this much takes about 0.1 s. While so much is waiting, responses are sent as they are, so
 * that a flood of large ones delays no one.
 */
const MAX_WAITING_BYTES = 4 * KIB * KIB;

type Encoding = 'gzip' | 'br';
export type Encoders = Readonly<Record<Encoding, (text: string) => Promise<Buffer>>>;

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

/** Low levels: records become up to a sixth larger than at gzip's default, in a third of its time. */
const ENCODERS: Encoders = {
  gzip: (text) => asGzip(text, { level: 4 }),
  br: (text) => asBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

interface Receiver {
  /** The account or address. */
  group: string;
  disconnect: Disconnect;
}

/** Compresses a response if its client accepts that and it is large enough; otherwise it stays as it is. */
export type Compress = (response: RouteResponse, receiver: Receiver) => Promise<RouteResponse>;

/**
 * Compresses responses one at a time, in turns between accounts, on one of the pool's threads: it takes at
 * most one core, and leaves the other threads to the looking up of sellers' names.
 */
export function createCompression(encoders: Encoders = ENCODERS) {
  const queue = createFairQueue<() => Promise<void>>({
    atOnce: 1,
    perGroup: 1,
    run: (encode) => encode(),
  });
  let waitingBytes = 0;

  /** Undefined if the text is to be sent as it is. */
  async function encoded(text: string, encoding: Encoding, { group, disconnect }: Receiver) {
    const bytes = Buffer.byteLength(text);
    if (bytes <= MIN_BYTES || waitingBytes >= MAX_WAITING_BYTES) return undefined;
    const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
    waitingBytes += bytes;
    queue.add(group, async () => {
      try {
        resolve(disconnect.happened ? undefined : await encoders[encoding](text));
      } catch {
        // It may fail for lack of memory, for example.
        resolve(undefined);
      } finally {
        waitingBytes -= bytes;
      }
    });
    return promise;
  }

  return function compressionFor(req: Pick<Request, 'acceptsEncodings'>): Compress {
    return async function compress(response, receiver) {
      if (!('json' in response || 'text' in response)) return response;
      const text = 'text' in response ? response.text : JSON.stringify(response.json);
      const { Vary: vary } = response.headers ?? {};
      const headers = {
        ...response.headers,
        // Sent even if the response is not compressed, because a cache may keep it.
        Vary: [vary ?? [], 'Accept-Encoding'].flat().join(', '),
      };
      const plain = { ...response, text, headers };
      const encoding = req.acceptsEncodings('gzip', 'br', 'identity');
      if (encoding !== 'gzip' && encoding !== 'br') return plain;
      const body = await encoded(text, encoding, receiver);
      if (!body) return plain;
      return { ...plain, body, headers: { ...headers, 'Content-Encoding': encoding } };
    };
  };
}
