import { InexactNumber } from './inexact-number.ts';
import { numberAt } from './json-scan.ts';

/**
 * The value of a JSON text with an `InexactNumber` for each of some of its numbers, given by where
 * they begin. They are put between quotes and the whole is parsed again: where `value`, what JSON.parse
 * made of the text, has a number and the other a string, the number was one of them. That is faster
 * than a parser in JavaScript, and no text can pretend to be a number. No name may occur twice, and
 * the value must be of a depth that can be recursed.
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
  // Each is a property of its own, one called __proto__ too.
  for (const name in from) {
    const inner = from[name];
    if (typeof inner === 'number' || typeof inner === 'object') {
      into[name] = unquoted(inner, into[name]);
    }
  }
  return into;
}
