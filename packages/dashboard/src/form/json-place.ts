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

/** What browsers say about a text that is not JSON, and what people read; the first that fits. */
const IN_WORDS: readonly (readonly [said: RegExp, words: string])[] = [
  [/after property name/i, 'a colon is expected after the name'],
  [/after property value/i, 'a comma or } is expected'],
  [/after array element/i, 'a comma or ] is expected'],
  [/double-quoted property name/i, 'a name in double quotes is expected'],
  [/property name/i, 'a name in double quotes is expected'],
  [/unterminated string/i, 'the double quote at the end of a text is missing'],
  [/end of (?:json|data|input|file)/i, 'the JSON is not complete'],
  [/control character/i, 'a text may not continue on the next line: write \\n for a line break'],
  [/escape/i, 'a backslash must be written twice, unless it begins an escape such as \\n'],
  [/non-whitespace/i, 'something follows the end of the JSON'],
  [/number|digit/i, 'a number is not written as in JSON'],
];

/** What ends with a bracket has these. */
const MEMBERS: Readonly<Record<string, string>> = { '}': 'property', ']': 'item' };

const messageOf = (text: string): string | undefined => {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
};

/** Whether a text could go on as JSON: nothing is wrong before its end. */
function isBeginning(text: string): boolean {
  const message = messageOf(text);
  if (message === undefined || /end of|unterminated string/i.test(message)) return true;
  return Number(/position (\d+)/.exec(message)?.[1]) >= text.length;
}

/** Where a text stops being JSON. Browsers do not say it of every text. */
function indexOfProblem(text: string): number {
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (isBeginning(text.slice(0, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Why a text is not JSON, and where: `Line 3, column 5: a comma or } is expected.`; `undefined` if it is.
 */
export function jsonProblem(text: string): string | undefined {
  const message = messageOf(text);
  if (message === undefined) return undefined;
  const index = indexOfProblem(text);
  const at = text.slice(0, index).split('\n');
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const place = `Line ${line ?? at.length}, column ${column ?? (at.at(-1)?.length ?? 0) + 1}`;
  const [, words] = IN_WORDS.find(([said]) => said.test(message)) ?? [];
  const sign = text.charAt(index);
  const member = MEMBERS[sign];
  if (member !== undefined && text.slice(0, index).trimEnd().endsWith(',')) {
    return `${place}: remove the last comma, or add another ${member}.`;
  }
  return `${place}: ${words ?? `${sign} is not expected here`}.`;
}

/** A place in a text, both from 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** The place that `jsonProblem` names. */
export function placeOfProblem(problem: string): TextPlace | undefined {
  const [, line, column] = /^Line (\d+), column (\d+)/.exec(problem) ?? [];
  return line === undefined ? undefined : { line: Number(line), column: Number(column) };
}

/** How many characters of a text are before a place. */
export function indexAt(text: string, { line, column }: TextPlace): number {
  const before = text.split('\n').slice(0, line - 1);
  return before.reduce((sum, { length }) => sum + length + 1, column - 1);
}
