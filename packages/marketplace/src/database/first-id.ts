const TIMESTAMP_DIGITS = 12;

/** The smallest UUID v7 of a time (Unix milliseconds): ids that were created earlier sort before it. */
export function firstIdAt(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(TIMESTAMP_DIGITS, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, TIMESTAMP_DIGITS)}-7000-8000-000000000000`;
}
