import { parseEnv } from 'node:util';

/** The text with the variable set, or why it was left alone. */
export type Upsert = { ok: true; text: string } | { ok: false; message: string };

const LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/g;
const ASSIGNMENT = /^(\s*(?:export\s+)?)([\w.-]+)([ \t]*=[ \t]*)(.*?)(\s*)$/s;
const QUOTES = ['"', "'", '`'];

/**
 * Sets a variable in the text of a `.env` file and keeps every other character: comments, order,
 * line ends. A new one stands below the commented line of its name, else at the end. `value` must
 * not need quotes.
 */
export function upsertVariable(text: string, name: string, value: string): Upsert {
  const changed = assigned(text, name, value) ?? added(text, name, value);
  const expected = { ...parseEnv(text), [name]: value };
  // What a hand-made change could break is what loaders read: so that is what is compared.
  if (!isSame(parseEnv(changed), expected)) {
    return { ok: false, message: `has a form in which ${name} cannot be set safely` };
  }
  return { ok: true, text: changed };
}

const linesOf = (text: string): string[] => text.match(LINE)?.filter((line) => line !== '') ?? [];

/** With each assignment of the name changed; `undefined` when there is none. */
function assigned(text: string, name: string, value: string): string | undefined {
  let isFound = false;
  /** Where a quoted value ends that goes on in the lines below, and whether it is the one to replace. */
  let openUntil = 0;
  let isOld = false;
  let at = 0;
  const lines = linesOf(text).map((line) => {
    const start = at;
    at += line.length;
    if (start < openUntil) return isOld ? '' : line;
    const [, before, found, equals = '', given = '', end] = ASSIGNMENT.exec(line) ?? [];
    openUntil = endOfQuoted(text, start + line.indexOf(given, line.indexOf(equals)), given);
    isOld = found === name;
    if (!isOld) return line;
    isFound = true;
    return `${before}${name}${equals}${value}${commentOf(given)}${end}`;
  });
  return isFound ? lines.join('') : undefined;
}

/** The quoted value that starts at `start` may go on in the lines below: where its quote closes, else 0. */
function endOfQuoted(text: string, start: number, given: string): number {
  const quote = QUOTES.find((each) => given.startsWith(each));
  return quote === undefined ? 0 : text.indexOf(quote, start + 1) + 1;
}

/** What stands behind the value on its line. */
function commentOf(given: string): string {
  const quote = QUOTES.find((each) => given.startsWith(each));
  const from = quote === undefined ? 0 : given.indexOf(quote, 1) + 1;
  const at = given.indexOf('#', from);
  return at === -1 ? '' : ` ${given.slice(at)}`;
}

function added(text: string, name: string, value: string): string {
  const lines = linesOf(text);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const assignment = `${name}=${value}${newline}`;
  const example = lines.findIndex((line) => isCommented(line, name));
  if (example !== -1) {
    const above = lines.slice(0, example + 1).join('');
    return `${ended(above, newline)}${assignment}${lines.slice(example + 1).join('')}`;
  }
  return `${ended(text, newline)}${assignment}`;
}

const isCommented = (line: string, name: string) =>
  line.trimStart().startsWith('#') &&
  line.replace(/^[\s#]+(export\s+)?/, '').startsWith(`${name}=`);

const ended = (text: string, newline: string) =>
  text === '' || /[\r\n]$/.test(text) ? text : text + newline;

function isSame(a: NodeJS.Dict<string>, b: NodeJS.Dict<string>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => a[name] === b[name]);
}
