import type { ListingContent } from '@mkt/protocol';
import { sql } from 'kysely';
import { all, type Dialect, execute, isOneOf, type Operation } from '../database/operation.ts';
import { type Candidate, misspellingKeys, nearestWords, spellingKeys } from './spelling.ts';
import { writtenWords } from './sql-match.ts';

/** Words of one account under one key, beside the words themselves: thousands would slow every search. */
const MAX_WORDS_PER_KEY = 16;
/** Accounts of a word are counted up to this number. */
const MAX_ACCOUNTS = 64;
const MAX_CANDIDATES = 500;

interface Spelled {
  key: string;
  word: string;
}

const nameOf = ({ key, word }: Spelled) => `${key} ${word}`;

/**
 * Keeps the words of the title and tags of a listing that is published, so that misspelled ones are
 * found. On Postgres it locks those that it relies on, so that none is pruned at the same time.
 */
export function* rememberSpelling(
  dialect: Dialect,
  { content, accountId }: { content: ListingContent; accountId: string },
): Operation<void> {
  const { db } = dialect;
  const words = writtenWords(content).filter((word) => spellingKeys(word).length > 0);
  if (words.length === 0) return;
  yield* all(
    db
      .selectFrom('search_spelling')
      .select('word')
      .where(isOneOf(dialect, 'key', words))
      .where(sql<boolean>`key = word`)
      .orderBy('key')
      .$if(dialect.name === 'postgres', (query) => query.forShare()),
  );
  const rows = words.flatMap((word) => spellingKeys(word).map((key) => ({ key, word })));
  const missing = yield* withoutStored(dialect, rows, accountId);
  if (missing.length === 0) return;
  yield* execute(
    db
      .insertInto('search_spelling')
      // In the same order in every transaction, so that no two transactions wait for each other.
      .values(
        missing.toSorted(
          (one, other) => compare(one.key, other.key) || compare(one.word, other.word),
        ),
      )
      .onConflict((conflict) => conflict.doNothing()),
  );
}

/** The rows that are not stored, as many as the account may have under a key. */
function* withoutStored(
  dialect: Dialect,
  rows: readonly Spelled[],
  accountId: string,
): Operation<Spelled[]> {
  const own = yield* all(
    dialect.db
      .selectFrom('search_spelling')
      .innerJoin('search_word', 'search_word.word', 'search_spelling.word')
      .select(['search_spelling.key', 'search_spelling.word'])
      .where(isOneOf(dialect, 'search_spelling.key', [...new Set(rows.map(({ key }) => key))]))
      .where('search_word.account_id', '=', accountId),
  );
  const stored = new Set(own.map(nameOf));
  const counts = new Map<string, number>();
  for (const { key } of own) counts.set(key, (counts.get(key) ?? 0) + 1);
  return rows.filter((row) => {
    const { key, word } = row;
    if (stored.has(nameOf(row))) return false;
    const count = counts.get(key) ?? 0;
    if (key !== word && count >= MAX_WORDS_PER_KEY) return false;
    counts.set(key, count + 1);
    return true;
  });
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The words of titles and tags that this one may stand for; with `except` those that other accounts
 * than this one use.
 */
export function* respell(dialect: Dialect, word: string, except?: string): Operation<string[]> {
  const keys = misspellingKeys(word);
  if (keys.length === 0) return [];
  const similar = dialect.db
    .selectFrom('search_spelling')
    .select('word')
    .distinct()
    .where(isOneOf(dialect, 'key', keys));
  const accounts = sql<number>`(SELECT count(*) FROM (
    SELECT 1 FROM search_word WHERE search_word.word = found.word LIMIT ${sql.lit(MAX_ACCOUNTS)}) AS one)`;
  const account = sql<string | null>`(
    SELECT min(account_id) FROM search_word WHERE search_word.word = found.word)`;
  const rows = yield* all(
    dialect.db
      .selectFrom(similar.as('found'))
      .select(['found.word', accounts.as('accounts'), account.as('accountId')])
      .orderBy('accounts', 'desc')
      .orderBy('found.word')
      .limit(MAX_CANDIDATES),
  );
  const candidates = rows.flatMap(({ word: found, accounts: count, accountId }): Candidate[] =>
    accountId === null || (count === 1 && accountId === except)
      ? []
      : [{ word: found, accounts: count, accountId }],
  );
  return nearestWords(word, candidates);
}

/** Which of the words a published listing has. */
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
 * Deletes the words among the next ones that no published listing has now. Returns the last word that it
 * looked at, or undefined at the end. A listing that is published meanwhile keeps its words, because
 * listings are looked up again once the words are locked.
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
