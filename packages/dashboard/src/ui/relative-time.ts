import { MINUTE, SECOND } from './duration.ts';

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Older times are dates. */
const WEEK = 7 * DAY;

const DATE = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'long' });

function distance(ms: number): string {
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** `just now`, `2 min ago`, `in 3 h`, `6 d ago`, `20 Feb 2027`. */
export function relativeTime(atMs: number, nowMs: number): string {
  const agoMs = nowMs - atMs;
  const apartMs = Math.abs(agoMs);
  // The clocks of browsers and servers differ by a few seconds.
  if (apartMs < 5 * SECOND) return 'just now';
  if (apartMs >= WEEK) return DATE.format(atMs);
  return agoMs > 0 ? `${distance(apartMs)} ago` : `in ${distance(apartMs)}`;
}

/** `20 Feb 2027`: the day of a time on the wire. */
export const dateOf = (at: string): string => DATE.format(Date.parse(at));

export const exactTime = (atMs: number): string => EXACT.format(atMs);
