import type { Provider } from '@mkt/protocol';
import { listCommand } from '../cli/list-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { formatStatus } from '../show/provider.ts';
import { formatTime } from '../show/time.ts';
import { truncate } from '../terminal/text.ts';

export const providersList: CommandFactory = (open) =>
  listCommand<Provider>(open, {
    examples: [['mkt providers list', 'see which are published, under review or flagged']],
    load: ({ providers }, query, options) => providers.list(query, options),
    headings: ['provider', 'title', 'status', 'updated', 'reason'],
    row: (provider) => [
      provider.slug,
      truncate(provider.title, 40),
      formatStatus(provider),
      formatTime(provider.updatedAt) ?? '',
      truncate(provider.reviewRejectionReason ?? '', 60),
    ],
    empty: 'You have no providers. Create one: mkt publish',
  });
