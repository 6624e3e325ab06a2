import type { RunContract } from '@mkt/protocol';

/**
 * The path of a service's address that its contract leaves out: `/text`. A framework that mounts a
 * handler at a prefix, as Hono does, removes the prefix before the handler sees it.
 */
export function missingPrefix(contract: RunContract, serviceUrl: string): string | undefined {
  const service = URL.parse(serviceUrl);
  const endpoint = URL.parse(contract.endpointPath);
  const prefix = service?.pathname.replace(/\/+$/, '') ?? '';
  if (!service || prefix === '' || endpoint?.origin !== service.origin) return undefined;
  return endpoint.pathname.startsWith(`${prefix}/`) ? undefined : prefix;
}

/** How a mounted service names its address. */
export const mountFix = (serviceUrl: string): string =>
  `Set baseUrl (PUBLIC_URL) of the service to ${serviceUrl.replace(/\/+$/, '')}, so that its contract has that path.`;
