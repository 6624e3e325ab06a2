import { sql, type RawBuilder } from 'kysely';
import { first, preparedSql, today, type Dialect, type Operation } from '../database/operation.ts';
import type { Keyset } from '../market/page.ts';
import type { CatalogueSearch } from './search.ts';
import { FTS5, type HitQuery, type SearchMatch, TSVECTOR } from './sql-match.ts';
import { respell } from './sql-spelling.ts';
import {
  all as allOf,
  any,
  anyOfAll,
  facet,
  facetOf,
  MIN_PREFIX,
  occurs,
  tiersOfSimilar,
  tiersOfSome,
  wholeWords,
  type Beginning,
  type Expression,
  type LooseWord,
  type Tiers,
} from './tiers.ts';

/** Up to this many matches are sorted; with more, an index is walked in its order. */
export const MAX_SORTED = 1_000;

export const searchMatch = ({ name }: Dialect): SearchMatch =>
  name === 'sqlite' ? FTS5 : TSVECTOR;

/** A search with what its last word may be the beginning of. */
export interface Sought extends CatalogueSearch {
  last: Beginning;
}

/** Up to this many words with a beginning are looked up one by one. */
const MAX_LONGER = 32;
/** Sorts after everything that a word may have after its beginning. */
const HIGHEST = String.fromCodePoint(0x10_ff_ff);

/** Jumps from word to word: many accounts may use the same one. */
const longerWords = preparedSql(
  ({ text, end }: { text: string; end: string }) => sql<{ word: string }>`
    WITH RECURSIVE longer (word) AS (
      SELECT (SELECT word FROM search_word
        WHERE word >= ${text} AND word < ${end} ORDER BY word LIMIT 1)
      UNION ALL
      SELECT (SELECT word FROM search_word
        WHERE word > longer.word AND word < ${end} ORDER BY word LIMIT 1)
      FROM longer WHERE longer.word IS NOT NULL)
    SELECT word FROM longer WHERE word IS NOT NULL LIMIT ${sql.lit(MAX_LONGER + 1)}`,
);

/** What a word of a query may be the beginning of. */
export function* beginningOf(dialect: Dialect, text: string): Operation<Beginning> {
  if (text.length < MIN_PREFIX) return { text, words: [] };
  const found = yield* longerWords(dialect, { text, end: text + HIGHEST });
  return { text, words: found.length > MAX_LONGER ? undefined : found.map(({ word }) => word) };
}

/**
 * The day whose figures sort a list: that of its first page, as long as they are stored. `asked` is that
 * of a cursor.
 */
export function* dayInUse({ db }: Dialect, asked: number | undefined): Operation<number> {
  const row = yield* first(db.selectNoFrom(today.as('today')));
  const now = Math.floor(Number(row?.today));
  return asked === undefined ? now : Math.max(now - 1, Math.min(asked, now));
}

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

/** How many listings match each of these, counted up to `atMost`. */
export function* countHits(
  dialect: Dialect,
  expressions: readonly Expression[],
  atMost: number,
): Operation<number[]> {
  if (expressions.length === 0) return [];
  const { hits } = searchMatch(dialect);
  const counts = expressions.map((each, at) => hits(each, atMost).as(`hits_${at}`));
  const row: Record<string, unknown> = (yield* first(dialect.db.selectNoFrom(counts))) ?? {};
  return expressions.map((_, at) => Number(row[`hits_${at}`]));
}

/** The most listings an account may have; a search with more matches is about several accounts. */
const MAX_OF_ONE = 1_000;

/** The only account with listings that match, or how many there are. */
type AccountWith = 'none' | 'several' | { id: string };

/** `part`: fewer of the listings, which are counted more quickly. */
function* accountWith(
  dialect: Dialect,
  expression: Expression,
  part?: Expression,
): Operation<AccountWith> {
  let hits = 0;
  for (const counted of part ? [part, expression] : [expression]) {
    [hits = 0] = yield* countHits(dialect, [counted], MAX_OF_ONE + 1);
    if (hits > MAX_OF_ONE) return 'several';
  }
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

/** The only account with listings that have all words of a search, whatever its filters, or how many. */
export const accountWithAll = (dialect: Dialect, { words, last }: Sought): Operation<AccountWith> =>
  accountWith(dialect, anyOfAll(words, last), last.words ? undefined : wholeWords(words));

/** Similar words of other accounts, for a word that only one account uses. */
function* similarWords(dialect: Dialect, word: string, beginning?: Beginning): Operation<string[]> {
  const account = yield* accountWith(dialect, occurs(word, beginning));
  return typeof account === 'object' ? yield* respell(dialect, word, account.id) : [];
}

/** Whether only one account joins two words, while others use one of the two. */
function* hidesOthers(
  dialect: Dialect,
  pair: string,
  words: readonly string[],
): Operation<boolean> {
  const account = yield* accountWith(dialect, occurs(pair));
  if (typeof account !== 'object') return false;
  const of = words.map((each) => occurs(each));
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
  const exact = [...words, ...joined].map((word) => occurs(word));
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
      found.push({ texts: [text, ...(yield* similarWords(dialect, text)), ...pairs] });
      continue;
    }
    const beginning = yield* beginningOf(dialect, text);
    const prefix = beginning.words?.length === 0 ? undefined : beginning;
    const similar = prefix
      ? yield* similarWords(dialect, text, prefix)
      : yield* respell(dialect, text);
    const texts = [...similar, ...pairs];
    if (prefix || texts.length > 0) found.push({ texts, prefix });
  }
  return found;
}

/**
 * If all listings that have the words of a query belong to one account, whether or not they pass its
 * filters, other accounts' listings with similar words follow. So no one can take over a search with a
 * word that no other account uses, such as a misspelled name.
 */
export function* similarTiers(
  dialect: Dialect,
  sought: Sought,
  account: AccountWith,
): Operation<Tiers | undefined> {
  if (typeof account !== 'object') return undefined;
  const { words, last } = sought;
  const found: LooseWord[] = [];
  for (const [at, text] of words.entries()) {
    const prefix = at === words.length - 1 ? last : undefined;
    const similar = yield* similarWords(dialect, text, prefix);
    found.push({ texts: [text, ...similar], prefix });
  }
  return found.some(({ texts }) => texts.length > 1) ? tiersOfSimilar(sought, found) : undefined;
}

/**
 * The query for words that do not decide the order. A search that finds nothing only because its filters
 * leave out the listings with all its words is not replaced by one for fewer of the words.
 */
export function* wordsOf(dialect: Dialect, sought: Sought): Operation<Expression> {
  const every = anyOfAll(sought.words, sought.last);
  const account = yield* accountWithAll(dialect, sought);
  const tiers =
    account === 'none'
      ? tiersOfSome(yield* looseWords(dialect, sought.words))
      : yield* similarTiers(dialect, sought, account);
  const found = account === 'none' ? [] : [every];
  if (tiers) found.push(tiers.whole);
  return found.length === 0 ? every : any(found);
}
