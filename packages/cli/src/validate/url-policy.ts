import { checkUrl, type UrlPolicy } from '@mkt/conformance';
import type { RunContract, Warning } from '@mkt/protocol';
import { isLoopback } from '../store/loopback.ts';

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
