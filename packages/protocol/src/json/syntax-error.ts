const SPACE = /[ \t\r\n]*/y;
const SCALAR =
  // oxlint-disable-next-line no-control-regex -- JSON forbids them in strings
  /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b/y;

/** What may come next: a value, a value or `]`, a name, a name or `}`, `:`, or `,` and the end. */
type Expected = 'value' | 'first value' | 'name' | 'first name' | 'colon' | 'next';

/** Lines and columns are counted from 1, columns in UTF-16 code units. */
export interface TextPlace {
  line: number;
  column: number;
}

/** Where a text stops being JSON; `undefined` if it is JSON. Called only after a parser has refused it. */
export function syntaxErrorAt(text: string): TextPlace | undefined {
  const at = errorOffset(text);
  if (at === undefined) return undefined;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/**
 * The message of a parser with the place of a syntax error: `is not valid JSON (line 3, column 5)`. Other
 * messages are returned as they are.
 */
export function describeJsonError(
  { reason, message }: { reason: string; message: string },
  bytes: Uint8Array,
): string {
  const place = reason === 'syntax' ? syntaxErrorAt(new TextDecoder().decode(bytes)) : undefined;
  return place ? `${message} (line ${place.line}, column ${place.column})` : message;
}

function errorOffset(text: string): number | undefined {
  const closers: ('}' | ']')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  for (;;) {
    take(SPACE);
    const character = text[at];
    const closer = closers.at(-1);
    if (expected === 'next' && closer === undefined)
      return character === undefined ? undefined : at;
    const mayClose = expected === 'next' || expected === 'first value' || expected === 'first name';
    if (mayClose && character === closer && closer !== undefined) {
      closers.pop();
      at++;
      expected = 'next';
    } else if (expected === 'next') {
      if (character !== ',') return at;
      at++;
      expected = closer === '}' ? 'name' : 'value';
    } else if (expected === 'colon') {
      if (character !== ':') return at;
      at++;
      expected = 'value';
    } else if (expected === 'name' || expected === 'first name') {
      if (character !== '"' || take(SCALAR) === undefined) return at;
      expected = 'colon';
    } else if (character === '{' || character === '[') {
      closers.push(character === '{' ? '}' : ']');
      at++;
      expected = character === '{' ? 'first name' : 'first value';
    } else {
      if (take(SCALAR) === undefined) return at;
      expected = 'next';
    }
  }
}
