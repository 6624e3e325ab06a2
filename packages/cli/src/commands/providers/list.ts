import type { Provider } from '@mkt/protocol';
import { given } from '../../command-line/given.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { pageOptions, showPage, type PageOptions } from '../../show/page.ts';
import { statusWords } from '../../show/provider.ts';
import { cut, timeWords } from '../../show/price.ts';

type Options = GlobalOptions & PageOptions;

const row = (provider: Provider): string[] => [
  provider.slug,
  cut(provider.title, 40),
  statusWords(provider),
  timeWords(provider.updatedAt) ?? '',
  cut(provider.reviewRejectionReason ?? '', 60),
];

export const command: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [['mkt providers list', 'what is for sale, under review, or flagged']],
    }),
  ).action(async (options: Options) => {
    const { client, output, shell } = open(options);
    const { limit, cursor } = options;
    const { providers } = await client();
    const page = await providers.list(given({ limit, cursor }), { signal: shell.signal });
    showPage(output, page, {
      heads: ['provider', 'title', 'status', 'updated', 'reason'],
      row,
      none: 'You have no providers. mkt publish makes one.',
    });
  });
