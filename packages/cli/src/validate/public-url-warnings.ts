import { checkUrl } from '@mkt/conformance';
import type { RunContract, Warning } from '@mkt/protocol';

/** What only a marketplace in dev mode takes: local addresses are checked here all the same. */
export function publicUrlWarnings(contract: RunContract): Warning[] {
  return (['endpointPath', 'healthEndpoint'] as const).flatMap((name) => {
    const url = contract[name];
    if (url === undefined) return [];
    const checked = checkUrl(url, { allowPrivate: false });
    if (checked.ok) return [];
    const message = `${name} ${checked.message}: only a marketplace in dev mode takes this one.`;
    return [{ code: 'not_public', message }];
  });
}
