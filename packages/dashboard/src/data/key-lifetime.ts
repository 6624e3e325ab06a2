const DAY_MS = 24 * 3_600_000;

/** How long a key may last, by the number of days; `never` for no end. */
export const LIFETIMES = [
  { value: '1', label: 'In 1 day' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'never', label: 'Never' },
];

/** The lifetime that a form starts with. */
export const DEFAULT_LIFETIME = '90';

/** When a key with this lifetime expires, as the server takes it. */
export const expiryOf = (lifetime: string, nowMs: number): string | null =>
  lifetime === 'never' ? null : new Date(nowMs + Number(lifetime) * DAY_MS).toISOString();
