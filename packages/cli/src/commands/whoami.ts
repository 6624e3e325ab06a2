import { visibleParts, type BudgetRemaining, type Me } from '@mkt/protocol';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { readLogins } from '../store/logins.ts';
import { describeBudget } from '../show/budget.ts';
import { formatMoney, formatTime } from '../show/price.ts';
import { facts } from '../show/facts.ts';
import { table } from '../show/table.ts';

interface Options extends GlobalOptions {
  all?: boolean;
}

export const command: CommandFactory = (open) =>
  newCommand({
    description:
      'Shows the marketplace that commands in this folder call, how it was chosen, and the account and API key there. With --all it lists the saved logins instead, and sends no request.',
    examples: [
      ['mkt whoami', 'marketplace, account, key and scopes'],
      ['mkt whoami --market staging', 'the same at another marketplace'],
      ['mkt whoami --all', 'the saved logins; * is the default'],
    ],
  })
    .option('--all', 'list the saved logins')
    .action(async (options: Options) => {
      const session = open(options);
      if (options.all) return await showLogins(session);
      const { output, shell } = session;
      const settings = await session.settings();
      const { keyFrom, keySource = 'none', keyExpiresAt = null, chosenBy } = settings;
      const client = await session.client();
      const me = await client.me({ signal: shell.signal });
      const market = settings.market ?? null;
      output.result(
        { market, baseUrl: client.baseUrl, chosenBy, keyFrom, keyExpiresAt, ...me },
        (shown, style) =>
          facts(
            [
              ['marketplace', shown.market],
              ['address', shown.baseUrl],
              ['chosen by', chosenBy],
              ['user', shown.userId],
              ...actorRows(shown, keySource),
              ['expires', formatTime(shown.keyExpiresAt)],
              ['budget', shown.budget && describeBudget(shown)],
              ['left', leftOf(shown.budget?.remaining)],
              ['scopes', shown.scopes.join(', ')],
            ],
            style,
          ),
      );
    });

const leftOf = (remaining: BudgetRemaining | null | undefined): string | null => {
  if (!remaining) return null;
  const reset = remaining.resetsAt === null ? '' : `, until ${formatTime(remaining.resetsAt)}`;
  return `${formatMoney(remaining)}${reset}`;
};

/** A request is authenticated by an API key or by a session: the id of the other is null. */
function actorRows(
  { keyId, keyName, sessionId }: Partial<Pick<Me, 'keyId' | 'keyName' | 'sessionId'>>,
  source: string,
): (readonly [string, string])[] {
  if (keyId) {
    const named: [string, string][] = keyName ? [['key name', keyName]] : [];
    return [['key', `${keyId} (${source})`], ...named];
  }
  return sessionId ? [['session', `${sessionId} (${source})`]] : [];
}

async function showLogins({ output, shell }: Session): Promise<void> {
  const saved = await readLogins(shell);
  const rows = Object.entries(saved.logins).map(([market, { baseUrl, apiKey, origin }]) => {
    const { prefix, lastFour } = visibleParts(apiKey);
    const key = `${prefix}…${lastFour}`;
    return { market, default: market === saved.default, baseUrl, key, origin };
  });
  output.result({ data: rows }, ({ data }, style) =>
    data.length === 0
      ? ''
      : table(
          ['', 'marketplace', 'address', 'key'],
          data.map((row) => [row.default ? '*' : '', row.market, row.baseUrl, row.key]),
          style,
        ),
  );
  if (rows.length === 0) output.line('There is no saved login. Log in: mkt login');
}
