import { Command, Help, Option } from 'commander';
import type { ConnectionFlags } from '../store/settings.ts';
import type { OutputFlags } from '../terminal/output.ts';
import type { OwnCommand } from './command-table.ts';
import { baseUrlOption } from './options.ts';
import type { OpenSession } from './session.ts';

/** Loads a command and gives it its name and summary, which only the table has. */
export async function buildCommand(entry: OwnCommand, open: OpenSession): Promise<Command> {
  const create = await entry.load();
  const command = create(open).name(`mkt ${entry.name}`);
  const more = command.description();
  return command.description(`${entry.summary}.${more === '' ? '' : `\n\n${more}`}`);
}

/** The options of every command. */
export interface GlobalOptions extends OutputFlags, ConnectionFlags {
  /** False with `--no-input`. */
  prompts?: boolean | undefined;
  verbose?: boolean | undefined;
  /** Implies `json`. */
  jq?: string | undefined;
}

export interface About {
  /** Command lines, each with what it does. */
  examples: readonly (readonly [line: string, purpose: string])[];
  /** Shown in the help below the summary of the command table. */
  description?: string;
  /** False for a command that sends no request to a marketplace. */
  isConnected?: boolean;
}

/** Commander's default, 40, would leave the help of a narrow terminal unwrapped. */
const MIN_WIDTH_TO_WRAP = 16;
const GLOBAL = 'Global options:';

/** Whether an option belongs to every command. */
export const isGlobalOption = ({ helpGroupHeading }: Option): boolean =>
  helpGroupHeading === GLOBAL;

/** `--no-input` must not negate the `--input` that some commands have. */
function noInputOption(): Option {
  const option = new Option('--no-input', 'never prompt; a missing value is an error');
  option.attributeName = () => 'prompts';
  return option;
}

/** A command with the global options, which the help shows last. The command table has its name. */
export function newCommand(about: About): Command {
  const command = new Command()
    .description(about.description ?? '')
    .exitOverride()
    .allowExcessArguments(false)
    .addHelpOption(new Option('-h, --help', 'show this help').helpGroup(GLOBAL))
    .configureHelp({
      optionDescription: describeOption,
      groupItems: globalLast,
      minWidthToWrap: MIN_WIDTH_TO_WRAP,
    })
    .addHelpText(
      'after',
      ({ command: shown }) => `\nExamples:\n${exampleLines(about.examples, widthOf(shown))}`,
    );
  const global = [
    new Option('--json', 'print data and errors as JSON'),
    new Option(
      '--jq <filter>',
      'filter the JSON output with jq; strings are printed without quotes',
    ),
    ...(about.isConnected === false ? [] : connectionOptions()),
    noInputOption(),
    new Option('--no-color', 'print without colours'),
    new Option('--verbose', 'show the causes of an error'),
  ];
  for (const option of global) command.addOption(option.helpGroup(GLOBAL));
  return command;
}

const connectionOptions = () => [
  new Option('--base-url <url>', 'address of the marketplace (MKT_BASE_URL)').argParser(
    baseUrlOption,
  ),
  new Option('--api-key <key>', 'your API key (safer: MKT_API_KEY or mkt login)'),
  new Option('--market <name>', 'a marketplace by its name in mkt.json or of a login'),
];

/** Moves the global options to the end: Commander orders groups by declaration. */
const globalLast: Help['groupItems'] = (...items) => {
  const { [GLOBAL]: global, ...groups } = Object.fromEntries(new Help().groupItems(...items));
  return new Map(Object.entries(global ? { ...groups, [GLOBAL]: global } : groups));
};

/** Unlike Commander's own, without quotes and without defaults that are `undefined` or boolean. */
function describeOption({ description, defaultValue, argChoices }: Option): string {
  const facts = [
    ...(argChoices ? [argChoices.join(', ')] : []),
    ...(defaultValue === undefined || typeof defaultValue === 'boolean'
      ? []
      : [`default: ${String(defaultValue)}`]),
  ];
  return facts.length > 0 ? `${description} (${facts.join('; ')})` : description;
}

/** A command line stays whole, so that it can be copied; what does not fit beside it goes below. */
function exampleLines(examples: About['examples'], columns: number): string {
  const width = Math.max(...examples.map(([line]) => line.length));
  const isBeside = examples.every(([, purpose]) => 4 + width + purpose.length <= columns);
  return examples
    .map(([line, purpose]) =>
      isBeside ? `  ${line.padEnd(width)}  ${purpose}` : `  ${line}\n      ${purpose}`,
    )
    .join('\n');
}

const widthOf = (command: Command) => command.configureOutput().getOutHelpWidth?.() ?? Infinity;
