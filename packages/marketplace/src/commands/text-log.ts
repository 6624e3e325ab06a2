import { styleText } from 'node:util';
import { asJson, printable } from './words.ts';

/** A line of the log, as it is written in JSON. */
interface Entry {
  level: string;
  /** ISO 8601, in UTC. */
  time: string;
  msg?: string;
  err?: LoggedError;
  [field: string]: unknown;
}

interface LoggedError {
  type?: string;
  message?: string;
  code?: string;
  stack?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  /** For a database error, the operation and what it concerns: `table`, `column`, `constraint`. */
  [name: string]: unknown;
}

/** A terminal with its width, or whatever else the text is written to. */
export type TextOutput = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

/** The same in every line, or shown in another form. */
const NOT_A_FIELD = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname']);
const INDENT = ' '.repeat(13);

type Style = (format: 'dim' | 'red' | 'yellow', text: string) => string;

/**
 * Turns the log's lines of JSON into text for people: time (UTC), a sign, the message and its fields,
 * and an error on its own line. On a terminal the fields are cut at its width; errors never are.
 */
export function asText(output: TextOutput): { write(line: string): void } {
  return {
    write: (line) => {
      // Looked up for each line, because a terminal can be resized.
      const columns = output.isTTY ? (output.columns ?? Infinity) : Infinity;
      // Without colours on what is not a terminal, or with NO_COLOR.
      const style: Style = (format, text) => styleText(format, text, { stream: output });
      output.write(`${textOf(JSON.parse(line) as Entry, { columns, style })}\n`);
    },
  };
}

function textOf(entry: Entry, { columns, style }: { columns: number; style: Style }): string {
  const { level, time, msg = '', err } = entry;
  const at = `${time.slice(11, 19)}Z`;
  const message = printable(msg);
  const start = `${at}  · ${message}`;
  const fields = Object.entries(entry)
    .filter(([name, value]) => !NOT_A_FIELD.has(name) && value !== null)
    .map(([name, value]) => `${printable(name)}=${valueOf(value)}`)
    .join(' ');
  const shown = cut(fields, columns - start.length - 2);
  return [
    `${style('dim', at)}  ${sign(level, style)} ${message}${shown && `  ${style('dim', shown)}`}`,
    ...errorLines(err).map((line) => INDENT + line),
  ].join('\n');
}

function sign(level: string, style: Style): string {
  if (level === 'error') return style('red', '✖');
  return level === 'warn' ? style('yellow', '!') : style('dim', '·');
}

const valueOf = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? printable(value) : asJson(value);

/** Cuts a text of one line at a number of columns; nothing is left of it where there is no room. */
function cut(text: string, columns: number): string {
  const characters = Array.from(text);
  if (characters.length <= columns) return text;
  return columns < 2 ? '' : `${characters.slice(0, columns - 1).join('')}…`;
}

/** An error, its causes and what it aggregates, a line each, with the place where it was thrown. */
function errorLines(error: LoggedError | undefined): string[] {
  if (error === undefined) return [];
  const { type = 'Error', message = '', code, stack = '', cause, errors = [], ...names } = error;
  const place = /\n\s+at (.+)/.exec(stack)?.[1];
  const line = [
    `${type}: ${message}`,
    ...(code === undefined ? [] : [`(${code})`]),
    ...Object.entries(names)
      .filter(([, value]) => typeof value === 'string')
      .map(([name, value]) => `${name}=${String(value)}`),
    ...(place === undefined ? [] : [`at ${place}`]),
  ].join(' ');
  return [printable(line), ...errorLines(cause), ...errors.flatMap(errorLines)];
}
