import { extname } from 'node:path';
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
};

/** Fills the placeholders of a template file. Values are escaped, so that they cannot end a string. */
export function fill(text: string, fileName: string, values: Values): string {
  const escape = ESCAPES[extname(fileName)] ?? ((value) => value);
  const filled = new Map<string, string>([
    ...Object.entries(values.own ?? {}).map(([key, value]) => [key, escape(value)] as const),
    ['name', values.name],
    ['title', escape(values.title)],
    ['slug', slugFor(values.title)],
    ['price', values.price.toFixed(6).replace(/0{1,4}$/, '')],
    ['port', String(values.port)],
  ]);
  return text.replace(PLACEHOLDER, (whole, name: string) => filled.get(name) ?? whole);
}

/** The name of a template file in a project: `_gitignore` becomes `.gitignore`, which npm does not pack. */
export const fileNameOf = (stored: string): string => stored.replace(/^_(?=[a-z])/, '.');
