import { basename, extname } from 'node:path';
import { printable } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { slugFor } from './project-names.ts';

/** The values of the placeholders `{{name}}`, `{{title}}`, `{{price}}` and `{{port}}`; `{{slug}}` follows from them. */
export interface Values {
  /** Name of the package: lower case and dashes. */
  name: string;
  title: string;
  /** Price of a call, in US dollars, with at most 6 decimals. */
  price: number;
  port: number;
  /** Those of a template's own placeholders. */
  own?: Readonly<Record<string, string>> | undefined;
}

const PLACEHOLDER = /\{\{([a-z][a-zA-Z]*)\}\}/g;

type Escape = (text: string) => string;

const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1);
/** For a string literal with any kind of quotes. */
const inCode: Escape = (text) =>
  inJson(text)
    .replaceAll("'", String.raw`\'`)
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${');

const ESCAPES: Readonly<Record<string, Escape>> = {
  '.json': inJson,
  '.jsonc': inJson,
  '.ts': inCode,
  '.tsx': inCode,
  '.js': inCode,
  '.mjs': inCode,
  '.py': (text) => inJson(text).replaceAll("'", String.raw`\'`),
  '.toml': inJson,
  // Texts for people, and comments: a value cannot add lines (see checkedLine).
  '.md': (text) => text,
  '.example': (text) => text,
};

/** A value comes from a person, or from another person's document. */
function checkedLine(name: string, value: string): string {
  if (printable(value) === value) return value;
  throw new CliError(
    'invalid_usage',
    `The ${name} has a line break or another character that cannot be seen: ${JSON.stringify(printable(value).slice(0, MAX_SHOWN))}.`,
    { next: 'Remove it, and run the command again.' },
  );
}

const MAX_SHOWN = 80;

/**
 * Fills the placeholders of a template file. Values are escaped, so that they cannot end a string, by
 * the type of the file: one whose type has no escape is a mistake in the template.
 */
export function fill(text: string, fileName: string, values: Values): string {
  const free = new Map(Object.entries({ ...values.own, title: values.title }));
  // Of a form that no type of file has to escape.
  const plain = new Map([
    ['name', values.name],
    ['slug', slugFor(values.title)],
    ['price', values.price.toFixed(6).replace(/0{1,4}$/, '')],
    ['port', String(values.port)],
  ]);
  return text.replace(PLACEHOLDER, (whole, name: string) => {
    const value = free.get(name);
    if (value === undefined) return plain.get(name) ?? whole;
    const escape = ESCAPES[extname(fileName)];
    if (escape) return escape(checkedLine(name, value));
    throw new Error(
      `${basename(fileName)} has {{${name}}}, but fill.ts has no escape for its type.`,
    );
  });
}

/** The name of a template file in a project: `_gitignore` becomes `.gitignore`, which npm does not pack. */
export const fileNameOf = (stored: string): string => stored.replace(/^_(?=[a-z])/, '.');
