import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@mkt/protocol';
import { nodeTransport } from '../validate/node-transport.ts';
import { urlPolicyFor } from '../validate/url-policy.ts';
import { portsOf } from './listening-ports.ts';
import { membersOf } from './service-members.ts';
import type { ServiceProcess } from './service-process.ts';

const POLL_MS = 50;
/** A service that is starting may respond with 5xx. */
const RETRY_MS = 500;
const MAX_RETRIES = 10;
/** How long a contract at another address may take to be found. */
const QUIET_MS = 300;
const WITHOUT_CONTRACT_MS = 1_000;
const ADDRESS =
  /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d{1,5})(?=[/\s"'),.;]|$)(\/[\w.~%/-]*)?/g;
/** The paths of a service of its own, which are below its base. */
const OWN_PATH = /\/(?:contract|run|health)?\/?$/;
/** A program may print any number of addresses. */
const MAX_CANDIDATES = 50;

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
  // An abort that has happened already is no event.
  signal.throwIfAborted();
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  const candidates = new Map<string, 'open' | 'contract' | 'response'>();
  let lastAtMs = performance.now();
  /** Each on its own: one that accepts connections and never responds must not delay others. */
  const probe = async (url: string) => {
    for (let tries = 0; !either.aborted;) {
      const outcome = await look(url, either);
      if (outcome === 'contract' || outcome === 'response' || tries === MAX_RETRIES) {
        candidates.set(url, outcome === 'contract' ? 'contract' : 'response');
        lastAtMs = performance.now();
        return;
      }
      if (outcome === 'failing') tries++;
      await pause(outcome === 'failing' ? RETRY_MS : POLL_MS);
    }
  };
  const addCandidates = async () => {
    const members = service.members();
    const open = members ? await portsOf(await membersOf(members)) : [];
    for (const url of new Set([...open.map((port) => `http://localhost:${port}`), ...printed])) {
      if (candidates.has(url) || candidates.size >= MAX_CANDIDATES) continue;
      candidates.set(url, 'open');
      lastAtMs = performance.now();
      void probe(url);
    }
  };
  const search = async (): Promise<FoundService> => {
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
      await pause(POLL_MS, undefined, { signal: either });
    }
  };
  try {
    return await Promise.race([search(), aborted]);
  } finally {
    over.abort();
  }
}

/** Resolves when the service responds at an address that is known. */
export async function awaitService(url: string, signal: AbortSignal): Promise<void> {
  while ((await look(url, signal)) === 'nothing') await pause(POLL_MS, undefined, { signal });
}

/** The body of `GET /contract`; `undefined` unless it responds with 200. */
export async function readContractText(
  url: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const outcome = await requestContract(url, signal);
  if (outcome.kind !== 'response' || outcome.status !== 200) return undefined;
  return Buffer.from(outcome.body).toString('latin1');
}

async function look(
  url: string,
  signal: AbortSignal,
): Promise<'contract' | 'response' | 'failing' | 'nothing'> {
  const outcome = await requestContract(url, signal);
  if (outcome.kind !== 'response') return 'nothing';
  if (outcome.status === 200) return 'contract';
  return outcome.status >= 500 ? 'failing' : 'response';
}

const requestContract = (url: string, signal: AbortSignal) =>
  nodeTransport(urlPolicyFor(url)).request({
    method: 'GET',
    url: `${url.replace(/\/+$/, '')}/contract`,
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: LIMITS.contractBytes,
    signal,
  });
