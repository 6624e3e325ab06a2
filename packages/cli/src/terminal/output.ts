import type { Spinner as YoctoSpinner } from 'yocto-spinner';
import type { JqFilter } from './jq-filter.ts';
import { isUnattended, type Shell } from './shell.ts';
import { type Style, styleOf } from './style.ts';
import {
  printable,
  printableJson,
  printableLine,
  printableRecord,
  printableText,
  quoteArgument,
} from './text.ts';

/** The first words of all commands; other texts begin with `mkt` too, such as "mkt does not prompt". */
const NAMES =
  'init dev validate preview publish import doctor completion types profile listings secrets sales search run orders webhooks usage keys login logout whoami mcp marketplace api';

const COMMAND = new RegExp(`(?<![\\w-]|npx )mkt (?=(?:${NAMES.replaceAll(' ', '|')})\\b)`, 'g');

/**
 * The commands in a text as the user has to type them: after `npx mkt` there is no `mkt` on the PATH.
 * npm sets `npm_command` for the programs that it starts.
 */
export const asTyped = (text: string, { npm_command: command }: Shell['env']): string =>
  command === 'exec' ? text.replace(COMMAND, 'npx mkt ') : text;

export interface Spinner {
  update(text: string): void;
  /** Can be called more than once. */
  stop(): void;
}

/** A spinner on stderr. Its library is loaded only when the spinner is shown. */
function startSpinner(
  { stderr, env }: Shell,
  { text, isAllowed }: { text: string; isAllowed: boolean },
): Spinner {
  let isStopped = !isAllowed || stderr.isTTY !== true || isUnattended(env);
  let current = text;
  let shown: YoctoSpinner | undefined;
  const show = async () => {
    const { default: yoctoSpinner } = await import('yocto-spinner');
    if (isStopped) return;
    // main.ts handles signals: it sets the exit code and lets the command clean up.
    shown = yoctoSpinner({
      text: printable(current),
      stream: stderr,
      handleSignals: false,
    }).start();
  };
  // A command works without its spinner, so a failed import is ignored.
  if (!isStopped) show().catch(() => {});
  return {
    update: (next) => {
      current = next;
      if (shown && !isStopped) shown.text = printable(next);
    },
    stop: () => {
      isStopped = true;
      shown?.stop();
    },
  };
}

const LABEL_WIDTH = 16;

/**
 * What a command prints: data on stdout, everything else on stderr. Everything is made printable here,
 * so no caller has to.
 */
export interface Output {
  /** With `--json`, stdout is one JSON document and stderr has nothing but an error. */
  isJson: boolean;
  /** The style of stderr. */
  style: Style;
  /**
   * Prints the result on stdout: with `--json` the record, otherwise the text that `render` makes of a
   * printable copy. `jsonText` is the record as the marketplace sent it, with all digits of its
   * numbers; orders and pages of orders carry their own. With `--jq` it is printed a moment later.
   */
  result<T>(record: T, render: (record: T, style: Style) => string, jsonText?: string): void;
  /**
   * Names on stderr the marketplace of the results below, if it is not on this machine, or is the one of
   * this folder.
   */
  market(named: { baseUrl: string; market?: string | undefined; folder?: string }): void;
  /** Prints text on stdout where there is no record to show; with `--json` nothing. */
  text(text: string): void;
  /** Prints a line on stderr. */
  line(text?: string): void;
  /** Prints `✔ label           text` on stderr. */
  done(label: string, text: string): void;
  /** Prints `! label           text` on stderr. */
  note(label: string, text: string): void;
  /** Prints `✖ label           text` on stderr. */
  fail(label: string, text: string): void;
  /** Prints `! text` on stderr. */
  warn(text: string): void;
  /** Shows a spinner until it is stopped, if stderr is a terminal. */
  spin(text: string): Spinner;
}

/** The text that the client attaches to orders and pages of orders. */
const jsonTextOf = (record: unknown): string | undefined =>
  (record as { jsonText?: string } | null | undefined)?.jsonText;

export interface OutputFlags {
  json?: boolean | undefined;
  color?: boolean | undefined;
}

/** What to do when the filter of `--jq` cannot show an order: it has been placed anyway. */
function seeOrder(record: unknown): string | undefined {
  const { id, orderState } = (record ?? {}) as { id?: unknown; orderState?: unknown };
  if (typeof id !== 'string' || typeof orderState !== 'string') return undefined;
  return `The order is ${orderState}. See it: mkt orders show ${quoteArgument(id)}`;
}

export function createOutput(
  shell: Shell,
  { json = false, color = true }: OutputFlags,
  filter?: JqFilter,
): Output {
  const style = styleOf(shell.stderr, shell.env, color);
  const line = (text = '') => {
    if (!json) shell.stderr.write(`${asTyped(printableLine(text), shell.env)}\n`);
  };
  return {
    isJson: json,
    style,
    line,
    result: (record, render, jsonText = jsonTextOf(record)) => {
      if (filter)
        return filter.write(jsonText ?? JSON.stringify(record) ?? 'null', seeOrder(record));
      const text = json
        ? printableJson(jsonText ?? JSON.stringify(record) ?? 'null')
        : printableText(render(printableRecord(record), styleOf(shell.stdout, shell.env, color)));
      if (text !== '') shell.stdout.write(`${text}\n`);
    },
    market: ({ baseUrl, market, folder }) => {
      const name = folder === undefined ? (market ?? '') : `of ${folder}`;
      line(style.dim(`Marketplace ${name}`.trimEnd() + `: ${baseUrl}`));
    },
    text: (text) => {
      if (!json) shell.stdout.write(`${printableText(text)}\n`);
    },
    done: (label, text) =>
      line(`${style.green('✔')} ${label.padEnd(LABEL_WIDTH)} ${text}`.trimEnd()),
    note: (label, text) => line(`${style.yellow('!')} ${label.padEnd(LABEL_WIDTH)} ${text}`),
    fail: (label, text) => line(`${style.red('✖')} ${label.padEnd(LABEL_WIDTH)} ${text}`),
    warn: (text) => line(`${style.yellow('!')} ${text}`),
    spin: (text) => startSpinner(shell, { text, isAllowed: !json && color }),
  };
}
