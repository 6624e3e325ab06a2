import { endOfString } from './json-scan.ts';

type Container = unknown[] | Record<string, unknown>;

const END_OF_SCALAR = /[\s,\]}]|$/g;

/**
 * What JSON.parse makes of a text, which must be JSON, for a text in which the name of a member has
 * an escape. V8 may take such a name for another one that it has met before, in a request of anybody:
 * after `{"a":0,"\\u00":1}` it reads the name in `{"a":0,"\u00fcber":1}` as `\u00`
 * (https://github.com/nodejs/node/issues/63785). A name without an escape is always read right, and
 * so is a text by itself.
 */
export function parseEscapedNames(text: string): unknown {
  const open: Container[] = [];
  let name: string | undefined;
  let root: unknown;

  const add = (value: unknown): void => {
    const into = open.at(-1);
    if (into === undefined) root = value;
    else if (Array.isArray(into)) into.push(value);
    else if (name === undefined) name = value as string;
    else {
      define(into, name, value);
      name = undefined;
    }
  };

  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') {
      const end = endOfString(text, at);
      add(textOf(text.slice(at, end + 1)));
      at = end;
    } else if (character === '{' || character === '[') {
      const container: Container = character === '{' ? {} : [];
      add(container);
      open.push(container);
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (/[-\da-z]/.test(character)) {
      END_OF_SCALAR.lastIndex = at;
      const end = END_OF_SCALAR.exec(text)?.index ?? text.length;
      add(JSON.parse(text.slice(at, end)));
      at = end - 1;
    }
  }
  return root;
}

const textOf = (written: string): string =>
  written.includes('\\') ? (JSON.parse(written) as string) : written.slice(1, -1);

function define(into: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') into[name] = value;
  else
    Object.defineProperty(into, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}
