/** Milliseconds, or a string such as `'30s'`, `'5m'`, `'1.5h'`, `'2d'`. */
export type TestDuration = number | `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

const SHAPE = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
/** Longer than anything that the marketplace keeps. */
const MAX_MS = 400 * 86_400_000;

/** Milliseconds of a duration. Throws a `TypeError` that calls it `name`. */
export function millisecondsOf(duration: TestDuration, name: string): number {
  const [, count, unit = ''] = SHAPE.exec(String(duration)) ?? [];
  const ms =
    typeof duration === 'number' ? duration : Number(count) * (UNIT_MS[unit] ?? Number.NaN);
  if (ms >= 0 && ms <= MAX_MS) return ms;
  throw new TypeError(
    `${name} must be a number of milliseconds or a string such as '30s', '5m' or '2d', up to 400 days, not ${JSON.stringify(duration)}.`,
  );
}
