import { Command, CommanderError } from 'commander';
import { printable } from './commands/words.ts';
import { DatabaseFailure, UndecryptableSecret } from './database/failure.ts';
import { Refusal, StorageUnavailable } from './market/refusal.ts';
import { ConfigError } from './server/data-folder.ts';
import { VERSION } from './server/version.ts';

const USAGE_ERROR = 2;
const FAILED = 1;

interface Entry {
  summary: string;
  load(): Promise<Command>;
}

/** Commands are loaded when they are used: the general help needs no database. */
const COMMANDS: Readonly<Record<string, Entry>> = {
  serve: {
    summary: 'Run a marketplace until it receives SIGTERM or SIGINT.',
    load: async () => (await import('./commands/serve.ts')).serveCommand(),
  },
  migrate: {
    summary: 'Migrate the database to this version; serve does the same when it starts.',
    load: async () => (await import('./commands/database.ts')).migrateCommand(),
  },
  keys: {
    summary: 'Create, list and revoke API keys.',
    load: async () => (await import('./commands/keys.ts')).keysCommand(),
  },
  accounts: {
    summary: 'Suspend, resume or close an account.',
    load: async () => (await import('./commands/accounts.ts')).accountsCommand(),
  },
  users: {
    summary: 'Print a link to sign up or to set a new password.',
    load: async () => (await import('./commands/accounts.ts')).usersCommand(),
  },
  reviews: {
    summary: 'List and show flagged listings, and approve those that were flagged by mistake.',
    load: async () => (await import('./commands/listings.ts')).reviewsCommand(),
  },
  listings: {
    summary: 'Show which listings fail, and take listings off the market.',
    load: async () => (await import('./commands/listings.ts')).listingsCommand(),
  },
  orders: {
    summary:
      'List orders by state, kind of failure, seller, buyer and age, and show why one failed.',
    load: async () => (await import('./commands/orders.ts')).ordersCommand(),
  },
  audit: {
    summary: 'Show what operators and accounts changed.',
    load: async () => (await import('./commands/audit.ts')).auditCommand(),
  },
  secrets: {
    summary: 'Encrypt stored secrets with the newest encryption key.',
    load: async () => (await import('./commands/database.ts')).secretsCommand(),
  },
  backup: {
    summary: 'Copy the database to a file, even while the server runs.',
    load: async () => (await import('./commands/backup.ts')).backupCommand(),
  },
  restore: {
    summary: 'Replace the database with a backup; open orders are settled as interrupted.',
    load: async () => (await import('./commands/restore.ts')).restoreCommand(),
  },
  export: {
    summary: 'Write everything, or the data of one account, to a file that any version can read.',
    load: async () => (await import('./commands/transfer.ts')).exportCommand(),
  },
  import: {
    summary: 'Read an export of everything into an empty marketplace, on either database.',
    load: async () => (await import('./commands/transfer.ts')).importCommand(),
  },
  recover: {
    summary: 'Settle the open orders of a database that was restored or promoted.',
    load: async () => (await import('./commands/recover.ts')).recoverCommand(),
  },
};

/** Applies the program's error handling to every command, including nested ones; each names its own help. */
function inherit(command: Command, path: string): void {
  command.showHelpAfterError(`To see what there is: ${path} --help`);
  for (const inner of command.commands) {
    inner.copyInheritedSettings(command);
    inherit(inner, `${path} ${inner.name()}`);
  }
}

/** The program with the requested command; of the others it has only what the help shows. */
async function programFor(argv: readonly string[]): Promise<Command> {
  const program = new Command('mkt-marketplace')
    .description('A marketplace for HTTP services sold per call.')
    .version(VERSION)
    .exitOverride();
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    const command = argv.includes(name) ? await load() : new Command(name);
    program.addCommand(command.description(summary));
  }
  inherit(program, program.name());
  return program;
}

/** Reports why a command failed, in one sentence; for `serve` that may be a line of its log. */
async function report(argv: readonly string[], message: string): Promise<void> {
  if (argv[0] === 'serve') (await import('./commands/serve.ts')).reportRefusedStart(argv, message);
  else process.stderr.write(`✖ ${printable(message)}\n`);
}

/** Runs a command and returns its exit code. Errors are reported in one sentence. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    const program = await programFor(argv);
    await program.parseAsync(argv, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE_ERROR;
    if (error instanceof ConfigError || error instanceof Refusal) {
      await report(argv, error.message);
      return FAILED;
    }
    if (error instanceof StorageUnavailable) {
      const code = error.cause instanceof DatabaseFailure ? error.cause.code : '';
      await report(
        argv,
        `The database is not available (${code || 'no response'}). Check that it is running, has space and accepts writes, then run the command again.`,
      );
      return FAILED;
    }
    if (error instanceof UndecryptableSecret) {
      await report(
        argv,
        'MKT_ENCRYPTION_KEY cannot decrypt the secrets of this marketplace: append the key that they were encrypted with, after a comma.',
      );
      return FAILED;
    }
    throw error;
  }
}
