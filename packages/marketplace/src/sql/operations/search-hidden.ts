import { sql, type RawBuilder } from 'kysely';
import { anyOfAll } from '../../domain/search-tiers.ts';
import type { CatalogueSearch, Hidden } from '../../domain/catalogue.ts';
import { first, type Dialect, type Operation } from '../operation.ts';
import { notCancelled } from './list-cancellation.ts';
import { MAX_SORTED, searchMatch } from './search-words.ts';

type Filter = keyof Hidden;

/** For each filter of a search, whether it leaves a listing out. */
function exclusionsOf(search: CatalogueSearch): [Filter, RawBuilder<boolean>][] {
  const { category, tag, currency, maxPriceMicros, health } = search;
  const found: [Filter, RawBuilder<boolean>][] = [];
  if (category !== undefined) {
    found.push(['category', sql`coalesce(category, '') <> ${category}`]);
  }
  if (tag !== undefined) {
    const tagged = sql`SELECT 1 FROM listing_tag WHERE listing_id = hit.id AND tag = ${tag}`;
    found.push(['tag', sql`NOT EXISTS (${tagged})`]);
  }
  if (currency !== undefined) {
    found.push(['currency', sql`price_currency <> ${currency} AND price_micros > 0`]);
  }
  if (maxPriceMicros !== undefined) {
    // Amounts in different currencies are never compared.
    const comparable = currency === undefined ? sql`TRUE` : sql`price_currency = ${currency}`;
    const max = Math.min(maxPriceMicros, Number.MAX_SAFE_INTEGER);
    found.push(['maxPrice', sql`price_micros > ${max} AND ${comparable}`]);
  }
  if (health !== undefined) {
    const probed = sql`SELECT 1 FROM listing_health WHERE listing_id = hit.id AND status = ${health}`;
    found.push(['health', sql`NOT EXISTS (${probed})`]);
  }
  return found;
}

/** What the filters of a search for words leave out; undefined if that is nothing. */
export function* countHidden(
  dialect: Dialect,
  search: CatalogueSearch,
): Operation<Hidden | undefined> {
  const exclusions = exclusionsOf(search);
  if (search.words.length === 0 || exclusions.length === 0) return undefined;
  const hits = searchMatch(dialect)
    .matches(dialect.db, anyOfAll(search.words))
    .where(notCancelled(dialect, 'listing.row_number'))
    .where('listing.status', '=', 'published')
    .select(['listing.category', 'listing.price_currency'])
    .limit(MAX_SORTED);
  const counts = exclusions.map(([filter, excludes]) =>
    sql<number>`count(CASE WHEN ${excludes} THEN 1 END)`.as(filter),
  );
  const row = yield* first(dialect.db.selectFrom(hits.as('hit')).select(counts));
  const hidden = Object.entries(row ?? {}).filter(([, count]) => count > 0);
  return hidden.length === 0 ? undefined : (Object.fromEntries(hidden) as Hidden);
}
