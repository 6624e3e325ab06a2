import { CLASSES, propertyClass } from './pattern-classes.ts';

/** A position in a pattern. */
export interface Cursor {
  readonly pattern: string;
  at: number;
}

/** A part of a pattern that RE2 cannot express. */
export class UnsupportedPattern extends Error {}

/** One character, or a class in the syntax for use inside brackets. */
export type Member = { code: number } | { inside: string; isProperty: boolean };

const CONTROLS: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13 };

const HEX_4 = /^u([0-9A-Fa-f]{4})/;
const HEX_PAIR = /^u([Dd][89ABab][0-9A-Fa-f]{2})\\u([Dd][C-Fc-f][0-9A-Fa-f]{2})/;
const BRACED = /^u\{([0-9A-Fa-f]+)\}/;

/** Reads the escape whose backslash was just read. The pattern is known to be valid. */
export function readEscape(cursor: Cursor, inClass: boolean): Member {
  const rest = cursor.pattern.slice(cursor.at);
  const letter = rest.charAt(0);
  const take = (length: number, member: Member) => {
    cursor.at += length;
    return member;
  };
  if (Object.hasOwn(CLASSES, letter)) {
    return take(1, { inside: CLASSES[letter] ?? '', isProperty: false });
  }
  if (Object.hasOwn(CONTROLS, letter)) return take(1, { code: CONTROLS[letter] ?? 0 });
  switch (letter) {
    case 'p':
    case 'P': {
      const text = rest.slice(2, rest.indexOf('}'));
      const inside = propertyClass(letter === 'P', text);
      if (!inside) throw new UnsupportedPattern();
      return take(text.length + 3, { inside, isProperty: true });
    }
    case 'b':
      // A backspace inside brackets; outside, \b does not reach this code.
      return take(1, { code: 8 });
    case 'c':
      return take(2, { code: rest.charCodeAt(1) % 32 });
    case 'x':
      return take(3, { code: Number.parseInt(rest.slice(1, 3), 16) });
    case 'u':
      return readUnicodeEscape(cursor, rest);
    case '0':
      return take(1, { code: 0 });
    default:
      if (!inClass && /[1-9k]/.test(letter)) {
        throw new UnsupportedPattern();
      }
      return take(1, { code: letter.charCodeAt(0) });
  }
}

function readUnicodeEscape(cursor: Cursor, rest: string): Member {
  const braced = BRACED.exec(rest);
  if (braced) {
    cursor.at += braced[0].length;
    return { code: Number.parseInt(braced[1] ?? '', 16) };
  }
  const pair = HEX_PAIR.exec(rest);
  if (pair) {
    cursor.at += pair[0].length;
    const [high, low] = [Number.parseInt(pair[1] ?? '', 16), Number.parseInt(pair[2] ?? '', 16)];
    return { code: (high - 0xd800) * 0x400 + (low - 0xdc00) + 0x10000 };
  }
  const unit = HEX_4.exec(rest);
  cursor.at += 5;
  return { code: Number.parseInt(unit?.[1] ?? '', 16) };
}
