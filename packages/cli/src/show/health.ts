import type { Health } from '@mkt/protocol';

/** `healthy, 99.8% uptime in the last 24 h`. */
export function formatHealth({ status, uptime24h }: Health): string {
  const uptime =
    uptime24h === null ? '' : `, ${(uptime24h * 100).toFixed(1)}% uptime in the last 24 h`;
  return `${status.replaceAll('_', ' ')}${uptime}`;
}
