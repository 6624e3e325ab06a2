import { sql } from 'kysely';
import { spellingKeys } from './spelling.ts';
import { isOneOf } from '../database/is-one-of.ts';
import { all, execute, type Dialect, type Operation } from '../database/operation.ts';

/** Those of the words that a published listing has. */
function* usedWords(dialect: Dialect, words: readonly string[]): Operation<Set<string>> {
  const rows = yield* all(
    dialect.db
      .selectFrom('search_word')
      .select('word')
      .distinct()
      .where(isOneOf(dialect, 'word', words)),
  );
  return new Set(rows.map(({ word }) => word));
}

/** Locks the words until the end of the transaction; those that another has just deleted are left out. */
function* lock(dialect: Dialect, words: readonly string[]): Operation<string[]> {
  const rows = yield* all(
    dialect.db
      .selectFrom('search_spelling')
      .select('word')
      .where(isOneOf(dialect, 'key', words))
      .where(sql<boolean>`key = word`)
      .orderBy('key')
      .$if(dialect.name === 'postgres', (query) => query.forUpdate()),
  );
  return rows.map(({ word }) => word);
}

/**
 * Deletes those of the next words that no published listing has any more. Returns the last word that
 * it looked at, or undefined at the end. A listing that is published meanwhile keeps its words: it is
 * looked for again once they are locked.
 */
export function* pruneSpelling(
  dialect: Dialect,
  { after, limit }: { after: string; limit: number },
): Operation<string | undefined> {
  const { db } = dialect;
  const rows = yield* all(
    db
      .selectFrom('search_spelling')
      .select('word')
      .where(sql<boolean>`key = word`)
      .where('key', '>', after)
      .orderBy('key')
      .limit(limit),
  );
  const words = rows.map(({ word }) => word);
  const last = words.at(-1);
  const used = yield* usedWords(dialect, words);
  const candidates = words.filter((word) => !used.has(word));
  if (candidates.length === 0) return last;
  const locked = yield* lock(dialect, candidates);
  const usedNow = yield* usedWords(dialect, locked);
  const unused = locked.filter((word) => !usedNow.has(word));
  if (unused.length > 0) {
    const keys = unused.flatMap(spellingKeys);
    yield* execute(
      db
        .deleteFrom('search_spelling')
        .where(isOneOf(dialect, 'key', keys))
        .where(isOneOf(dialect, 'word', unused)),
    );
  }
  return last;
}
