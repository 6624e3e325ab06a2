import { lookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';

/** All addresses of a name, in the order in which they should be tried. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

type Ask = (hostname: string) => Promise<LookupAddress[]>;

export interface ResolveOptions {
  bySystem?: Ask;
  /** Name servers, as `address:port`; the system's unless given. */
  servers?: readonly string[];
  /** How long the system is waited for before the name servers are asked, too. */
  headStartMs?: number;
}

const HEAD_START_MS = 300;
/** Of the system's look-ups at once; each that is stuck is stuck for many seconds. */
const MAX_BY_SYSTEM = 64;
const SERVER_TIMEOUT_MS = 2_000;
const SERVER_TRIES = 2;
/** For the addresses of the other family, when those of one are there. */
const OTHER_FAMILY_MS = 500;

const askSystem: Ask = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true, order: 'verbatim' }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

function askServers(servers: readonly string[] | undefined): Ask {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: SERVER_TRIES });
    if (servers) resolver.setServers(servers);
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const all = Promise.allSettled(families);
    await Promise.any(families);
    await Promise.race([all, wait(OTHER_FAMILY_MS, undefined, { ref: false })]);
    resolver.cancel();
    return (await all).flatMap((asked, index) =>
      asked.status === 'fulfilled'
        ? asked.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
  };
}

/**
 * Asks the system, and the name servers when the system is slow. The system knows its hosts file, but
 * each of its look-ups holds one of two threads until it has an answer: a few names whose servers
 * never answer, and nobody else's name would be found. Asking the servers holds no thread.
 */
export function createResolve(options: ResolveOptions = {}): Resolve {
  const { bySystem = askSystem, headStartMs = HEAD_START_MS } = options;
  const byServers = askServers(options.servers);
  let pending = 0;

  async function addressesOf(hostname: string): Promise<LookupAddress[]> {
    if (pending >= MAX_BY_SYSTEM) return byServers(hostname);
    pending += 1;
    const system = bySystem(hostname).finally(() => (pending -= 1));
    const slow = wait(headStartMs, null, { ref: false });
    const early = await Promise.race([system, slow]);
    return early ?? Promise.any([system, byServers(hostname)]);
  }

  const ask = callbackify(addressesOf);
  return (hostname, callback) =>
    ask(hostname, (error, addresses: LookupAddress[] | undefined) =>
      callback(error, addresses ?? []),
    );
}
