/** `\p{…}`, `\u{…}`, `\k<…>` and the like, whose brackets are part of the escape. */
const LONG_ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<[^>]*>)/y;
/** Also matches the start of a quantifier whose first number other languages allow to be omitted. */
const COUNT = /\{(?:\d+(?:,\d*)?\}|,)/y;
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;
/** Characters for which a backslash has, or may have, a meaning. */
const MEANINGFUL = /[A-Za-z0-9<>]/;
/** A class stands for many characters, so it cannot begin or end a range. */
const CLASS_ESCAPE = /^\\[dDwWsSpP]/;

/**
 * A pattern in the syntax that the `u` flag requires, given one that only JavaScript without that flag
 * accepts: escapes that are not needed (`\-`, `\@`), brackets that stand for themselves (`a}`, `x]`) and
 * hyphens beside a class (`[\w-.]`). zod's `rfc5322Email` has one, and other languages accept them too.
 * Parts that other languages read differently are not changed: escapes of letters (`\A`, `\h`), `\<`, `a{,2}`
 * and brackets in brackets (`[[:alpha:]]`, `[a-z&&[^b]]`).
 */
export function strictPattern(pattern: string): string {
  let strict = '';
  let at = 0;
  let hasBracketInClass = false;
  const take = (text: string) => {
    at += text.length;
    return text;
  };
  const matchAt = (expression: RegExp) => {
    expression.lastIndex = at;
    return expression.exec(pattern)?.[0];
  };
  const readEscape = (inClass: boolean): string => {
    const long = matchAt(LONG_ESCAPE);
    if (long !== undefined) return take(long);
    const escaped = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0x5c);
    take(`\\${escaped}`);
    const isNeeded = SYNTAX.test(escaped) || MEANINGFUL.test(escaped);
    return isNeeded || (inClass && escaped === '-') ? `\\${escaped}` : escaped;
  };
  /** The opening bracket was read. */
  const readClass = () => {
    if (pattern.startsWith('^', at)) strict += take('^');
    let before = '';
    while (at < pattern.length && !pattern.startsWith(']', at)) {
      const isHyphen = pattern.startsWith('-', at) && !pattern.startsWith('-]', at);
      const isRange = isHyphen && before !== '';
      if (isRange) take('-');
      if (isRange && CLASS_ESCAPE.test(before)) {
        strict += '\\-';
        before = '';
        continue;
      }
      hasBracketInClass ||= pattern.startsWith('[', at);
      const member = pattern.startsWith('\\', at)
        ? readEscape(true)
        : take(String.fromCodePoint(pattern.codePointAt(at) ?? 0));
      if (isRange) strict += CLASS_ESCAPE.test(member) ? '\\-' : '-';
      strict += member;
      // The end of a range does not begin another.
      before = isRange ? '' : member;
    }
  };
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    if (character === '\\') {
      strict += readEscape(false);
    } else if (character === '[') {
      strict += take('[');
      readClass();
      strict += take(pattern.charAt(at));
    } else if (character === '{') {
      strict += take(matchAt(COUNT) ?? '') || `\\${take('{')}`;
    } else if (character === '}' || (character === ']' && !hasBracketInClass)) {
      strict += `\\${take(character)}`;
    } else {
      strict += take(character);
    }
  }
  return strict;
}
