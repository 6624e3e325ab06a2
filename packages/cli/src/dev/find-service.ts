import { setTimeout as pause } from 'node:timers/promises';
import { LIMITS } from '@mkt/protocol';
import { nodeTransport } from '../validate/node-transport.ts';
import { urlPolicyFor } from '../validate/url-policy.ts';
import { portsOf } from './listening-ports.ts';
import { membersOf } from './service-members.ts';
import type { ServiceProcess } from './service-process.ts';

const POLL_MS = 50;
/** A program may listen on a port long before it has everything to answer with. */
const WITHOUT_CONTRACT_MS = 5_000;
const ADDRESS =
  /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):(\d{1,5})(?=[/\s"'),.;]|$)/g;

/** The ports of this machine in a line that a program prints. */
export function portsIn(line: string): number[] {
  return [...line.matchAll(ADDRESS)].map(([, port]) => Number(port));
}

/**
 * The base address of a service: the port on which it answers `GET /contract`. Candidates are the
 * ports on which its processes listen (on Linux), and the addresses that it prints. If none has a
 * contract, the first that responds at all is returned after a few seconds.
 */
export async function findService(
  service: Pick<ServiceProcess, 'members'>,
  printed: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<string> {
  // An abort that has happened already is no event.
  signal.throwIfAborted();
  const over = new AbortController();
  const either = AbortSignal.any([signal, over.signal]);
  const { promise: found, resolve, reject } = Promise.withResolvers<string>();
  signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  let first: { url: string; atMs: number } | undefined;
  /** Each port on its own: one that accepts connections and never responds must not delay others. */
  const probe = async (port: number) => {
    const url = `http://localhost:${port}`;
    while (!either.aborted) {
      const outcome = await look(url, either);
      if (outcome === 'contract') return resolve(url);
      if (outcome === 'response') {
        first ??= { url, atMs: performance.now() };
        if (performance.now() - first.atMs > WITHOUT_CONTRACT_MS) return resolve(first.url);
      }
      await pause(POLL_MS);
    }
  };
  const search = async () => {
    const known = new Set<number>();
    while (!either.aborted) {
      const members = service.members();
      const open = members ? await portsOf(await membersOf(members)) : [];
      for (const port of new Set([...printed, ...open])) {
        if (known.has(port)) continue;
        known.add(port);
        void probe(port);
      }
      await pause(POLL_MS);
    }
  };
  void search();
  try {
    return await found;
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
): Promise<'contract' | 'response' | 'nothing'> {
  const outcome = await requestContract(url, signal);
  if (outcome.kind !== 'response') return 'nothing';
  return outcome.status === 200 ? 'contract' : 'response';
}

const requestContract = (url: string, signal: AbortSignal) =>
  nodeTransport(urlPolicyFor(url)).request({
    method: 'GET',
    url: `${url.replace(/\/+$/, '')}/contract`,
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: LIMITS.contractBytes,
    signal,
  });
