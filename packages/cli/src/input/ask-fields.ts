import { isObject } from '@mkt/protocol';
import type { Ask } from './ask.ts';
import { CliError } from '../errors/cli-error.ts';
import type { Field } from './fields.ts';
import { jsonOf } from './read-input.ts';
import { memberSchema } from './field-type.ts';

/** With more, a file is the better place for the input. */
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
