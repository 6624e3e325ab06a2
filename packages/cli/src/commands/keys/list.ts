import type { ApiKey } from '@mkt/protocol';
import { given } from '../../command-line/given.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { pageOptions, showPage, type PageOptions } from '../../show/page.ts';
import { cut, timeWords } from '../../show/price.ts';

type Options = GlobalOptions & PageOptions;

const row = (key: ApiKey): string[] => [
  key.id,
  cut(key.name, 30),
  `${key.prefix}…${key.lastFour}`,
  timeWords(key.lastUsedAt) ?? 'never used',
  timeWords(key.expiresAt) ?? 'never',
  cut(key.scopes.join(','), 60),
];

export const command: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [['mkt keys list --json', 'with all scopes']],
    }),
  ).action(async (options: Options) => {
    const { client, output, shell } = open(options);
    const { limit, cursor } = options;
    const { apiKeys } = await client();
    const page = await apiKeys.list(given({ limit, cursor }), { signal: shell.signal });
    showPage(output, page, {
      heads: ['id', 'name', 'key', 'last used', 'expires', 'scopes'],
      row,
      none: 'You have no keys.',
    });
  });
