import { sql } from 'kysely';
import type { ListingContent } from '@mkt/protocol';
import { misspellingKeys, nearestWords, spellingKeys } from '../../domain/spelling.ts';
import { isOneOf } from '../is-one-of.ts';
import { all, execute, type Dialect, type Operation } from '../operation.ts';
import { writtenWords } from './search-document.ts';

const MAX_CANDIDATES = 500;

/**
 * Keeps the words of the title and tags of a listing that is published, so that misspelled ones are
 * found. On Postgres it locks those that it relies on, so that none is pruned at the same time.
 */
export function* rememberSpelling(dialect: Dialect, content: ListingContent): Operation<void> {
  const { db } = dialect;
  const words = writtenWords(content).filter((word) => spellingKeys(word).length > 0);
  if (words.length === 0) return;
  const known = yield* all(
    db
      .selectFrom('search_spelling')
      .select('word')
      .where(isOneOf(dialect, 'key', words))
      .where(sql<boolean>`key = word`)
      .orderBy('key')
      .$if(dialect.name === 'postgres', (query) => query.forShare()),
  );
  const isKnown = new Set(known.map(({ word }) => word));
  // In one order in every transaction, so that no two wait for each other.
  const rows = words
    .filter((word) => !isKnown.has(word))
    .flatMap((word) => spellingKeys(word).map((key) => ({ key, word })))
    .toSorted((one, other) => compare(one.key, other.key) || compare(one.word, other.word));
  if (rows.length === 0) return;
  yield* execute(
    db
      .insertInto('search_spelling')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** The words of titles and tags that this one may stand for. */
export function* respell(dialect: Dialect, word: string): Operation<string[]> {
  const keys = misspellingKeys(word);
  if (keys.length === 0) return [];
  const rows = yield* all(
    dialect.db
      .selectFrom('search_spelling')
      .select('word')
      .distinct()
      .where(isOneOf(dialect, 'key', keys))
      .orderBy('word')
      .limit(MAX_CANDIDATES),
  );
  return nearestWords(
    word,
    rows.map((row) => row.word),
  );
}
