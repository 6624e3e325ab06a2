import type { Run } from '../run.ts';

/** Characters counted per unit. */
const COUNTED_PER_UNIT = 8;
/** Counted without looking at the deadline: 0.1 ms in cold code. */
const AT_ONCE = 2_048;

/** Characters as JSON Schema counts them: code points, which are one or two UTF-16 units. */
function codePoints(text: string, run: Run): number {
  let count = text.length;
  let isAfterHigh = false;
  for (let start = 0; start < text.length; start += AT_ONCE) {
    const end = Math.min(text.length, start + AT_ONCE);
    run.spend((end - start) / COUNTED_PER_UNIT);
    for (let index = start; index < end; index++) {
      const half = text.charCodeAt(index) & 0xfc00;
      if (isAfterHigh && half === 0xdc00) count -= 1;
      isAfterHigh = half === 0xd800;
    }
  }
  return count;
}

/** Counts only where the number of units leaves it open: at most twice `max` of them. */
export const isLongerThan = (text: string, max: number, run: Run): boolean =>
  text.length > max && (text.length > 2 * max || codePoints(text, run) > max);

export const isShorterThan = (text: string, min: number, run: Run): boolean =>
  text.length < min || (text.length < 2 * min && codePoints(text, run) < min);
