import type { Command } from 'commander';
import { buildCommand } from './build-command.ts';
import { COMMANDS, NOUNS, type Entry } from './command-table.ts';
import { EXIT_CODES, EXIT_MEANINGS, type ExitCode } from '../errors/exit-codes.ts';

/** Every command's help, and the exit codes, as Markdown: the whole of `docs/reference/cli.md`. */
export async function renderReference(): Promise<string> {
  const sections = await Promise.all(COMMANDS.map(section));
  return [
    '# Command line',
    '',
    'The help of every command of `mkt`. The server has its own: `mkt-marketplace --help`.',
    '',
    ...overviewTable(),
    '',
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
  const [noun = ''] = name.split(' ');
  const about = NOUNS[noun] ? [`${NOUNS[noun].summary}.`, ''] : [];
  const lines = [`## mkt ${name}`, '', ...(name.includes(' ') ? about : [])];
  if (alias !== undefined) lines.push(`Also \`mkt ${alias}\`.`, '');
  if (entry.kind === 'passed-on') {
    return [
      ...lines,
      `${summary}. Its options: \`mkt ${name} --help\`, where @mkt/marketplace is installed.`,
      '',
    ];
  }
  const command = await buildCommand(entry, noSession);
  return [...lines, '```text', helpOf(command).trimEnd(), '```', ''];
}

const noSession = () => {
  throw new Error('The reference runs no command.');
};

/** The help with the examples, which the parser adds only when it prints. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 100 });
  command.outputHelp();
  return text;
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
    'By the error’s `type`, which `--json` prints. `invalid_json` is 3 where it is the seller’s contract.',
    '',
    '| Code | Meaning | Types |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ];
}
