import { Help, type Command } from 'commander';
import { EXIT_CODES, EXIT_MEANINGS, type ExitCode } from '../errors/exit-codes.ts';
import { buildCommand, isGlobalOption, newCommand } from './new-command.ts';
import { COMMANDS, type Entry } from './command-table.ts';

/** `docs/reference/cli.md` as Markdown: the help of every command, the global options, the exit codes. */
export async function renderReference(): Promise<string> {
  const sections = await Promise.all(COMMANDS.map(section));
  return [
    '# Command line',
    '',
    'Every command of `mkt`, as its `--help` describes it. Type `npx mkt` if it is installed in your project rather than globally. [Until it is on npm](../start/setup.md#until-it-is-on-npm), it comes from a clone of the repository. All commands share the [global options](#global-options) and the [exit codes](#exit-codes). The server is a separate program: `npx mkt-marketplace --help`.',
    '',
    ...overviewTable(),
    '',
    ...globalOptions(),
    ...sections.flat(),
    ...exitCodes(),
  ].join('\n');
}

function overviewTable(): string[] {
  const rows = COMMANDS.map(
    ({ name, summary }) => `| [\`mkt ${name}\`](#mkt-${slug(name)}) | ${summary} |`,
  );
  return ['| Command | |', '| --- | --- |', ...rows];
}

const slug = (name: string) => name.replaceAll(' ', '-');

async function section(entry: Entry): Promise<string[]> {
  const { name, alias, summary } = entry;
  const lines = [`## mkt ${name}`, ''];
  if (alias !== undefined) lines.push(`Alias: \`mkt ${alias}\`.`, '');
  if (entry.kind === 'passed-on') {
    return [
      ...lines,
      `${summary}. Requires \`@mkt/marketplace\`. For its options, run \`mkt ${name} --help\`.`,
      '',
    ];
  }
  const command = await buildCommand(entry, noSession);
  return [
    ...lines,
    '```text',
    helpWithoutGlobals(command),
    '```',
    '',
    `Also: [global options](#global-options)${isConnected(command) ? '' : NOT_CONNECTED}.`,
    '',
  ];
}

const noSession = () => {
  throw new Error('The reference does not run commands.');
};

/** The help without the global options. It is printed to a string: only printing adds the examples. */
function helpWithoutGlobals(command: Command): string {
  let text = '';
  command.configureHelp({
    ...command.configureHelp(),
    visibleOptions: (shown) =>
      new Help().visibleOptions(shown).filter((option) => !isGlobalOption(option)),
  });
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 100 });
  command.outputHelp();
  return text.trimEnd();
}

const isConnected = ({ options }: Command) => options.some(({ long }) => long === '--base-url');

const NOT_CONNECTED = ', except `--base-url`, `--api-key` and `--market`';

function globalOptions(): string[] {
  const rows = new Help()
    .visibleOptions(newCommand({ examples: [] }))
    .map((option) => `| \`${option.flags}\` | ${option.description} |`);
  return [
    '## Global options',
    '',
    '[Which marketplace](../start/setup.md#which-marketplace) says which address and which key a command uses.',
    '',
    '| Option | |',
    '| --- | --- |',
    ...rows,
    '',
  ];
}

function exitCodes(): string[] {
  const codes = Object.keys(EXIT_MEANINGS).map(Number) as ExitCode[];
  const rows = codes.map((code) => {
    const types = Object.entries(EXIT_CODES).filter(([, each]) => each === code);
    const names = types.map(([type]) => `\`${type}\``).join(' ');
    return `| ${code} | ${EXIT_MEANINGS[code]} | ${names} |`;
  });
  return [
    '## Exit codes',
    '',
    'The exit code depends on the `type` of the error, which `--json` prints. `invalid_json` exits with 3 if the invalid document is the seller’s contract.',
    '',
    '| Code | Meaning | Types |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ];
}
