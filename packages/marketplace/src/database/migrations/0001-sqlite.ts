import { sql } from 'kysely';
import { DAY_MS } from '../../market/limits.ts';
import { isSettledIn, unchanged } from '../orders.ts';
import { STEP_COLUMNS } from '../quality-steps.ts';
import { CHANGES } from './columns.ts';

const SETTLED_GUARD = sql`
  CREATE TRIGGER order_is_settled BEFORE UPDATE ON orders
  WHEN ${isSettledIn('OLD.state')} AND NOT (${unchanged('IS')})
  BEGIN SELECT RAISE(ABORT, 'a settled order never changes'); END`;

const NEVER_PENDING_AGAIN = sql`
  CREATE TRIGGER order_was_started BEFORE UPDATE OF state ON orders
  WHEN OLD.state = 'running' AND NEW.state = 'pending'
  BEGIN SELECT RAISE(ABORT, 'a running order never waits again'); END`;

const steps = STEP_COLUMNS.map(
  (column, slot) => sql`'q${sql.lit(slot)}x' || NEW.${sql.raw(column)}`,
);
const member = (name: string) => sql`NEW.search_document ->> ${sql.lit(name)}`;

/**
 * A counted order that fails no longer counts, whatever statement settles it. On Postgres the
 * statements that settle do this, in an order of keys that cannot deadlock (`orders/sql-settle.ts`).
 */
const RELEASE_FAILED = sql`
  CREATE TRIGGER failed_order_is_released AFTER UPDATE OF state ON orders
  WHEN NEW.budget_keys_json IS NOT NULL AND NEW.state = 'failed' AND OLD.state <> 'failed'
  BEGIN
    UPDATE key_spend SET micros = micros - NEW.price_micros
    WHERE key_id IN (SELECT value FROM json_each(NEW.budget_keys_json))
      AND currency = NEW.price_currency AND day = NEW.created_at / ${sql.lit(DAY_MS)};
  END`;

/** The terms that are made of columns, as `catalogue/sql-match.ts` asks for them. */
const FILTERS = [
  sql`'h' || replace(NEW.health, '_', 'x')`,
  sql`CASE NEW.price_micros WHEN 0 THEN 'f' ELSE 'm' || NEW.price_currency || ' p' ||
    char(96 + length(NEW.price_micros)) || substr(NEW.price_micros, 1, 1) END`,
];

/**
 * The index holds published listings only, so that a search need not filter by status. Category, tags,
 * health, currency, the first digit of the price and quality steps are single terms of it, so that a
 * filter costs no more than a word. Other terms are made by `catalogue/sql-match.ts`; the tokenizer only
 * splits them. It is one trigger because SQLite does not define the order of two.
 */
const SEARCH = [
  sql`CREATE VIRTUAL TABLE listing_search USING fts5(
    title, tags, description, words, facets, content='', contentless_delete=1, prefix='1 2 3',
    tokenize='ascii')`,
  sql`CREATE TRIGGER listing_search_changes
    AFTER UPDATE OF search_document, status, health, price_micros, price_currency, ${sql.raw(STEP_COLUMNS.join(', '))} ON listing
    WHEN OLD.status = 'published' OR NEW.status = 'published'
    BEGIN
      DELETE FROM listing_search WHERE rowid = OLD.row_number AND OLD.status = 'published';
      INSERT INTO listing_search(rowid, title, tags, description, words, facets)
        SELECT NEW.row_number, ${sql.join(['title', 'tags', 'description', 'words'].map(member))},
          ${member('facets')} || ' ' || ${sql.join([...FILTERS, ...steps], sql` || ' ' || `)}
        WHERE NEW.status = 'published';
    END`,
  ...['INSERT', 'UPDATE OF status'].map(
    (event, at) => sql`CREATE TRIGGER ${sql.raw(`listing_health_is_searched_${at}`)}
      AFTER ${sql.raw(event)} ON listing_health
      BEGIN
        UPDATE listing SET health = NEW.status WHERE id = NEW.listing_id AND health <> NEW.status;
      END`,
  ),
];

const wordsOf = (row: 'OLD' | 'NEW') => sql`(SELECT value FROM json_each(
  '["' || replace(${sql.raw(row)}.search_document ->> 'words', ' ', '","') || '"]') WHERE value <> '')`;

/** Whichever statement publishes or withdraws a listing: how many accounts use a word decides searches. */
const SEARCH_WORDS = sql`CREATE TRIGGER search_word_changes
  AFTER UPDATE OF search_document, status ON listing
  WHEN (OLD.status = 'published' OR NEW.status = 'published')
    AND (OLD.status <> NEW.status OR OLD.search_document <> NEW.search_document)
  BEGIN
    UPDATE search_word SET listings = listings - 1
      WHERE OLD.status = 'published' AND account_id = OLD.account_id AND word IN ${wordsOf('OLD')};
    INSERT INTO search_word (word, account_id, listings)
      SELECT value, NEW.account_id, 1 FROM ${wordsOf('NEW')} WHERE NEW.status = 'published'
      ON CONFLICT (word, account_id) DO UPDATE SET listings = listings + 1;
    DELETE FROM search_word
      WHERE OLD.status = 'published' AND account_id = OLD.account_id AND listings = 0
        AND word IN ${wordsOf('OLD')};
  END`;

/** The text of a member is stored as it is written in the JSON, `"job":"nightly"`. */
const METADATA = [
  sql`CREATE TRIGGER order_metadata_is_given AFTER INSERT ON orders
    WHEN NEW.metadata_json IS NOT NULL
    BEGIN
      INSERT INTO order_metadata (buyer_id, member, order_id)
        SELECT NEW.buyer_id, '"' || key || '":' || (NEW.metadata_json -> fullkey), NEW.id
        FROM json_each(NEW.metadata_json);
    END`,
  sql`CREATE TRIGGER order_metadata_is_deleted AFTER DELETE ON orders
    WHEN OLD.metadata_json IS NOT NULL
    BEGIN
      DELETE FROM order_metadata WHERE buyer_id = OLD.buyer_id AND order_id = OLD.id AND member IN (
        SELECT '"' || key || '":' || (OLD.metadata_json -> fullkey)
        FROM json_each(OLD.metadata_json));
    END`,
];

const ENTRIES = sql`CREATE TRIGGER order_entries_are_deleted AFTER DELETE ON orders
  BEGIN
    DELETE FROM order_entry
      WHERE list_id IN (OLD.buyer_id, OLD.listing_id) AND order_id = OLD.id;
  END`;

const recordSession = (action: string, row: 'NEW' | 'OLD', at: string) => sql`
  INSERT INTO audit (at, action, account_id, actor, actor_id, subject)
    SELECT CAST(round(unixepoch(${sql.raw(at)}, 'subsec') * 1000) AS INTEGER), ${sql.lit(action)}, account_id, 'session', ${sql.raw(`${row}.id, ${row}.id`)}
    FROM account_member WHERE user_id = ${sql.raw(row)}."userId"`;

/**
 * Sessions are written by the accounts library. One that has expired ended before. A trigger cannot
 * call `mkt_now()`, because the schema is not trusted.
 */
const SESSIONS = [
  sql`CREATE TRIGGER session_start_is_recorded AFTER INSERT ON session
    BEGIN ${recordSession('session.start', 'NEW', 'NEW."createdAt"')}; END`,
  sql`CREATE TRIGGER session_end_is_recorded AFTER DELETE ON session
    WHEN unixepoch(OLD."expiresAt") > unixepoch('now')
    BEGIN ${recordSession('session.end', 'OLD', "'now'")}; END`,
];

/** What SQLite needs in addition to the tables. */
export const START_OF_SQLITE = [
  ...SEARCH,
  SEARCH_WORDS,
  ...CHANGES,
  ...METADATA,
  ENTRIES,
  SETTLED_GUARD,
  NEVER_PENDING_AGAIN,
  RELEASE_FAILED,
  ...SESSIONS,
];
