/** The formats that browsers have a field for. */
export type TimeFormat = 'date' | 'time' | 'date-time';

export const isTimeFormat = (format: string | undefined): format is TimeFormat =>
  format === 'date' || format === 'time' || format === 'date-time';

export const INPUT_TYPES = { date: 'date', time: 'time', 'date-time': 'datetime-local' } as const;

const MINUTE_MS = 60_000;

/** A moment as the field shows it: in the time zone of the browser, without one. */
function localOf(text: string): string | undefined {
  const at = new Date(text);
  if (!/^\d{4}-\d\d-\d\d[Tt]/.test(text) || Number.isNaN(at.getTime())) return undefined;
  // Its field has no room for them.
  if (at.getMilliseconds() !== 0) return undefined;
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS);
  return shifted.toISOString().slice(0, '2026-11-26T14:30:00'.length);
}

/** A text of an input as the browser's field shows it; `undefined` if it cannot. */
export function shownTime(format: TimeFormat, text: string): string | undefined {
  if (text === '') return '';
  switch (format) {
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
    case 'time':
      return /^([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/.test(text) ? text.slice(0, -1) : undefined;
    case 'date-time':
      return localOf(text);
  }
}

/** What the browser's field was set to, as JSON Schema writes it; empty while it is not complete. */
export function timeText(format: TimeFormat, shown: string): string {
  if (shown === '' || format === 'date') return shown;
  if (format === 'time') return `${shown.length === '14:30'.length ? `${shown}:00` : shown}Z`;
  const at = new Date(shown);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString().replace('.000Z', 'Z');
}
