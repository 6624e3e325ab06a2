import { extname } from 'node:path';

/** What a template says with `{{name}}`, `{{title}}`, `{{price}}` and `{{port}}`. */
export interface Values {
  /** Of the package: lower case and dashes. */
  name: string;
  title: string;
  /** Of a call, in whole cents of USD. */
  amountCents: number;
  port: number;
}

const PLACEHOLDER = /\{\{(name|title|price|amountCents|port)\}\}/g;

type Escape = (text: string) => string;

const inJson: Escape = (text) => JSON.stringify(text).slice(1, -1);
/** In a string between any quotes. */
const inCode: Escape = (text) =>
  inJson(text)
    .replaceAll("'", String.raw`\'`)
    .replaceAll('`', '\\`')
    .replaceAll('${', '\\${');

const ESCAPES: Readonly<Record<string, Escape>> = {
  '.json': inJson,
  '.ts': inCode,
  '.tsx': inCode,
  '.js': inCode,
  '.mjs': inCode,
  '.py': (text) => inJson(text).replaceAll("'", String.raw`\'`),
  '.toml': inJson,
};

/** A template's file with its placeholders filled, in a way that a title cannot leave its string. */
export function fill(text: string, fileName: string, values: Values): string {
  const escape = ESCAPES[extname(fileName)] ?? ((value) => value);
  const filled: Readonly<Record<string, string>> = {
    name: values.name,
    title: escape(values.title),
    price: (values.amountCents / 100).toFixed(2),
    amountCents: String(values.amountCents),
    port: String(values.port),
  };
  return text.replace(PLACEHOLDER, (whole, name: string) => filled[name] ?? whole);
}

/** The name that a template's file gets: `_gitignore` stands for `.gitignore`, which npm would not pack. */
export const fileNameOf = (stored: string): string => stored.replace(/^_(?=[a-z])/, '.');
