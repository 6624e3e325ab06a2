import { isLoopback } from '../settings/loopback.ts';
import { contractAt } from '../validate/served-contract.ts';

/** Where services made with the seller kit are called. */
const DEFAULT_PATH = '/run';

export interface Target {
  /** The URL to call. */
  url: string;
  /** Whether it is on this machine. */
  isLocal: boolean;
}

/**
 * Where to send a call. `to` is the base address of a service, whose contract says where it is called; or
 * the address of the endpoint itself. The query of the endpoint is kept, because the marketplace sends it
 * too. Nothing is sent to another machine to find out.
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
  if (served?.endpointPath !== undefined || endpoint?.pathname.startsWith(base)) {
    url.pathname = endpoint?.pathname ?? url.pathname;
  } else if (url.pathname === '/') url.pathname = DEFAULT_PATH;
  if (url.search === '' && endpoint) url.search = endpoint.search;
  return { url: url.href, isLocal };
}
