import { DEFAULT_CURRENCY, toMicros } from '@mkt/protocol';
import { Command, Help, InvalidArgumentError, Option } from 'commander';
import type { OutputFlags } from '../terminal/output.ts';
import type { ConnectionFlags } from '../settings/settings.ts';

/** The options that every command has. */
export interface GlobalOptions extends OutputFlags, ConnectionFlags {
  /** False with `--no-input`. */
  prompts?: boolean | undefined;
  verbose?: boolean | undefined;
}

export interface About {
  /** Each a command line, and what it is for. */
  examples: readonly (readonly [line: string, purpose: string])[];
  /** More than the table’s summary, for the help. */
  description?: string;
  /** False for what never speaks to a marketplace. */
  isConnected?: boolean;
}

const GLOBAL = 'Global options:';

/** `--no-input` must not be the negation of an `--input` that a command may have. */
function noInputOption(): Option {
  const option = new Option('--no-input', 'never ask; a missing value is an error');
  option.attributeName = () => 'prompts';
  return option;
}

/** A command with the global options; its own come first in the help. Its name is in the table. */
export function newCommand(about: About): Command {
  const command = new Command()
    .description(about.description ?? '')
    .exitOverride()
    .allowExcessArguments(false)
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup(GLOBAL))
    .configureHelp({ optionDescription: describeOption, groupItems: globalLast })
    .addHelpText('after', `\nExamples:\n${exampleLines(about.examples)}`);
  const global = [
    new Option('--json', 'print data as JSON, errors too'),
    ...(about.isConnected === false ? [] : connectionOptions()),
    noInputOption(),
    new Option('--no-color', 'print without colours'),
    new Option('--verbose', 'show the causes of an error'),
  ];
  for (const option of global) command.addOption(option.helpGroup(GLOBAL));
  return command;
}

const connectionOptions = () => [
  new Option('--base-url <url>', 'the marketplace (MKT_BASE_URL)'),
  new Option('--api-key <key>', 'your API key; better in MKT_API_KEY or by mkt login'),
  new Option('--profile <name>', 'the profile that mkt login saved (MKT_PROFILE)'),
];

/** Commander puts the groups in the order in which they were declared. */
const globalLast: Help['groupItems'] = (...items) => {
  const { [GLOBAL]: global, ...groups } = Object.fromEntries(new Help().groupItems(...items));
  return new Map(Object.entries(global ? { ...groups, [GLOBAL]: global } : groups));
};

/** Commander's own quotes texts and shows `undefined`; `true` and `false` say nothing here. */
function describeOption({ description, defaultValue, argChoices }: Option): string {
  const facts = [
    ...(argChoices ? [argChoices.join(', ')] : []),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean'
      ? []
      : [`default: ${String(defaultValue)}`]),
  ];
  return facts.length > 0 ? `${description} (${facts.join('; ')})` : description;
}

function exampleLines(examples: About['examples']): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  return examples.map(([line, purpose]) => `  ${line.padEnd(width)}  ${purpose}`).join('\n');
}

/** For an option that takes a whole number. */
export function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,10}$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** For an option that takes an amount in a currency that is known. */
export function amount(text: string): number {
  const value = Number(text);
  if (/^\d+(\.\d{1,6})?$/.test(text) && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be an amount such as 0.02, with at most 6 decimals.');
}

export interface Money {
  amount: number;
  /** ISO 4217, upper case. */
  currency: string;
}

const MONEY = /^(?:([A-Za-z]{3})\s*)?(\d{1,7}(?:\.\d{1,6})?)(?:\s*([A-Za-z]{3}))?$/;

/** For an option that takes an amount of money: `0.02` is US dollars, `5 EUR` or `EUR 5` is not. */
export function money(text: string): Money {
  const [, before, digits, after] = MONEY.exec(text.trim()) ?? [];
  const amount = Number(digits);
  const isOnce = before === undefined || after === undefined;
  if (digits !== undefined && isOnce && toMicros(amount) !== undefined) {
    return { amount, currency: (before ?? after ?? DEFAULT_CURRENCY).toUpperCase() };
  }
  throw new InvalidArgumentError(
    "It must be an amount such as 0.02 (US dollars) or '5 EUR': at most 1,000,000, with at most 6 decimals.",
  );
}
