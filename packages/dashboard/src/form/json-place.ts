const STRING = /"(?:[^"\\]|\\.)*"/y;
/** A string, a bracket, or what is between two of them. */
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^"{}[\],\s]+|,/y;
const SPACE = /\s*/y;

/** Reads a JSON text, which must be valid, from a place on. */
function readerOf(text: string) {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? '';
    at += found.length;
    return found;
  };
  const skipSpace = () => {
    take(SPACE);
    return text[at];
  };
  const skipValue = () => {
    let depth = 0;
    do {
      skipSpace();
      const token = take(TOKEN);
      if (token === '') return;
      if (token === '{' || token === '[') depth++;
      if (token === '}' || token === ']') depth--;
    } while (depth > 0);
  };
  const isNext = (sign: string) => {
    if (skipSpace() !== sign) return false;
    at++;
    return true;
  };
  return {
    isNext,
    skipValue,
    name: () => {
      skipSpace();
      const name = JSON.parse(take(STRING) || '""') as string;
      isNext(':');
      return name;
    },
    line: () => {
      skipSpace();
      return text.slice(0, at).split('\n').length;
    },
  };
}

const unescaped = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~');

/** The line of the value at a JSON Pointer, from 1; `undefined` if the text, which is JSON, has none there. */
export function lineAt(text: string, pointer: string): number | undefined {
  const reader = readerOf(text);
  const { isNext, skipValue, name, line } = reader;
  next: for (const part of pointer.split('/').slice(1).map(unescaped)) {
    const isObject = isNext('{');
    if (!isObject && !isNext('[')) return undefined;
    if (isNext(isObject ? '}' : ']')) return undefined;
    for (let index = 0; ; index++) {
      if ((isObject ? name() : String(index)) === part) continue next;
      skipValue();
      if (!isNext(',')) return undefined;
    }
  }
  return line();
}

/** The line in which a text stops being JSON, if the browser says so. */
export function lineOfProblem(message: string): number | undefined {
  const found = /\bline (\d+)/.exec(message)?.[1];
  return found === undefined ? undefined : Number(found);
}
