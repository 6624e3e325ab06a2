import { InexactNumber } from './inexact-number.ts';
import { numberAt } from './json-scan.ts';

/**
 * The value of a JSON text with an `InexactNumber` for some of its numbers, given by the positions
 * where they start. Those are quoted and the text is parsed again: where `value`, the result of
 * JSON.parse, has a number and the second result a string, the number was one of them. That is faster
 * than a parser in JavaScript, and no string can be mistaken for a number. Names must be unique, and
 * the value must be shallow enough for recursion.
 */
export function exactValue(
  value: unknown,
  parse: (text: string) => unknown,
  text: string,
  inexact: readonly number[],
): unknown {
  let quoted = '';
  let from = 0;
  for (const start of inexact) {
    const number = numberAt(text, start);
    quoted += `${text.slice(from, start)}"${number}"`;
    from = start + number.length;
  }
  return unquoted(value, parse(quoted + text.slice(from)));
}

type Container = Record<string, unknown>;

function unquoted(value: unknown, quoted: unknown): unknown {
  if (typeof value === 'number') {
    return typeof quoted === 'string' ? new InexactNumber(quoted) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const into = quoted as unknown[];
    for (const [index, item] of value.entries()) {
      if (typeof item === 'number' || typeof item === 'object') {
        into[index] = unquoted(item, into[index]);
      }
    }
    return into;
  }
  const [from, into] = [value as Container, quoted as Container];
  // Every name is an own property, even __proto__.
  for (const name in from) {
    const inner = from[name];
    if (typeof inner === 'number' || typeof inner === 'object') {
      into[name] = unquoted(inner, into[name]);
    }
  }
  return into;
}
