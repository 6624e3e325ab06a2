import { endOfString } from '@mkt/protocol';

const INDENT = '  ';
const SPACE = /[ \t\r\n]/;
const OPENING = /[[{]/;
const CLOSING = /[\]}]/;

/** JSON text on one line, as `JSON.stringify(value)` would write it, with numbers and strings unchanged. */
export const compactJson = (json: string): string => format(json, () => '', ':');

/**
 * JSON text over several lines, as `JSON.stringify(value, null, 2)` would write it, with numbers and
 * strings unchanged: parsing would turn 9007199254740993 into a different number.
 */
export const indentJson = (json: string): string =>
  format(json, (depth) => `\n${INDENT.repeat(depth)}`, ': ');

function format(json: string, newLine: (depth: number) => string, colon: string): string {
  const parts: string[] = [];
  let depth = 0;
  let isJustOpened = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (SPACE.test(character)) continue;
    if (CLOSING.test(character)) {
      depth--;
      // An empty array or object is closed on the same line.
      if (!isJustOpened) parts.push(newLine(depth));
    } else if (isJustOpened) parts.push(newLine(depth));
    isJustOpened = OPENING.test(character);
    if (isJustOpened) depth++;
    if (character === '"') {
      const end = endOfString(json, at);
      parts.push(json.slice(at, end + 1));
      at = end;
    } else if (character === ':') parts.push(colon);
    else if (character === ',') parts.push(character, newLine(depth));
    else parts.push(character);
  }
  return parts.join('');
}
