import { join } from 'node:path';
import { createApi, type Api } from '../test-bed/api.ts';
import { published } from '../test-bed/reviewed.ts';
import { startProgram, type RunningServer } from './measure/child-process.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';

export const BIN = join(import.meta.dirname, '../packages/marketplace/bin/mkt-marketplace.js');

/** Limits so high that the benchmark does not reach them. */
export const RAISED_LIMITS = {
  MKT_CALLS_PER_SELLER: '4096',
  MKT_CALLS_PER_BUYER: '4096',
  MKT_CALLS_PER_PROCESS: '4096',
  MKT_SHARE_STORED_BYTES: '1000000000000',
  MKT_WEBHOOK_REQUESTS_PER_HOST: '100000',
};

export interface Marketplace extends RunningServer {
  apiKey: string;
  dataDir: string;
}

export interface MarketplaceOptions {
  /** The program; this checkout's by default. */
  bin?: string;
  env?: Readonly<Record<string, string>>;
  /** A data folder that already has data; a new one by default. */
  dataDir?: string;
  /** Node's own options, such as those of its profiler. */
  nodeArgs?: readonly string[];
}

/** The built project, as its users start it. */
export async function startMarketplace(options: MarketplaceOptions = {}): Promise<Marketplace> {
  const { bin = BIN, env = {}, dataDir = temporaryFolder(), nodeArgs = [] } = options;
  const args = ['serve', '--dev', '--port', '0', '--data', dataDir, '--json'];
  const server = await startProgram(
    [...nodeArgs, bin, ...args],
    { MKT_LOG_LEVEL: 'silent', NODE_ENV: '', ...env },
    (line) => JSON.parse(line).baseUrl,
  );
  return { ...server, dataDir, apiKey: JSON.parse(server.readyLine).devApiKey };
}

interface RunContract {
  endpointPath: string;
  inputSchema?: unknown;
  outputSchema?: unknown;
}

type Address = Pick<Marketplace, 'url' | 'apiKey'>;

/** Registers a listing with an account's key. Returns its id. */
async function create(api: Api, provider: object): Promise<string> {
  const { status, text, body } = await api.post('/v1/providers', provider);
  if (status !== 201) throw new Error(`POST /v1/providers: ${status} ${text}`);
  return body.id;
}

/** Creates a listing that is not for sale. Returns its id. */
export const draft = (
  { url, apiKey }: Address,
  title: string,
  runContract: RunContract,
): Promise<string> =>
  create(createApi(url, apiKey), {
    title,
    listingState: 'draft',
    runContract: { method: 'POST', ...runContract },
  });

/** Registers a listing and waits until the review has published it. Returns its id. */
export async function publish(
  { url, apiKey }: Address,
  title: string,
  runContract: RunContract,
): Promise<string> {
  const api = createApi(url, apiKey);
  const id = await create(api, { title, runContract: { method: 'POST', ...runContract } });
  await published(api, id);
  return id;
}
