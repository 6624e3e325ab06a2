import { isApiKey, isObject, printable } from '@mkt/protocol';
import { FORMS, RECORDS } from './generated/record-table.ts';

interface Member {
  name: string;
  isOptional: boolean;
  isList: boolean;
  code: string;
  isNullable: boolean;
}

const MEMBER = /^(\w+)([:?])(\*?)([\w|]+)(~?)$/;
const MAX_SHOWN = 40;
/** Results of `typeof` for other texts, numbers and booleans, with their names in errors. */
const TYPES: Readonly<Record<string, readonly [string, string]>> = {
  t: ['a text', 'string'],
  n: ['a number', 'number'],
  b: ['true or false', 'boolean'],
};
/** Texts that errors never show. */
const SECRET = /^[kw]$/;

const members = new Map<string, readonly Member[]>();

function membersOf(record: string): readonly Member[] {
  let found = members.get(record);
  if (!found) {
    const entries = RECORDS[record]?.split(' ') ?? [];
    found = entries.map((entry) => {
      const [, name = '', sign, list, code = '', nullable] = MEMBER.exec(entry) ?? [];
      return { name, isOptional: sign === '?', isList: !!list, code, isNullable: !!nullable };
    });
    members.set(record, found);
  }
  return found;
}

/**
 * The problem with a record that a marketplace sent, in words; undefined if there is none. Paths, URLs,
 * commands and file names are made of records, so every text that has a form is checked here, once.
 * Unknown members are not checked, and unknown words of an enumeration are allowed: a newer
 * marketplace may send them.
 */
export function recordProblem(record: string, value: unknown, path = ''): string | undefined {
  if (!isObject(value)) return instead(value, path, 'an object');
  for (const { name, isOptional, isList, code, isNullable } of membersOf(record)) {
    const inner = value[name];
    if (inner === undefined && isOptional) continue;
    if (inner === null && isNullable) continue;
    const at = path ? `${path}.${name}` : name;
    const problem = isList ? listProblem(code, inner, at) : valueProblem(code, inner, at);
    if (problem) return problem;
  }
  return undefined;
}

function listProblem(code: string, value: unknown, path: string): string | undefined {
  if (!Array.isArray(value)) return instead(value, path, 'a list');
  for (const [index, item] of value.entries()) {
    const problem = valueProblem(code, item, `${path}[${index}]`);
    if (problem) return problem;
  }
  return undefined;
}

function valueProblem(code: string, value: unknown, path: string): string | undefined {
  const form = FORMS[code];
  if (form) {
    const [what, pattern] = form;
    const fits = typeof value === 'string' && pattern.test(value) && isReal(code, value);
    return fits ? undefined : instead(value, path, what, SECRET.test(code));
  }
  const type = TYPES[code];
  if (type) return typeof value === type[1] ? undefined : instead(value, path, type[0]);
  if (code === 'a') return value === undefined ? instead(value, path, 'a value') : undefined;
  if (code === 'o') return recordProblem('', value, path);
  let problem: string | undefined;
  for (const record of code.split('|')) {
    problem = recordProblem(record, value, path);
    if (!problem) break;
  }
  return problem;
}

/** The text if it is a word, such as a type, a state or a scope: these become parts of commands. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' && FORMS['e']?.[1].test(value) ? value : undefined;

/** A text of the right form may still be an invalid time (month 13) or URL, or a key with a typo. */
function isReal(code: string, text: string): boolean {
  if (code === 'd') return !Number.isNaN(Date.parse(text));
  if (code === 'k') return isApiKey(text);
  return code !== 'h' || (URL.canParse(text) && printable(text) === text);
}

function instead(value: unknown, path: string, what: string, isSecret = false): string {
  const where = path || 'the response';
  if (value === undefined) return `${where} is missing`;
  return `${where} is ${isSecret ? 'not' : `${shown(value)} instead of`} ${what}`;
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
