import type { CatalogueHistoryEntry, HistoryEntry } from '@mkt/protocol';
import { pageOptions, type PageOptions } from '../cli/list-command.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import { ownOrPublic } from '../cli/own-or-public.ts';
import type { CommandFactory } from '../cli/session.ts';
import { withoutUndefined } from '../cli/without-undefined.ts';
import { historyView } from '../show/history.ts';
import { showPage, type Page } from '../show/page.ts';

type Entry = CatalogueHistoryEntry | HistoryEntry;

export const listingsHistory: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      description:
        'Shows every change to your own listings; for listings of others, the changes since they were published.',
      examples: [
        ['mkt listings history text-insights', 'the newest 20 changes'],
        ['mkt listings history text-insights --json', 'with all values and findings'],
      ],
    }).argument('<listing>', 'slug or id'),
  ).action(async (id: string, options: GlobalOptions & PageOptions) => {
    const session = open(options);
    const { limit, cursor } = options;
    const query = withoutUndefined({ limit, cursor });
    const page = await ownOrPublic<Page<Entry>, Page<Entry>>(
      session,
      ({ listings }, request) => listings.history(id, query, request),
      ({ marketplace }, request) => marketplace.history(id, query, request),
    );
    await showPage(session.output, page, historyView(page.data));
  });
