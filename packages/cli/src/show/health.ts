import type { Health } from '@mkt/protocol';
import { formatPercent } from './quality.ts';

/** `healthy, 99.8% uptime in the last 24 h`. */
export function formatHealth({ status, uptime24h }: Health): string {
  const uptime = uptime24h === null ? '' : `, ${formatPercent(uptime24h)} uptime in the last 24 h`;
  return `${status.replaceAll('_', ' ')}${uptime}`;
}
