import type { Provider } from '@mkt/protocol';
import type { Style } from '../terminal/style.ts';
import { checkLines } from './check.ts';
import { facts } from './facts.ts';
import { formatPrice } from './price.ts';
import { formatHealth } from './health.ts';
import { formatTime } from './time.ts';

export const formatStatus = ({ status }: Pick<Provider, 'status'>) => status.replaceAll('_', ' ');

/** A provider with the checks of its last review. */
export function providerLines(provider: Provider, style: Style): string {
  const { runContract, reviewChecks, slowInputs } = provider;
  const about = facts(
    [
      ['provider', provider.slug],
      ['title', provider.title],
      ['status', formatStatus(provider)],
      ['reason', provider.reviewRejectionReason],
      ['price', formatPrice(provider.price)],
      ['method', runContract.method],
      ['endpoint', runContract.endpointPath],
      ['health', formatHealth(provider.health)],
      ['slow inputs', slowInputs === 0 ? null : String(slowInputs)],
      ['revision', String(provider.revision)],
      ['updated', formatTime(provider.updatedAt)],
      ['id', provider.id],
    ],
    style,
  );
  const checks = reviewChecks.flatMap((check) => checkLines(check, style));
  return [about, ...(checks.length > 0 ? ['', ...checks] : [])].join('\n');
}
