import { randomBytes } from 'node:crypto';
import { enableCompileCache } from 'node:module';
import { NotFoundError } from '@mkt/client';
import { choice, currencyCode, money, type Money } from '../cli/options.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { version } from '../this-package.ts';

interface Options extends GlobalOptions {
  listings?: string;
  confirmAbove?: Money;
  currency?: string;
  confirm?: 'person' | 'agent';
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Speaks the Model Context Protocol on stdin and stdout, so that an agent can search listings, run them and read orders. The agent starts it, and can spend no more than the budget of the API key allows. It ends when stdin is closed.',
    examples: [
      ['mkt mcp', 'all tools, without confirmation'],
      ['mkt mcp --confirm-above 0.05', 'calls above 0.05 US dollars must be confirmed'],
      ['mkt mcp --listings weather,qr-code', 'also a tool for each of these listings'],
    ],
  })
    .option('--listings <names>', 'slugs or ids, separated by commas: each becomes its own tool')
    .option(
      '--confirm-above <amount>',
      "ask before a call that costs more: 0.05 (US dollars) or '5 EUR'; 0 asks before every call that is not free",
      money,
    )
    .option('--currency <code>', 'currency of --confirm-above, as in EUR', currencyCode)
    .addOption(
      choice(
        '--confirm <who>',
        "who confirms such a call: person (the default; it is refused if the agent's program cannot ask you) or agent (the agent confirms it itself, even if no person has agreed)",
        { person: true, agent: true },
      ),
    )
    .action(async (options: Options) => {
      const session = open(options);
      await serve(session, options);
    });

/** The limit, in the currency that either option names. */
function limitOf({ confirmAbove, currency, confirm }: Options): Money | undefined {
  if (!confirmAbove) {
    if (currency === undefined && confirm === undefined) return undefined;
    const lonely = currency === undefined ? '--confirm' : '--currency';
    throw new CliError('invalid_usage', `${lonely} needs --confirm-above.`);
  }
  const isNamedTwice = confirmAbove.currency !== 'USD' && confirmAbove.currency !== currency;
  if (currency !== undefined && isNamedTwice) {
    throw new CliError('invalid_usage', '--confirm-above and --currency name two currencies.');
  }
  return { ...confirmAbove, ...(currency !== undefined && { currency }) };
}

async function serve(session: Session, options: Options): Promise<void> {
  const { shell, output } = session;
  const confirmAbove = limitOf(options);
  // The SDK of the protocol is large, and an agent waits for the start.
  enableCompileCache();
  const { readListingNames, serveStdio } = await import('@mkt/mcp');
  const listings = readListingNames(options.listings ?? '');
  if ('problem' in listings) throw new CliError('invalid_usage', `--${listings.problem}.`);
  const { apiKey } = await session.settings();
  const market = await session.client();
  if (apiKey === undefined) {
    output.warn(
      'There is no API key: an agent can search, but not run anything. Get one: mkt login',
    );
  }
  if (shell.stdin.isTTY) {
    output.line('mkt mcp waits for messages of an agent on stdin. Press Ctrl-C to stop.');
  }
  const ended = new AbortController();
  void warnOfUnknown(listings, AbortSignal.any([shell.signal, ended.signal]));
  await serveStdio({
    session: {
      market,
      listings,
      confirmAbove,
      agentConfirms: options.confirm === 'agent',
      // Without a key no order can be placed, so nothing can be confirmed.
      secret: apiKey ?? randomBytes(32).toString('hex'),
    },
    version: version(),
    stdin: shell.stdin,
    stdout: shell.stdout,
    signal: shell.signal,
    onError: ({ message }) => output.warn(message),
  });
  // Otherwise a marketplace that does not respond keeps the process alive.
  ended.abort();

  /** Runs after the start, for which the agent waits; names still unknown are read again for each list of tools. */
  async function warnOfUnknown(names: readonly string[], signal: AbortSignal): Promise<void> {
    for (const name of names) {
      try {
        await market.listing(name, { signal });
      } catch (error) {
        if (!(error instanceof NotFoundError)) return;
        output.warn(
          `There is no listing ${name}, so it does not become a tool. Find its name: mkt search`,
        );
      }
    }
  }
}
