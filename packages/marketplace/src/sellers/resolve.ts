import { lookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { callbackify } from 'node:util';

/** Resolves a name to all its addresses, in the order in which to try them. */
export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

export interface ResolveOptions {
  bySystem?: Lookup;
  /** Name servers as `address:port`; by default those of the system. */
  servers?: readonly string[];
  /** How long to wait for the system before also asking the name servers. */
  headStartMs?: number;
}

const HEAD_START_MS = 300;

/** Simultaneous lookups by the system; each that hangs does so for many seconds. */
const MAX_BY_SYSTEM = 64;

const SERVER_TIMEOUT_MS = 2_000;

const SERVER_TRIES = 2;

/** Tells a name that does not resolve from a host that does not respond. */
const LOOKUP_MS = 8_000;

/** How long to wait for the other address family once one has resolved. */
const OTHER_FAMILY_MS = 500;

const lookUpBySystem: Lookup = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true, order: 'verbatim' }, (error, addresses) => {
      if (error) reject(error);
      else resolve(addresses);
    });
  });

function lookUpByServers(servers: readonly string[] | undefined): Lookup {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: SERVER_TIMEOUT_MS, tries: SERVER_TRIES });
    if (servers) resolver.setServers(servers);
    const families = [resolver.resolve4(hostname), resolver.resolve6(hostname)];
    const all = Promise.allSettled(families);
    await Promise.any(families);
    await Promise.race([all, wait(OTHER_FAMILY_MS, undefined, { ref: false })]);
    resolver.cancel();
    return (await all).flatMap((result, index) =>
      result.status === 'fulfilled'
        ? result.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    );
  };
}

/** Rejects when the lookup takes too long; its result is then ignored. */
function withinTime(lookingUp: Promise<LookupAddress[]>): Promise<LookupAddress[]> {
  const { promise, resolve, reject } = Promise.withResolvers<LookupAddress[]>();
  const late = setTimeout(() => {
    reject(Object.assign(new Error('The name did not resolve in time.'), { code: 'ETIMEOUT' }));
  }, LOOKUP_MS).unref();
  lookingUp.then(resolve, reject).finally(() => clearTimeout(late));
  return promise;
}

/**
 * Resolves names by the system, and also by the name servers when the system is slow. The system's
 * resolver reads the hosts file, but each of its lookups occupies one of two threads until it
 * ends: a few names whose servers never respond would block every other name. Asking the name
 * servers directly occupies no thread. Simultaneous lookups of one name are one.
 */
export function createResolver(options: ResolveOptions = {}): Resolve {
  const { bySystem = lookUpBySystem, headStartMs = HEAD_START_MS } = options;
  const byServers = lookUpByServers(options.servers);
  const lookups = new Map<string, Promise<LookupAddress[]>>();
  let pending = 0;

  async function addressesOf(hostname: string): Promise<LookupAddress[]> {
    if (pending >= MAX_BY_SYSTEM) return byServers(hostname);
    pending += 1;
    const system = bySystem(hostname).finally(() => (pending -= 1));
    const slow = wait(headStartMs, null, { ref: false });
    const early = await Promise.race([system, slow]);
    return early ?? Promise.any([system, byServers(hostname)]);
  }

  function shared(hostname: string): Promise<LookupAddress[]> {
    const known = lookups.get(hostname);
    if (known) return known;
    const lookingUp = withinTime(addressesOf(hostname)).finally(() => lookups.delete(hostname));
    lookups.set(hostname, lookingUp);
    return lookingUp;
  }

  const lookUp = callbackify(shared);
  return (hostname, callback) =>
    lookUp(hostname, (error, addresses: LookupAddress[] | undefined) =>
      callback(error, addresses ?? []),
    );
}
