import type { ApiKey } from '@mkt/protocol';
import { listCommand } from '../cli/list-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { describeBudget } from '../show/budget.ts';
import { formatTime } from '../show/time.ts';
import { truncate } from '../terminal/text.ts';

export const keysList: CommandFactory = (open) =>
  listCommand<ApiKey>(open, {
    examples: [['mkt keys list --json', 'as JSON, with all scopes']],
    load: ({ apiKeys }, query, options) => apiKeys.list(query, options),
    headings: ['id', 'name', 'key', 'last used', 'expires', 'origin', 'budget', 'scopes'],
    row: (key) => [
      key.id,
      truncate(key.name, 30),
      `${key.prefix}…${key.lastFour}`,
      formatTime(key.lastUsedAt) ?? 'never',
      formatTime(key.expiresAt) ?? 'never',
      key.origin,
      describeBudget(key),
      truncate(key.scopes.join(','), 60),
    ],
    empty: 'You have no API keys. Create one: mkt keys create',
  });
