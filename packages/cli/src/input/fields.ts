import { isObject, LIMITS, parseJson } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import type { Ask } from './ask.ts';
import { itemSchema, memberSchema, type SchemaAt, typedJson } from './field-type.ts';
import { jsonOf } from './read-input.ts';

/** One `name=text` or `name:=json` of a command line. */
interface Field {
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

/** If a listing requires more fields, a file is the better place for the input. */
const MAX_PROMPTS = 20;
const DESCRIPTION_LENGTH = 80;

/** Prompts for each field that the input schema requires, in the order of the schema. */
export async function askFields({ ask }: { ask: Ask }, inputSchema: unknown): Promise<Field[]> {
  const names = requiredNames(inputSchema).slice(0, MAX_PROMPTS);
  const fields: Field[] = [];
  for (const name of names) {
    const { schema } = memberSchema({ schema: inputSchema, root: inputSchema }, name);
    fields.push(await askField(ask, name, isObject(schema) ? schema : {}));
  }
  return fields;
}

function requiredNames(schema: unknown): string[] {
  const required = isObject(schema) ? schema['required'] : undefined;
  return Array.isArray(required)
    ? required.filter((name): name is string => typeof name === 'string')
    : [];
}

async function askField(
  ask: Ask,
  name: string,
  schema: Readonly<Record<string, unknown>>,
): Promise<Field> {
  const { description, type, enum: choices } = schema;
  const about = typeof description === 'string' ? ` (${shortened(description)})` : '';
  const question = { message: `${name}${about}`, flag: '--input' };
  const asText = (value: string): Field => ({ path: [name], name, kind: 'text', value });
  if (Array.isArray(choices) && choices.every((choice) => typeof choice === 'string')) {
    const offered = choices.map((choice) => ({ value: choice, name: choice }));
    return asText(await ask.choice({ ...question, choices: offered }));
  }
  if (type !== 'object' && type !== 'array') return asText(await ask.text(question));
  const answer = await ask.text({
    ...question,
    message: `${question.message}, as JSON`,
    check: (text) => jsonProblem(text) ?? true,
  });
  return { ...asText(answer), kind: 'json' };
}

const shortened = (text: string) =>
  text.length > DESCRIPTION_LENGTH ? `${text.slice(0, DESCRIPTION_LENGTH - 1)}…` : text;

function jsonProblem(text: string): string | undefined {
  try {
    jsonOf(Buffer.from(text), 'This');
    return undefined;
  } catch (error) {
    if (error instanceof CliError) return error.message;
    throw error;
  }
}

/** A value of the input while it is put together. */
type Node = ObjectNode | ListNode | { kind: 'json'; text: string };
interface ObjectNode {
  kind: 'object';
  members: Map<string, Node>;
}
interface ListNode {
  kind: 'list';
  items: string[];
}

const emptyObject = (): ObjectNode => ({ kind: 'object', members: new Map() });

/**
 * The input with these fields as JSON text. What was typed as text gets the type that the schema
 * expects; a field that the schema calls an array may be repeated.
 */
export function fieldsInput(fields: readonly Field[], inputSchema: unknown): string {
  const input = emptyObject();
  for (const field of fields) {
    const { path, name } = field;
    let at: SchemaAt = { schema: inputSchema, root: inputSchema };
    let parent = input;
    for (const member of path.slice(0, -1)) {
      parent = childOf(parent, member, name);
      at = memberSchema(at, member);
    }
    const last = path.at(-1) ?? '';
    set(parent, last, field, memberSchema(at, last));
  }
  return textOf(input);
}

function childOf({ members }: ObjectNode, member: string, name: string): ObjectNode {
  const found = members.get(member);
  if (found === undefined) {
    const child = emptyObject();
    members.set(member, child);
    return child;
  }
  if (found.kind === 'object') return found;
  throw twice(name);
}

function set({ members }: ObjectNode, member: string, field: Field, at: SchemaAt): void {
  const { kind, value, name } = field;
  const found = members.get(member);
  const items = kind === 'text' ? itemSchema(at) : undefined;
  if (items) {
    const item = typedJson(value, items);
    if (found?.kind === 'list') found.items.push(item);
    else if (found) throw twice(name);
    else members.set(member, { kind: 'list', items: [item] });
    return;
  }
  if (found) throw twice(name);
  members.set(member, { kind: 'json', text: kind === 'json' ? value : typedJson(value, at) });
}

const twice = (name: string) =>
  new CliError(
    'invalid_usage',
    `The field '${name}' is given twice, or both as a value and as an object.`,
  );

function textOf(node: Node): string {
  switch (node.kind) {
    case 'json':
      return node.text;
    case 'list':
      return `[${node.items.join(',')}]`;
    case 'object': {
      const members = [...node.members].map(
        ([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`,
      );
      return `{${members.join(',')}}`;
    }
  }
}
