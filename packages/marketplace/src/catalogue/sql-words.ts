import { sql, type RawBuilder } from 'kysely';
import { first, type Dialect, type Operation } from '../database/operation.ts';
import type { Keyset } from '../market/page.ts';
import type { CatalogueSearch } from './search.ts';
import { facetOf, FTS5, type HitQuery, type SearchMatch, TSVECTOR } from './sql-match.ts';
import { respell } from './sql-spelling.ts';
import {
  all as allOf,
  anyOfAll,
  facet,
  occurs,
  tiersOfSimilar,
  tiersOfSome,
  type Expression,
  type LooseWord,
  type Tiers,
} from './tiers.ts';

/** Up to this many matches are sorted; with more, an index is walked in its order. */
export const MAX_SORTED = 1_000;

export const searchMatch = ({ name }: Dialect): SearchMatch =>
  name === 'sqlite' ? FTS5 : TSVECTOR;

/** Newest first by creation, after the last listing of the previous page. */
export function newestFirst(
  query: HitQuery,
  position: RawBuilder<number>,
  after: Pick<Keyset, 'id'> | null,
): HitQuery {
  const sorted = query.orderBy(position, 'desc');
  if (!after) return sorted;
  return sorted.where(
    sql<boolean>`${position} < (SELECT row_number FROM listing WHERE id = ${after.id})`,
  );
}

/** The filters of a search that the index has as terms. */
export function facetsOf(dialect: Dialect, search: CatalogueSearch): Expression[] {
  const { category, tag } = search;
  const parts: Expression[] = [];
  if (category !== undefined) parts.push(facet(facetOf('c', category)));
  if (tag !== undefined) parts.push(facet(facetOf('t', tag)));
  return [...parts, ...(searchMatch(dialect).columnTerms?.(search) ?? [])];
}

/** Narrowed by these filters, inside the index. */
export const withFacets = (
  dialect: Dialect,
  expression: Expression,
  search: CatalogueSearch,
): Expression => allOf([expression, ...facetsOf(dialect, search)]);

/** A number for each expression, in one statement. */
function* numberEach(
  { db }: Dialect,
  expressions: readonly Expression[],
  numberOf: (expression: Expression) => RawBuilder<number>,
): Operation<number[]> {
  if (expressions.length === 0) return [];
  const numbers = expressions.map((each, at) => numberOf(each).as(`hits_${at}`));
  const row: Record<string, unknown> = (yield* first(db.selectNoFrom(numbers))) ?? {};
  return expressions.map((_, at) => Number(row[`hits_${at}`]));
}

/** How many listings match each of these, counted up to `atMost`. */
export const countHits = (
  dialect: Dialect,
  expressions: readonly Expression[],
  atMost: number,
): Operation<number[]> =>
  numberEach(dialect, expressions, (each) => searchMatch(dialect).hits(each, atMost));

/** Whether any listing matches each of these, of which most are rare. */
const areListed = (dialect: Dialect, expressions: readonly Expression[]): Operation<number[]> =>
  numberEach(dialect, expressions, (each) => searchMatch(dialect).isListed(each));

/** The most listings an account may have; a search with more matches is about several accounts. */
const MAX_OF_ONE = 1_000;

/** The only account with listings that match, or how many there are. */
function* accountWith(
  dialect: Dialect,
  expression: Expression,
): Operation<'none' | 'several' | { id: string }> {
  const [hits = 0] = yield* countHits(dialect, [expression], MAX_OF_ONE + 1);
  if (hits > MAX_OF_ONE) return 'several';
  if (hits === 0) return 'none';
  const matches = searchMatch(dialect)
    .matches(dialect.db, expression)
    .where('listing.status', '=', 'published')
    .select('listing.account_id');
  const row = yield* first(
    dialect.db
      .selectFrom(matches.as('hit'))
      .select([
        sql<string | null>`min(account_id)`.as('first'),
        sql<string | null>`max(account_id)`.as('last'),
      ]),
  );
  if (row?.first === undefined || row.first === null) return 'none';
  return row.first === row.last ? { id: row.first } : 'several';
}

/** Similar words of other accounts, for a word that only one account uses. */
function* similarWords(dialect: Dialect, word: string, asPrefix: boolean): Operation<string[]> {
  const account = yield* accountWith(dialect, occurs(word, asPrefix));
  return typeof account === 'object' ? yield* respell(dialect, word, account.id) : [];
}

/** Whether only one account joins two words, while others use one of the two. */
function* hidesOthers(
  dialect: Dialect,
  pair: string,
  words: readonly string[],
): Operation<boolean> {
  const account = yield* accountWith(dialect, occurs(pair, false));
  if (typeof account !== 'object') return false;
  const of = words.map((each) => occurs(each, false));
  const others = yield* accountWith(dialect, { kind: 'any', of });
  return others === 'several' || (others !== 'none' && others.id !== account.id);
}

/**
 * The words of a query that no listing has together: two that are one word in the catalogue are
 * joined, misspelled ones are replaced by similar words, and those that occur nowhere are left out. A
 * word that only one account uses does not hide other accounts' listings: their similar words count too.
 */
export function* looseWords(dialect: Dialect, words: readonly string[]): Operation<LooseWord[]> {
  const joined = words.slice(0, -1).map((word, at) => `${word}${words[at + 1]}`);
  const exact = [...words, ...joined].map((word) => occurs(word, false));
  const counts = yield* countHits(dialect, exact, 1);
  const found: LooseWord[] = [];
  let kept: string | undefined;
  for (let at = 0; at < words.length; at++) {
    const text = words[at] ?? '';
    const pair = counts[words.length + at] ? joined[at] : undefined;
    if (pair !== undefined && !(yield* hidesOthers(dialect, pair, words.slice(at, at + 2)))) {
      found.push({ texts: [pair] });
      at += 1;
      kept = undefined;
      continue;
    }
    const pairs = [kept ?? [], pair ?? []].flat();
    kept = pair;
    if (counts[at]) {
      found.push({ texts: [text, ...(yield* similarWords(dialect, text, false)), ...pairs] });
      continue;
    }
    const [isPrefix] = yield* areListed(dialect, [occurs(text, true)]);
    const similar = isPrefix
      ? yield* similarWords(dialect, text, true)
      : yield* respell(dialect, text);
    const texts = [...similar, ...pairs];
    if (isPrefix || texts.length > 0) found.push({ texts, prefix: isPrefix ? text : undefined });
  }
  return found;
}

/** The index query, and how many listings it matches, up to `MAX_SORTED`. */
export interface Matches {
  expression: Expression;
  hits: number;
}

/**
 * If all listings that have the words of a query belong to one account, whether or not they pass its
 * filters, other accounts' listings with similar words follow. So nobody can take over a search with a
 * word that no other account uses, such as a misspelled name.
 */
export function* similarTiers(
  dialect: Dialect,
  words: readonly string[],
): Operation<Tiers | undefined> {
  const account = yield* accountWith(dialect, anyOfAll(words));
  if (typeof account !== 'object') return undefined;
  const found: LooseWord[] = [];
  for (const [at, text] of words.entries()) {
    const isLast = at === words.length - 1;
    const similar = yield* similarWords(dialect, text, isLast);
    found.push({ texts: [text, ...similar], prefix: isLast ? text : undefined });
  }
  return found.some(({ texts }) => texts.length > 1) ? tiersOfSimilar(words, found) : undefined;
}

const hasFilters = ({ category, tag, currency, maxPriceMicros, health }: CatalogueSearch) =>
  [category, tag, currency, maxPriceMicros, health].some((filter) => filter !== undefined);

/**
 * Whether a search found nothing only because its filters leave out the listings that have all its words.
 * They must not be replaced by others with fewer of the words.
 */
export function* isExcluded(dialect: Dialect, search: CatalogueSearch): Operation<boolean> {
  if (!hasFilters(search)) return false;
  const [hits] = yield* countHits(dialect, [anyOfAll(search.words)], 1);
  return hits === 1;
}

/** The query for words that do not decide the order, and its number of matches, up to `MAX_SORTED`. */
export function* wordsOf(dialect: Dialect, search: CatalogueSearch): Operation<Matches> {
  const every = withFacets(dialect, anyOfAll(search.words), search);
  const [hits = 0] = yield* countHits(dialect, [every], MAX_SORTED);
  if (hits > 0 || (yield* isExcluded(dialect, search))) {
    const similar = yield* similarTiers(dialect, search.words);
    if (!similar) return { expression: every, hits };
    const expression = withFacets(
      dialect,
      { kind: 'any', of: [anyOfAll(search.words), similar.whole] },
      search,
    );
    const [allHits = 0] = yield* countHits(dialect, [expression], MAX_SORTED);
    return { expression, hits: allHits };
  }
  const tiers = tiersOfSome(yield* looseWords(dialect, search.words));
  if (!tiers) return { expression: every, hits };
  const some = withFacets(dialect, tiers.whole, search);
  const [someHits = 0] = yield* countHits(dialect, [some], MAX_SORTED);
  return { expression: some, hits: someHits };
}
