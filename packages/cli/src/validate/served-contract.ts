import { fetchContract } from '@mkt/conformance';
import { isObject } from '@mkt/protocol';
import { isSameEndpoint } from '../store/loopback.ts';
import { nodeTransport } from './node-transport.ts';
import { urlPolicyFor } from './url-policy.ts';

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
