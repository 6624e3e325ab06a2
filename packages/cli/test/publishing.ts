// What a test of publishing works with: a seller and a folder of its own.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client, type OwnListing } from '@mkt/client';
import { onTestFinished } from 'vitest';
import type { RealMarketplace } from './real-marketplace.ts';
import { runMkt, type Ran } from './run-mkt.ts';
import { startTextSeller, type TextSeller } from './seller.ts';

export interface Publishing {
  client: Client;
  seller: TextSeller;
  /** The folder in which commands run. */
  cwd: string;
  /** Runs `mkt publish` for the seller's service. */
  publish(...argv: string[]): Promise<Ran>;
  /** The listings of this seller alone: other tests use the same marketplace. */
  own(): Promise<OwnListing[]>;
}

/** Everything ends with the test, except the marketplace. */
export async function openPublishing({ url, env }: RealMarketplace): Promise<Publishing> {
  const client = createClient({ baseUrl: url, apiKey: env.MKT_API_KEY });
  const seller = await startTextSeller();
  const cwd = await mkdtemp(join(tmpdir(), 'mkt-publish-'));
  onTestFinished(async () => {
    await seller[Symbol.asyncDispose]();
    await rm(cwd, { recursive: true });
  });
  return {
    client,
    seller,
    cwd,
    publish: (...argv) => runMkt(['publish', '--service-url', seller.url, ...argv], { env, cwd }),
    async own() {
      const found: OwnListing[] = [];
      for await (const listing of client.listings.list()) {
        if (listing.runContract.endpointPath.startsWith(seller.url)) found.push(listing);
      }
      return found;
    },
  };
}

/** A listing that is for sale, with orders for these inputs. */
export async function openSold(
  market: RealMarketplace,
  ...inputs: object[]
): Promise<Publishing & { slug: string; id: string }> {
  const publishing = await openPublishing(market);
  const { client, publish, own } = publishing;
  await publish('--yes');
  const [provider] = await own();
  const { slug, id } = provider!;
  for (const input of inputs) await client.run(slug, input);
  return { ...publishing, slug, id };
}

/** Makes `language` required, and its type an integer. */
export function narrowInput({ seller }: Publishing): void {
  seller.provider.runContract['inputSchema'] = {
    type: 'object',
    required: ['text', 'language'],
    properties: { text: { type: 'string' }, language: { enum: ['en', 'de'] } },
  };
}
