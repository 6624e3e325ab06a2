import type { UrlPolicy } from '@mkt/conformance';

/**
 * The rules for addresses that a marketplace applies to a service there: those of dev mode for one
 * on this machine, else those of production.
 */
export function urlPolicyFor(url: unknown): UrlPolicy {
  const host = typeof url === 'string' ? URL.parse(url)?.hostname : undefined;
  const isLoopback =
    host !== undefined && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
  return { allowPrivate: isLoopback };
}
