import { Command, Help, Option } from 'commander';
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
