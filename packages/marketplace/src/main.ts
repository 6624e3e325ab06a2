import { Command, CommanderError } from 'commander';
import { ConfigError } from './config/config-error.ts';
import { Refusal } from './domain/refusal.ts';
import { VERSION } from './version.ts';

const USAGE_ERROR = 2;
const FAILED = 1;

interface Entry {
  summary: string;
  load(): Promise<Command>;
}

/** Each command is loaded when it is asked for: the help of all of them needs no database. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'Serve a marketplace until a signal ends it.',
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  migrate: {
    summary: 'Bring the database up to this version; serve does the same when it starts.',
    load: async () => (await import('./commands/migrate.ts')).migrateCommand(),
  },
  keys: {
    summary: 'Create, list and revoke API keys.',
    load: async () => (await import('./commands/keys.ts')).keysCommand(),
  },
  accounts: {
    summary: 'Suspend accounts, and resume them.',
    load: async () => (await import('./commands/accounts.ts')).accountsCommand(),
  },
  reviews: {
    summary: 'Read what reviews flagged, and answer appeals.',
    load: async () => (await import('./commands/reviews.ts')).reviewsCommand(),
  },
  listings: {
    summary: 'Take listings off the market.',
    load: async () => (await import('./commands/listings.ts')).listingsCommand(),
  },
  secrets: {
    summary: 'Take an old encryption key away.',
    load: async () => (await import('./commands/secrets-re-encrypt.ts')).secretsCommand(),
  },
  backup: {
    summary: 'Copy the database while it is in use: whole, consistent, and ready to restore.',
    load: async () => (await import('./commands/backup.ts')).backupCommand(),
  },
  restore: {
    summary: 'Put a backup in place of the database; every open order ends as interrupted.',
    load: async () => (await import('./commands/restore.ts')).restoreCommand(),
  },
};

/** What commander does with errors holds for every command, nested ones too. */
function inherit(command: Command): void {
  for (const inner of command.commands) {
    inner.copyInheritedSettings(command);
    inherit(inner);
  }
}

/** The program with the command that is asked for; of the others only what the help tells. */
async function programFor(argv: readonly string[]): Promise<Command> {
  const program = new Command('mkt-marketplace')
    .description('A marketplace of HTTP services that are sold per call.')
    .version(VERSION)
    .exitOverride();
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = argv.includes(name) ? await load() : new Command(name);
    program.addCommand(command.description(summary));
  }
  inherit(program);
  return program;
}

/** The exit code of a command: what is wrong is said in one sentence. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const program = await programFor(argv);
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    if (error instanceof ConfigError || error instanceof Refusal) {
      process.stderr.write(`✖ ${error.message}\n`);
      return FAILED;
    }
    throw error;
  }
}
