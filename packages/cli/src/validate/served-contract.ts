import { readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { checkUrl, fetchContract, type UrlPolicy } from '@mkt/conformance';
import { isObject, LIMITS, type RunContract, type Warning } from '@mkt/protocol';
import { isLoopback, isSameEndpoint } from '../store/loopback.ts';
import { nodeTransport } from './node-transport.ts';

/**
 * The address rules that a marketplace would apply to this service: those of dev mode for a service on
 * this machine, otherwise those of production.
 */
export function urlPolicyFor(url: unknown): UrlPolicy {
  return { allowPrivate: typeof url === 'string' && isLoopback(url) };
}

/** A warning for the addresses that only a marketplace in dev mode accepts, one for each reason. */
export function publicUrlWarnings(contract: RunContract): Warning[] {
  const names = new Map<string, string[]>();
  for (const name of ['endpointPath', 'healthEndpoint'] as const) {
    const url = contract[name];
    const checked = url === undefined ? undefined : checkUrl(url, { allowPrivate: false });
    if (!checked || checked.ok) continue;
    names.set(checked.message, [...(names.get(checked.message) ?? []), name]);
  }
  return [...names].map(([reason, those]) => ({
    code: 'not_public',
    message: `${those.join(' and ')} ${reason} to be published; only dev mode accepts ${those.length === 1 ? 'this address' : 'these addresses'}.`,
  }));
}

/** A contract that is served at or above an endpoint. */
export interface ServedContract {
  /** The base address, without `/contract`. */
  serviceUrl: string;
  /** The URL that the contract names, which may be another one; `undefined` if it names none. */
  endpointPath: string | undefined;
}

const CONTRACT_LIMITS = { timeoutMs: 5_000, maxBytes: 1024 * 1024 };

/**
 * The contract of an endpoint: for `/text/run` it is looked for at `/text/contract` and `/contract`.
 * A contract that names the endpoint is preferred over a nearer one that names another.
 */
export async function servedContract(
  endpointPath: string,
  signal: AbortSignal,
): Promise<ServedContract | undefined> {
  let nearest: ServedContract | undefined;
  for (const serviceUrl of basesOf(endpointPath)) {
    const found = await contractAt(serviceUrl, signal);
    if (found && isSameEndpoint(found.endpointPath ?? '', endpointPath)) return found;
    nearest ??= found;
  }
  return nearest;
}

/** The contract of the service at a base address. */
export async function contractAt(
  serviceUrl: string,
  signal: AbortSignal,
): Promise<ServedContract | undefined> {
  const urlPolicy = urlPolicyFor(serviceUrl);
  const transport = nodeTransport(urlPolicy);
  const fetched = await fetchContract(
    serviceUrl,
    { transport, urlPolicy, signal },
    CONTRACT_LIMITS,
  );
  signal.throwIfAborted();
  return fetched.ok ? { serviceUrl, endpointPath: endpointIn(fetched.document.value) } : undefined;
}

/** Whether a contract there still names this endpoint. */
export async function isServed(endpointPath: string, signal: AbortSignal): Promise<boolean> {
  const found = await servedContract(endpointPath, signal);
  return found !== undefined && isSameEndpoint(found.endpointPath ?? '', endpointPath);
}

/** The addresses above an endpoint, the nearest first. */
function basesOf(endpointPath: string): string[] {
  const url = URL.parse(endpointPath);
  if (!url) return [];
  const parts = url.pathname.split('/').slice(1, -1);
  return [...parts.keys(), parts.length]
    .toReversed()
    .map((length) => [url.origin, ...parts.slice(0, length)].join('/'));
}

function endpointIn(document: unknown): string | undefined {
  if (!isObject(document)) return undefined;
  const content = document['provider'] ?? document['listing'];
  const contract = isObject(content) ? content['runContract'] : undefined;
  const endpoint = isObject(contract) ? contract['endpointPath'] : undefined;
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? endpoint : undefined;
}

const SOURCE = /\.(?:[cm]?[jt]sx?|py)$/;
/** Not the seller's own: dependencies, build output, and everything hidden. */
const SKIPPED = /^(?:\.|node_modules$|dist$|build$|coverage$|__pycache__$|test$|tests$)/;
const MAX_FILES = 2_000;
const MAX_DEPTH = 6;
/** `Last-Modified` has whole seconds. */
const PRECISION_MS = 1_000;

/**
 * The file of a project that was changed after its service on this machine was started, so that the
 * service still has the old contract. `undefined` if there is none, or if it cannot be known: the
 * seller kit sends the time of its start as `Last-Modified` of the contract, in development.
 */
export async function changedSinceStart(
  serviceUrl: string,
  folder: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const policy = urlPolicyFor(serviceUrl);
  if (!policy.allowPrivate) return undefined;
  const outcome = await nodeTransport(policy).request({
    method: 'GET',
    url: `${serviceUrl.replace(/\/+$/, '')}/contract`,
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: LIMITS.contractBytes,
    signal,
  });
  const header = outcome.kind === 'response' ? outcome.headers.get('last-modified') : undefined;
  const startedAt = Date.parse(header ?? '');
  if (Number.isNaN(startedAt)) return undefined;
  const newest = await newestSource(folder);
  const isNewer = newest !== undefined && newest.mtimeMs >= startedAt + PRECISION_MS;
  return isNewer ? relative(folder, newest.path) : undefined;
}

interface Source {
  path: string;
  mtimeMs: number;
}

/** Links are not followed. A folder that cannot be read has no files. */
async function newestSource(folder: string): Promise<Source | undefined> {
  let newest: Source | undefined;
  let left = MAX_FILES;
  async function visit(at: string, depth: number): Promise<void> {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (SKIPPED.test(entry.name) || left <= 0) continue;
      const path = join(at, entry.name);
      if (entry.isDirectory() && depth < MAX_DEPTH) await visit(path, depth + 1);
      if (!entry.isFile() || !SOURCE.test(entry.name)) continue;
      left--;
      const found = await stat(path).catch(() => undefined);
      if (found && found.mtimeMs > (newest?.mtimeMs ?? 0))
        newest = { path, mtimeMs: found.mtimeMs };
    }
  }
  await visit(folder, 0);
  return newest;
}
