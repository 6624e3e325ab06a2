import { ANYTHING, NOT_A_LINE_END, NOTHING } from './pattern-classes.ts';
import { readEscape, UnsupportedPattern, type Cursor, type Member } from './pattern-escape.ts';

export interface Translation {
  source: string;
  steps: number;
}

interface Piece {
  source: string;
  /** About how many instructions RE2 makes of it. */
  steps: number;
  /** How often its innermost part is repeated: the product of counted repetitions. */
  repeats: number;
}

/** `\p{…}` is hundreds of ranges, so it counts as several steps. */
const PROPERTY_STEPS = 4;
/** RE2's own limit, for one repetition and for the product of nested ones. */
const MAX_REPEATS = 1000;

const QUANTIFIER = /(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})\??/y;
const NAMED_GROUP = /\?<[^=!][^>]*>/y;

/**
 * Translates a pattern of ECMA-262 with the `u` flag, as in JSON Schema, to the RE2 pattern that
 * accepts the same strings. RE2 reads `.`, `\s`, `\cX`, surrogate pairs, `[^]` and `[[:alpha:]]`
 * differently, so these are expanded; laziness and captures, which do not affect whether a string
 * matches, are dropped. `undefined` if RE2 has no such pattern: one with look-around, back-references,
 * flags in a group, some Unicode properties or more than 1,000 repetitions.
 *
 * `new RegExp(pattern, 'u')` must accept the pattern.
 */
export function translatePattern(pattern: string): Translation | undefined {
  const cursor: Cursor = { pattern, at: 0 };
  const groups: Piece[] = [];
  let group = emptyGroup();
  const append = (piece: Piece) => {
    const { source, steps, repeats } = quantified(cursor, piece);
    group.source += source;
    group.steps += steps;
    group.repeats = Math.max(group.repeats, repeats);
  };
  try {
    while (cursor.at < pattern.length) {
      const start = pattern.charAt(cursor.at);
      if (start === '(') {
        openGroup(cursor);
        groups.push(group);
        group = emptyGroup();
      } else if (start === ')') {
        cursor.at += 1;
        const closed = group;
        group = groups.pop() ?? emptyGroup();
        append({ ...closed, source: `(?:${closed.source})` });
      } else {
        append(readAtom(cursor));
      }
    }
  } catch (error) {
    if (error instanceof UnsupportedPattern) return undefined;
    throw error;
  }
  return { source: group.source, steps: group.steps };
}

const emptyGroup = (): Piece => ({ source: '', steps: 1, repeats: 1 });
const atom = (source: string, steps = 1): Piece => ({ source, steps, repeats: 1 });

function openGroup(cursor: Cursor): void {
  cursor.at += 1;
  if (cursor.pattern.charAt(cursor.at) !== '?') return;
  if (cursor.pattern.startsWith('?:', cursor.at)) {
    cursor.at += 2;
    return;
  }
  NAMED_GROUP.lastIndex = cursor.at;
  const named = NAMED_GROUP.exec(cursor.pattern);
  if (!named) throw new UnsupportedPattern();
  cursor.at += named[0].length;
}

function readAtom(cursor: Cursor): Piece {
  const code = cursor.pattern.codePointAt(cursor.at) ?? 0;
  const character = String.fromCodePoint(code);
  cursor.at += character.length;
  switch (character) {
    case '^':
    case '|':
      return atom(character);
    case '$':
      return atom('\\z');
    case '.':
      return atom(NOT_A_LINE_END);
    case '[':
      return readClass(cursor);
    case '\\': {
      const next = cursor.pattern.charAt(cursor.at);
      if (next === 'b' || next === 'B') {
        cursor.at += 1;
        return atom(`\\${next}`);
      }
      const member = readEscape(cursor, false);
      return atom(`[${memberText(member)}]`, memberSteps(member));
    }
    default:
      return atom(codeText(code));
  }
}

/** Reads a class whose opening bracket was just read. */
function readClass(cursor: Cursor): Piece {
  const negated = cursor.pattern.charAt(cursor.at) === '^';
  if (negated) cursor.at += 1;
  let inside = '';
  let steps = 1;
  while (cursor.pattern.charAt(cursor.at) !== ']') {
    const member = readMember(cursor);
    inside += memberText(member);
    steps += memberSteps(member) - 1;
    // A hyphen between two characters makes a range; before the end it is itself.
    const next = cursor.pattern.slice(cursor.at, cursor.at + 2);
    if ('code' in member && next.startsWith('-') && next !== '-]') {
      cursor.at += 1;
      inside += `-${memberText(readMember(cursor))}`;
    }
  }
  cursor.at += 1;
  if (inside === '') return atom(negated ? ANYTHING : NOTHING);
  return atom(`[${negated ? '^' : ''}${inside}]`, steps);
}

function readMember(cursor: Cursor): Member {
  const code = cursor.pattern.codePointAt(cursor.at) ?? 0;
  cursor.at += code > 0xffff ? 2 : 1;
  return code === 0x5c ? readEscape(cursor, true) : { code };
}

/** The piece with the quantifier that follows it, if one does. */
function quantified(cursor: Cursor, piece: Piece): Piece {
  QUANTIFIER.lastIndex = cursor.at;
  const match = QUANTIFIER.exec(cursor.pattern);
  if (!match) return piece;
  cursor.at += match[0].length;
  const [text, min, comma, max] = match;
  const source = piece.source + text.replace(/(?<=.)\?$/, '');
  if (min === undefined) return { ...piece, source, steps: piece.steps + 1 };
  const most = Number(max === undefined || max === '' ? min : max);
  const repeats = piece.repeats * Math.max(most, 1);
  if (repeats > MAX_REPEATS) throw new UnsupportedPattern();
  const unbounded = comma !== undefined && max === '';
  return { source, repeats, steps: piece.steps * (most + (unbounded ? 1 : 0)) + 1 };
}

const codeText = (code: number) => `\\x{${code.toString(16)}}`;
const memberText = (member: Member) => ('code' in member ? codeText(member.code) : member.inside);
const memberSteps = (member: Member) =>
  'inside' in member && member.isProperty ? PROPERTY_STEPS : 1;
