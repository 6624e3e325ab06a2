import { sql, type RawBuilder } from 'kysely';
import {
  all as allOf,
  anyOfAll,
  facet,
  occurs,
  tiersOfSome,
  type Expression,
  type LooseWord,
} from '../../domain/search-tiers.ts';
import type { Keyset } from '../../domain/page.ts';
import type { CatalogueSearch } from '../../domain/catalogue.ts';
import { first, type Dialect, type Operation } from '../operation.ts';
import { facetOf } from './search-document.ts';
import { FTS5 } from './search-sqlite.ts';
import type { HitQuery, SearchMatch } from './search-match.ts';
import { TSVECTOR } from './search-postgres.ts';
import { respell } from './spelling.ts';

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

/** Narrowed to the category and tag of a search, inside the index. */
export function withFacets(
  expression: Expression,
  { category, tag }: Pick<CatalogueSearch, 'category' | 'tag'>,
): Expression {
  const parts = [expression];
  if (category !== undefined) parts.push(facet(facetOf('c', category)));
  if (tag !== undefined) parts.push(facet(facetOf('t', tag)));
  return allOf(parts);
}

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
export const areListed = (
  dialect: Dialect,
  expressions: readonly Expression[],
): Operation<number[]> =>
  numberEach(dialect, expressions, (each) => searchMatch(dialect).isListed(each));

/**
 * The words of a query that no listing has together: two that are one word in the catalogue are
 * joined, misspelled ones stand for similar words, and those that occur nowhere are left out.
 */
export function* looseWords(dialect: Dialect, words: readonly string[]): Operation<LooseWord[]> {
  const joined = words.slice(0, -1).map((word, at) => `${word}${words[at + 1]}`);
  const exact = [...words, ...joined].map((word) => occurs(word, false));
  const counts = yield* countHits(dialect, exact, 1);
  const found: LooseWord[] = [];
  for (let at = 0; at < words.length; at++) {
    const text = words[at] ?? '';
    const pair = joined[at];
    if (pair !== undefined && counts[words.length + at]) {
      found.push({ texts: [pair], isPrefix: false });
      at += 1;
    } else if (counts[at]) {
      found.push({ texts: [text], isPrefix: false });
    } else {
      const [isPrefix] = yield* areListed(dialect, [occurs(text, true)]);
      const texts = isPrefix ? [text] : yield* respell(dialect, text);
      if (texts.length > 0) found.push({ texts, isPrefix: Boolean(isPrefix) });
    }
  }
  return found;
}

/** What matches words when they do not decide the order, and how often, up to `MAX_SORTED`. */
export function* wordsOf(
  dialect: Dialect,
  search: CatalogueSearch,
): Operation<{ expression: Expression; hits: number }> {
  const every = withFacets(anyOfAll(search.words), search);
  const [hits = 0] = yield* countHits(dialect, [every], MAX_SORTED);
  if (hits > 0) return { expression: every, hits };
  const tiers = tiersOfSome(yield* looseWords(dialect, search.words));
  if (!tiers) return { expression: every, hits };
  const some = withFacets(tiers.whole, search);
  const [someHits = 0] = yield* countHits(dialect, [some], MAX_SORTED);
  return { expression: some, hits: someHits };
}
