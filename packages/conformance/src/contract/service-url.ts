import { checkUrl, type UrlPolicy } from '../url-policy.ts';

export type ServiceUrl = { ok: true; at(path: string): string } | { ok: false; message: string };

/**
 * The base address of a seller's service. Paths are appended to its path, whose trailing slashes are
 * ignored. An address with a query or a fragment is refused, because no path can be appended.
 */
export function readServiceUrl(text: string, policy: UrlPolicy): ServiceUrl {
  const checked = checkUrl(text.trim(), policy);
  if (!checked.ok) return checked;
  const { url } = checked;
  if (/[?#]/.test(text)) {
    return { ok: false, message: 'must be a base address, without a query or a fragment' };
  }
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  return { ok: true, at: (path) => base + path };
}
