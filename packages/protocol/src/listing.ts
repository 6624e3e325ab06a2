/** Known categories. Any other text of 1 to 40 printable characters is accepted with a warning. */
export const KNOWN_CATEGORIES = [
  'ai',
  'communication',
  'data',
  'developer-tools',
  'e-commerce',
  'finance',
  'location',
  'media',
  'productivity',
  'search',
  'security',
  'other',
] as const;

/** Known price units. Any other text of 1 to 40 printable characters is accepted with a warning. */
export const KNOWN_UNITS = ['call', 'item', 'page', 'minute', 'mb', '1k-tokens'] as const;

export const DEFAULT_UNIT = 'call';
export const DEFAULT_CURRENCY = 'USD';
