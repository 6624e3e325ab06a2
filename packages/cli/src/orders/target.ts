import { isLoopback } from '../store/loopback.ts';
import { contractAt } from '../validate/served-contract.ts';

/** Where services made with the seller kit are called: a buyer does not know the endpoint of a listing. */
const DEFAULT_PATH = '/run';

export interface Target {
  /** The URL to call. */
  url: string;
  /** Whether it is on this machine. */
  isLocal: boolean;
}

/**
 * Where to send a call. `to` is the base address of a service, or the address of its endpoint. On this
 * machine the contract at the base address says which; elsewhere nothing is requested, and the path of
 * the listing’s endpoint decides. The query of the endpoint is kept, because the marketplace sends it too.
 */
export async function targetOf(
  to: string,
  endpointPath: string | undefined,
  signal: AbortSignal,
): Promise<Target> {
  const url = new URL(to);
  url.hash = '';
  const isLocal = isLoopback(url.href);
  const served = isLocal ? await contractAt(to, signal) : undefined;
  const endpoint = URL.parse(served?.endpointPath ?? endpointPath ?? '');
  const base = url.pathname.replace(/\/*$/, '/');
  const isBase = served?.endpointPath !== undefined || endpoint?.pathname.startsWith(base);
  if (endpoint && isBase) url.pathname = endpoint.pathname;
  else if (url.pathname === '/') url.pathname = DEFAULT_PATH;
  if (url.search === '' && endpoint) url.search = endpoint.search;
  return { url: url.href, isLocal };
}
