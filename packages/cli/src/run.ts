import type { Entry } from './cli/command-table.ts';
import { nounHelp, overview, verbsOf } from './cli/help.ts';
import type { GlobalOptions } from './cli/new-command.ts';
import type { Session } from './cli/session.ts';
import { route } from './cli/route.ts';
import type { JqFilter } from './terminal/jq-filter.ts';
import { columnsOf, type Shell } from './terminal/shell.ts';

/** Where output is not a terminal. */
const HELP_WIDTH = 100;

/** Runs one command line and returns the exit code. Never throws. */
export async function runCli(argv: readonly string[], shell: Shell): Promise<number> {
  try {
    if (argv[0] === '__complete') {
      const { complete } = await import('./cli/completion.ts');
      shell.stdout.write(await complete(argv.slice(1)));
      return 0;
    }
    const target = route(argv);
    switch (target.kind) {
      case 'version': {
        const { version } = await import('./this-package.ts');
        shell.stdout.write(`${version()}\n`);
        return 0;
      }
      case 'overview':
        shell.stdout.write(overview(columnsOf(shell.stdout)));
        return 0;
      case 'noun-help':
        shell.stdout.write(nounHelp(target.noun, columnsOf(shell.stdout)));
        return 0;
      case 'no-verb':
        throw await usage(
          `mkt ${target.noun} needs a command: ${verbsOf(target.noun).join(', ')}.`,
          `See what they do: mkt ${target.noun} --help`,
        );
      case 'no-noun':
        throw await usage(
          `Unknown command '${target.found}'.`,
          `Did you mean ${anyOf(target.commands.map((name) => `mkt ${name}`))}?`,
        );
      case 'unknown':
        throw await unknown(target.found, target.candidates);
      case 'command':
        return await runCommand(target.entry, target.argv, shell);
    }
  } catch (error) {
    const { reportError } = await import('./errors/report-error.ts');
    return await reportError(error, shell, argv);
  }
}

async function runCommand(entry: Entry, argv: readonly string[], shell: Shell): Promise<number> {
  if (entry.kind === 'passed-on') {
    const { run } = await entry.load();
    return await run(argv, shell);
  }
  const [{ buildCommand }, { createSession }, { CommanderError }] = await Promise.all([
    import('./cli/new-command.ts'),
    import('./cli/session.ts'),
    import('commander'),
  ]);
  let session: Session | undefined;
  let filter: JqFilter | undefined;
  const command = await buildCommand(
    entry,
    (options) => (session = createSession(shell, options, filter)),
  );
  command.configureOutput({
    writeOut: (text) => shell.stdout.write(text),
    getOutHelpWidth: () => columnsOf(shell.stdout) ?? HELP_WIDTH,
    // Errors are thrown and printed by reportError().
    writeErr: () => {},
    outputError: () => {},
  });
  // Checked before the command does anything, such as placing an order.
  command.hook('preAction', async () => {
    const { jq } = command.opts<GlobalOptions>();
    if (jq === undefined) return;
    command.setOptionValue('json', true);
    const { startJqFilter } = await import('./terminal/jq-filter.ts');
    filter = await startJqFilter(jq, shell);
  });
  try {
    await command.parseAsync(argv, { from: 'user' });
    await filter?.drain();
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    // The data precedes the error. An order that failed matters more than a filter that did.
    await filter?.drain().catch(() => undefined);
    const [{ reportError }, { contextOf, namedBy }, { explainNotFound }] = await Promise.all([
      import('./errors/report-error.ts'),
      import('./errors/error-context.ts'),
      import('./errors/explain-not-found.ts'),
    ]);
    // A setting that cannot be read is the error itself.
    const settings = await session?.settings().catch(() => undefined);
    const explained = session ? await explainNotFound(error, namedBy(command), session) : error;
    return await reportError(explained, shell, argv, contextOf(command, settings));
  } finally {
    filter?.end();
  }
}

async function usage(message: string, next?: string) {
  const { CliError } = await import('./errors/cli-error.ts');
  return new CliError('invalid_usage', message, { next });
}

const anyOf = (names: readonly string[]) => names.join(', ').replace(/, ([^,]*)$/, ' or $1');

async function unknown(found: string, candidates: readonly string[]) {
  const { closestName } = await import('@mkt/protocol');
  const closest = closestName(found, candidates);
  const what = found.startsWith('-') ? 'option' : 'command';
  const noun = found.includes(' ') ? found.replace(/ .*/, ' ') : '';
  return usage(
    `Unknown ${what} '${found}'.`,
    closest ? `Did you mean mkt ${closest}?` : `See all commands: mkt ${noun}--help`,
  );
}
