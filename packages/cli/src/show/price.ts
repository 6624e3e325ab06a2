import type { Health, Price } from '@mkt/protocol';

/** `USD 0.02 per call`. Never in exponent form: the smallest amount is a millionth. */
export function priceWords({ amount, currency, unit }: Price): string {
  const digits = amount.toFixed(6).replace(/0{1,4}$/, '');
  return `${currency} ${digits} per ${unit}`;
}

/** `2026-11-21 04:29:27Z`. */
export const timeWords = (iso: string | null): string | null =>
  iso === null ? null : iso.replace('T', ' ').replace(/\.\d+Z$/, 'Z');

/** `5 ms`, `1.2 s`, `5 s`. */
export const durationWords = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1).replace('.0', '')} s`;

export function healthWords({ status, uptime24h }: Health): string {
  const uptime = uptime24h === null ? '' : `, ${(uptime24h * 100).toFixed(1)} % in 24 h`;
  return `${status.replaceAll('_', ' ')}${uptime}`;
}

/** At most so many characters, so that one text does not widen a whole table. */
export function cut(text: string, length: number): string {
  const characters = Array.from(text);
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : text;
}
