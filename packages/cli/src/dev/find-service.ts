import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@mkt/protocol';
import { nodeTransport } from '../validate/node-transport.ts';
import { urlPolicyFor } from '../validate/url-policy.ts';
import { portsOf } from './listening-ports.ts';
import { membersOf } from './service-members.ts';
import type { ServiceProcess } from './service-process.ts';

const POLL_MS = 50;
const RETRY_MS = 500;
const MAX_RETRIES = 10;
/** How long a contract at another address may take to be found. */
const QUIET_MS = 300;
const WITHOUT_CONTRACT_MS = 1_000;
const ADDRESS =
  /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d{1,5})(?=[/\s"'),.;]|$)(\/[\w.~%/-]*)?/g;
/** The paths that each service has below its base. */
const OWN_PATH = /\/(?:contract|run|health)?\/?$/;
/** A program may print any number of addresses, as in the log of its requests. */
export const MAX_CANDIDATES = 50;

/** Where services on this machine may be, by a line that a program prints: their ports, and paths below. */
export function addressesIn(line: string): string[] {
  return [...line.matchAll(ADDRESS)].flatMap(([, port, printed = '']) => {
    const path = printed.replace(/[.]+$/, '').replace(OWN_PATH, '');
    return [
      `http://localhost:${port}`,
      ...(path === '' ? [] : [`http://localhost:${port}${path}`]),
    ];
  });
}

export interface FoundService {
  /** The base addresses that have a contract; if there are none, the first that responds. */
  urls: string[];
  hasContract: boolean;
}

/**
 * Where a service responds to `GET /contract`. Candidates are the ports on which its processes listen
 * (on Linux), and the addresses that it prints: of a program with several services, each has its own.
 * Once an address has responded it is not requested again, except after a 5xx.
 */
export async function findService(
  service: Pick<ServiceProcess, 'members'>,
  printed: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<FoundService> {
  const done = new AbortController();
  const either = AbortSignal.any([signal, done.signal]);
  const candidates = new Map<string, 'open' | 'contract' | 'response'>();
  let lastAtMs = performance.now();
  const probe = async (url: string) => {
    candidates.set(url, (await hasContract(url, either)) ? 'contract' : 'response');
    lastAtMs = performance.now();
  };
  const addCandidates = async () => {
    const members = service.members();
    const open = members ? await portsOf(await membersOf(members)) : [];
    for (const url of new Set([...open.map((port) => `http://localhost:${port}`), ...printed])) {
      if (candidates.has(url) || candidates.size >= MAX_CANDIDATES) continue;
      candidates.set(url, 'open');
      lastAtMs = performance.now();
      // Each on its own: one that accepts connections and never responds must not delay others.
      probe(url).catch(() => {});
    }
  };
  try {
    for (;;) {
      await addCandidates();
      const all = [...candidates];
      const urls = all.filter(([, state]) => state === 'contract').map(([url]) => url);
      const quietMs = performance.now() - lastAtMs;
      // A service at the root of its port is the only one there.
      if (urls.some((url) => new URL(url).pathname === '/')) return { urls, hasContract: true };
      if (urls.length > 0 && quietMs > QUIET_MS) return { urls, hasContract: true };
      const first = all.find(([, state]) => state === 'response');
      if (urls.length === 0 && first && quietMs > WITHOUT_CONTRACT_MS) {
        return { urls: [first[0]], hasContract: false };
      }
      await pause(POLL_MS, undefined, { signal });
    }
  } finally {
    done.abort();
  }
}

/** Resolves when the service responds at an address that is known. */
export const awaitService = async (url: string, signal: AbortSignal): Promise<FoundService> => ({
  urls: [url],
  hasContract: await hasContract(url, signal),
});

/** The body of `GET /contract`; `undefined` unless it responds with 200. */
export async function readContractText(
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const outcome = await requestContract(url, signal);
  if (outcome.kind !== 'response' || outcome.status !== 200) return undefined;
  return Buffer.from(outcome.body).toString('latin1');
}

/**
 * Waits until an address responds, and returns whether it has a contract. After a 5xx it is requested
 * again a few times, because the service may be starting.
 */
async function hasContract(url: string, signal: AbortSignal): Promise<boolean> {
  for (let retries = 0; ;) {
    const outcome = await requestContract(url, signal);
    const status = outcome.kind === 'response' ? outcome.status : undefined;
    if (status === 200) return true;
    const isFailing = status !== undefined && status >= 500;
    if (status !== undefined && (!isFailing || retries === MAX_RETRIES)) return false;
    if (isFailing) retries += 1;
    await pause(isFailing ? RETRY_MS : POLL_MS, undefined, { signal });
  }
}

const requestContract = (url: string, signal: AbortSignal) =>
  nodeTransport(urlPolicyFor(url)).request({
    method: 'GET',
    url: `${url.replace(/\/+$/, '')}/contract`,
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: LIMITS.contractBytes,
    signal,
  });
