import {
  publish,
  RAISED_LIMITS,
  startMarketplace,
  type MarketplaceOptions,
} from './marketplace.ts';
import { startServer } from './measure/child-process.ts';
import { runLoad } from './measure/load.ts';
import { cpuMicrosOfTree, rssMib } from './measure/process-figures.ts';
import { temporaryFolder } from './measure/temporary-folder.ts';
import { API_KEY, INPUT, INPUT_SCHEMA, LISTING_ID, type SampleCall } from './sample-call.ts';

/** A measured server: where orders are sent, and the processes whose CPU time they cost. */
export interface Contestant {
  name: string;
  url: string;
  apiKey: string;
  listingId: string;
  pid: number;
  /** The database's process, if it has one of its own. */
  storePid?: number;
  /** What is sent; the sample call by default. */
  input?: unknown;
  /** The text of the next request, if not all are the same. */
  next?: () => string;
  /** Waits until it has done what orders leave to be done after them: their cost includes that. */
  caughtUp?: () => Promise<void>;
  stop(): Promise<void>;
}

export interface ProjectOptions extends MarketplaceOptions {
  /** The listing's schema and input. */
  call?: SampleCall;
}

/** The built project, with a listing of this seller. */
export async function startProject(
  sellerUrl: string,
  { call = { inputSchema: INPUT_SCHEMA, input: INPUT }, ...options }: ProjectOptions = {},
): Promise<Contestant> {
  const market = await startMarketplace({ env: RAISED_LIMITS, ...options });
  const listingId = await publish(market, 'Bench seller', {
    endpointPath: `${sellerUrl}/run`,
    inputSchema: call.inputSchema,
    outputSchema: { type: 'object' },
  });
  return { ...market, name: 'mkt', listingId, input: call.input };
}

/** One of the programs in `servers/`, which have one key and one listing. */
export async function startRival(
  name: string,
  sellerUrl: string,
  env: Record<string, string> = {},
): Promise<Contestant> {
  const DATABASE = `${temporaryFolder()}/orders.db`;
  const server = await startServer(`servers/${name}.ts`, {
    SELLER_URL: sellerUrl,
    DATABASE,
    ...env,
  });
  return { ...server, name, apiKey: API_KEY, listingId: LISTING_ID };
}

/** Sends orders on these connections, each once the previous one on its connection is done. */
export async function loadOrders(contestant: Contestant, connections: number, seconds: number) {
  const { url, apiKey, listingId, pid, storePid, input = INPUT, next } = contestant;
  const spent = (each: number | undefined) => (each === undefined ? 0 : cpuMicrosOfTree(each));
  const before = { server: spent(pid), store: spent(storePid) };
  let refusal = '';
  const load = await runLoad({
    url: `${url}/v1/orders`,
    connections,
    seconds,
    headers: { 'x-mkt-api-key': apiKey, prefer: 'wait=10' },
    body: JSON.stringify({ listingId, requestBody: input }),
    ...(next && { next }),
    onRefused: (response) => (refusal = response),
  });
  if (load.refused > 0)
    throw new Error(`${contestant.name} refused ${load.refused} orders:\n${refusal}`);
  await contestant.caughtUp?.();
  return {
    ...load,
    cpuMicros: (spent(pid) - before.server) / load.answered,
    storeCpuMicros: (spent(storePid) - before.store) / load.answered,
    rssMib: rssMib(pid),
  };
}
