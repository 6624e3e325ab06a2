/** Characters as JSON Schema counts them: code points, which are one or two UTF-16 units. */
function codePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const isHigh = (text.charCodeAt(index) & 0xfc00) === 0xd800;
    if (isHigh && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) {
      count -= 1;
      index += 1;
    }
  }
  return count;
}

/** Counts only where the number of units leaves it open: at most twice `max` of them. */
export const isLongerThan = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || codePoints(text) > max);

export const isShorterThan = (text: string, min: number): boolean =>
  text.length < min || (text.length < 2 * min && codePoints(text) < min);
