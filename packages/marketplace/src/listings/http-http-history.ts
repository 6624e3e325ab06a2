import type { Keyset } from '../market/page.ts';
import type { ListedHistoryEntry } from './history.ts';
import type { listHistory, listPublishedHistory } from './read-history.ts';
import { pageRequest } from '../http/cursor.ts';
import { catalogueHistoryText, historyText } from './history-text.ts';
import { pageResponse } from '../http/list-page.ts';
import type { Handlers, UseCase } from '../http/route.ts';

export interface HistoryUseCases {
  listHistory: UseCase<typeof listHistory>;
  listPublishedHistory: UseCase<typeof listPublishedHistory>;
}

const keyOf = ({ number, listingId }: ListedHistoryEntry): Keyset => ({
  key: number,
  id: listingId,
});

export function historyHandlers(
  useCases: HistoryUseCases,
): Pick<Handlers, 'listListingHistory' | 'listPublishedHistory'> {
  return {
    async listListingHistory({ caller, params: { id }, query, reader }) {
      const list = `history:${id}`;
      const entries = await useCases.listHistory(caller, id, pageRequest(list, query), reader);
      return pageResponse(list, entries, keyOf, historyText);
    },
    async listPublishedHistory({ params: { id }, query, reader }) {
      const list = `published-history:${id}`;
      const entries = await useCases.listPublishedHistory(id, pageRequest(list, query), reader);
      return pageResponse(list, entries, keyOf, catalogueHistoryText);
    },
  };
}
