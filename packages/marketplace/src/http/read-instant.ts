import { Refusal } from '../market/refusal.ts';

/** Whether the day exists: `Date.parse` reads 31 February as 3 March. */
function isRealDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** An RFC 3339 date-time in Unix milliseconds. Refuses an invalid one, naming the field. */
export function readInstant(text: string, name: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms) && isRealDay(text)) return ms;
  throw new Refusal('invalid_request', `${name} is not a valid date-time.`, {
    details: [{ path: `/${name}`, message: 'must be an RFC 3339 date-time', keyword: 'format' }],
  });
}
