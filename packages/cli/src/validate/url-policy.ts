import { checkUrl, type UrlPolicy } from '@mkt/conformance';
import type { RunContract, Warning } from '@mkt/protocol';
import { isLoopback } from '../settings/loopback.ts';

/**
 * The address rules that a marketplace would apply to this service: those of dev mode for a service on
 * this machine, otherwise those of production.
 */
export function urlPolicyFor(url: unknown): UrlPolicy {
  return { allowPrivate: typeof url === 'string' && isLoopback(url) };
}

/** A warning for each address that only a marketplace in dev mode accepts. */
export function publicUrlWarnings(contract: RunContract): Warning[] {
  return (['endpointPath', 'healthEndpoint'] as const).flatMap((name) => {
    const url = contract[name];
    if (url === undefined) return [];
    const checked = checkUrl(url, { allowPrivate: false });
    if (checked.ok) return [];
    const message = `${name} ${checked.message} to be published; only dev mode accepts this address.`;
    return [{ code: 'not_public', message }];
  });
}
