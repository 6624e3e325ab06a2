import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startProgram, type RunningServer } from './measure/child-process.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';

export const BIN = join(import.meta.dirname, '../packages/marketplace/bin/mkt-marketplace.js');
const PUBLISHED_WITHIN_MS = 30_000;
const POLL_MS = 50;

/** Limits so high that the work is measured and not the limits. */
export const RAISED_LIMITS = {
  MKT_CALLS_PER_SELLER: '4096',
  MKT_CALLS_PER_BUYER: '4096',
  MKT_CALLS_PER_PROCESS: '4096',
  MKT_SHARE_STORED_BYTES: '1000000000000',
};

export interface Marketplace extends RunningServer {
  apiKey: string;
  dataDir: string;
}

export interface MarketplaceOptions {
  env?: Readonly<Record<string, string>>;
  /** A data folder that is filled already; a new one unless given. */
  dataDir?: string;
  /** Node's own options, such as those of its profiler. */
  nodeArgs?: readonly string[];
}

/** The built project, as its users start it. */
export async function startMarketplace(options: MarketplaceOptions = {}): Promise<Marketplace> {
  const { env = {}, dataDir = temporaryFolder(), nodeArgs = [] } = options;
  const args = ['serve', '--dev', '--port', '0', '--data', dataDir, '--json'];
  const server = await startProgram(
    [...nodeArgs, BIN, ...args],
    { MKT_LOG_LEVEL: 'silent', NODE_ENV: '', ...env },
    (line) => JSON.parse(line).baseUrl,
  );
  return { ...server, dataDir, apiKey: JSON.parse(server.readyLine).devApiKey };
}

interface Provider {
  id: string;
  status: string;
  reviewRejectionReason: string | null;
}

interface RunContract {
  endpointPath: string;
  inputSchema?: unknown;
  outputSchema?: unknown;
}

/** One request to `/v1/providers`; rejects when it is refused. */
async function providers(
  { url, apiKey }: Pick<Marketplace, 'url' | 'apiKey'>,
  method: string,
  path: string,
  body?: unknown,
): Promise<Provider> {
  const answer = await fetch(`${url}/v1/providers${path}`, {
    method,
    headers: { 'x-mkt-api-key': apiKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} /v1/providers${path}: ${answer.status} ${text}`);
  return JSON.parse(text) as Provider;
}

/** Creates a listing that is not for sale. Returns its id. */
export async function draft(
  market: Pick<Marketplace, 'url' | 'apiKey'>,
  title: string,
  runContract: RunContract,
): Promise<string> {
  const provider = {
    title,
    listingState: 'draft',
    runContract: { method: 'POST', ...runContract },
  };
  return (await providers(market, 'POST', '', provider)).id;
}

/** Registers a listing and waits until the review has published it. Returns its id. */
export async function publish(
  market: Pick<Marketplace, 'url' | 'apiKey'>,
  title: string,
  runContract: RunContract,
): Promise<string> {
  const provider = { title, runContract: { method: 'POST', ...runContract } };
  let listing = await providers(market, 'POST', '', provider);
  const giveUpMs = performance.now() + PUBLISHED_WITHIN_MS;
  while (listing.status !== 'published') {
    if (listing.status === 'flagged' || performance.now() > giveUpMs) {
      throw new Error(`${title} is ${listing.status}: ${listing.reviewRejectionReason}`);
    }
    await pause(POLL_MS);
    listing = await providers(market, 'GET', `/${listing.id}`);
  }
  return listing.id;
}
