import { pageRequest } from '../http/request-head.ts';
import { pageResponse } from '../http/respond.ts';
import type { Handlers } from '../http/route.ts';
import { publishedHealthReport } from '../listings/health.ts';
import {
  catalogueText,
  presentCatalogueListing,
  presentHealthReport,
  recordText,
} from '../listings/present.ts';
import type { Keyset } from '../market/page.ts';
import type { App } from '../server/context.ts';
import {
  createCategoryCounter,
  currencyOf,
  findPublishedListing,
  type FoundListing,
  searchListings,
  sortOf,
} from './search.ts';

const keyOf = ({ listing, key }: FoundListing): Keyset => ({ key, id: listing.id });

/** The handlers of the public catalogue. */
export function catalogueHandlers(app: App) {
  const categories = createCategoryCounter(app);
  return {
    async searchListings({ query, reader }) {
      // A cursor is only valid for one sort order and one currency.
      const list = ['catalogue', sortOf(query), currencyOf(query)].filter(Boolean).join(':');
      const found = await searchListings(app, query, pageRequest(list, query), reader);
      const { hidden } = found;
      const textOf = ({ listing }: FoundListing) => catalogueText(listing);
      return pageResponse(list, found, keyOf, textOf, { hidden });
    },
    async getPublishedListing({ params: { id }, reader }) {
      return {
        status: 200,
        text: recordText(presentCatalogueListing(await findPublishedListing(app, id, reader))),
      };
    },
    async getPublishedHealth({ params: { id }, reader }) {
      const { summary, history } = await publishedHealthReport(app, id, reader);
      return { status: 200, json: presentHealthReport(summary, history) };
    },
    async listCategories() {
      return { status: 200, json: { data: await categories() } };
    },
  } satisfies Partial<Handlers>;
}
