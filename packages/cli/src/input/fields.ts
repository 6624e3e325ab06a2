import { LIMITS, parseJson } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';

/** One `name=text` or `name:=json` of a command line. */
export interface Field {
  /** The names from the outermost object to the value. */
  path: string[];
  /** What was typed before `=`, for messages. */
  name: string;
  kind: 'text' | 'json';
  /** The text, or valid JSON text with all digits of its numbers. */
  value: string;
}

const EXAMPLE = "Write text=hello, count:=3 or, for anything else, --input '{…}'.";

/**
 * Reads arguments such as `text=hello`, `count:=3` and `place.city=Rome`. The first `=` ends the name; a
 * backslash before `.`, `=`, `:` or a backslash makes that character part of a name. Errors never
 * repeat a value, which may hold a secret.
 */
export const parseFields = (args: readonly string[]): Field[] => args.map(parseField);

function parseField(argument: string): Field {
  const { path, end, isJson } = readName(argument);
  const name = argument.slice(0, end);
  if (end === argument.length) {
    throw new CliError('invalid_usage', 'A field of the input must have the form name=value.', {
      next: EXAMPLE,
    });
  }
  if (path.includes('')) {
    throw new CliError('invalid_usage', `The field '${name}' has an empty name.`, {
      next: EXAMPLE,
    });
  }
  if (path.length > LIMITS.jsonDepth) {
    throw new CliError(
      'invalid_usage',
      `A field of the input may be at most ${LIMITS.jsonDepth} levels deep.`,
    );
  }
  const value = argument.slice(end + (isJson ? 2 : 1));
  if (!isJson) return { path, name, kind: 'text', value: value.toWellFormed() };
  const parsed = parseJson(Buffer.from(value));
  if (!parsed.ok) {
    throw new CliError('invalid_usage', `The value of ${name}:= ${parsed.message}.`, {
      next: `For text, write ${name}= without the colon.`,
    });
  }
  return { path, name, kind: 'json', value: parsed.text };
}

/** The names before the first `=` that is not escaped; `end` is where the names end. */
function readName(argument: string): { path: string[]; end: number; isJson: boolean } {
  const path: string[] = [];
  let name = '';
  let at = 0;
  for (; at < argument.length; at++) {
    const character = argument.charAt(at);
    const next = argument.charAt(at + 1);
    if (character === '\\' && /^[.=:\\]$/.test(next)) {
      name += next;
      at++;
    } else if (character === '=' || (character === ':' && next === '=')) {
      return { path: [...path, name], end: at, isJson: character === ':' };
    } else if (character === '.') {
      path.push(name);
      name = '';
    } else name += character;
  }
  return { path: [...path, name], end: at, isJson: false };
}
