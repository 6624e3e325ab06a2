import { sql } from 'kysely';
import { isSettledIn, unchanged } from '../orders.ts';
import { STEP_COLUMNS } from '../quality-steps.ts';

const REFUSE = sql`
  CREATE FUNCTION mkt_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$`;

const SETTLED_GUARD = sql`
  CREATE TRIGGER order_is_settled BEFORE UPDATE ON orders FOR EACH ROW
  WHEN (${isSettledIn('OLD.state')} AND NOT (${unchanged('IS NOT DISTINCT FROM')}))
  EXECUTE FUNCTION mkt_refuse_change('a settled order never changes')`;

const NEVER_PENDING_AGAIN = sql`
  CREATE TRIGGER order_was_started BEFORE UPDATE OF state ON orders FOR EACH ROW
  WHEN (OLD.state = 'running' AND NEW.state = 'pending')
  EXECUTE FUNCTION mkt_refuse_change('a running order never waits again')`;

/**
 * The words of a listing are in its row, so that a search for a common word can walk the newest
 * listings instead of collecting every match. The index holds published listings only. Listings are
 * written rarely; with `fastupdate`, every search would read the list of words not yet sorted in.
 */
const SEARCH = [
  sql`ALTER TABLE listing ADD COLUMN search_document tsvector NOT NULL`,
  sql`CREATE INDEX listing_search ON listing USING gin (search_document)
    WITH (fastupdate = off) WHERE status = 'published'`,
  ...STEP_COLUMNS.map(
    (column) => sql`CREATE INDEX ${sql.raw(`listing_${column}`)}
      ON listing (${sql.raw(column)}, row_number) WHERE status = 'published'`,
  ),
];

/**
 * Whichever statement publishes or withdraws a listing: how many accounts use a word decides searches.
 * The listings of one account take turns, so that no two transactions wait for each other.
 */
const SEARCH_WORDS = [
  sql`CREATE FUNCTION mkt_words(document tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    SELECT substr(lexeme, 2) COLLATE "C" FROM unnest(document) WHERE lexeme LIKE 'w%' $$`,
  sql`CREATE FUNCTION mkt_search_word_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtext('search_word'), hashtext(NEW.account_id));
      IF OLD.status = 'published' THEN
        UPDATE search_word SET listings = listings - 1
          WHERE account_id = OLD.account_id AND word IN (SELECT mkt_words(OLD.search_document));
      END IF;
      IF NEW.status = 'published' THEN
        INSERT INTO search_word (word, account_id, listings)
          SELECT word, NEW.account_id, 1 FROM mkt_words(NEW.search_document) AS word
          ON CONFLICT (word, account_id) DO UPDATE SET listings = search_word.listings + 1;
      END IF;
      IF OLD.status = 'published' THEN
        DELETE FROM search_word WHERE account_id = OLD.account_id AND listings = 0
          AND word IN (SELECT mkt_words(OLD.search_document));
      END IF;
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER search_word_changes AFTER UPDATE OF search_document, status ON listing
    FOR EACH ROW WHEN ((OLD.status = 'published' OR NEW.status = 'published')
      AND (OLD.status <> NEW.status OR OLD.search_document <> NEW.search_document))
    EXECUTE FUNCTION mkt_search_word_changes()`,
];

/** The text of a member is stored as it is written in the JSON, `"job":"nightly"`. */
const METADATA = [
  sql`CREATE FUNCTION mkt_members(metadata text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
    SELECT '"' || key || '":' || value::text FROM json_each(metadata::json) $$`,
  sql`CREATE FUNCTION mkt_metadata_is_given() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO order_metadata (buyer_id, member, order_id)
        SELECT NEW.buyer_id, member, NEW.id FROM mkt_members(NEW.metadata_json) AS member;
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER order_metadata_is_given AFTER INSERT ON orders FOR EACH ROW
    WHEN (NEW.metadata_json IS NOT NULL) EXECUTE FUNCTION mkt_metadata_is_given()`,
  sql`CREATE FUNCTION mkt_metadata_is_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      DELETE FROM order_metadata WHERE buyer_id = OLD.buyer_id AND order_id = OLD.id
        AND member IN (SELECT mkt_members(OLD.metadata_json));
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER order_metadata_is_deleted AFTER DELETE ON orders FOR EACH ROW
    WHEN (OLD.metadata_json IS NOT NULL) EXECUTE FUNCTION mkt_metadata_is_deleted()`,
];

/** Waits until entries are stored that a process adds at this moment, so that none outlives its order. */
const ENTRIES = [
  sql`CREATE FUNCTION mkt_order_entries_are_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_advisory_xact_lock_shared(hashtext('order_entry'));
      DELETE FROM order_entry
        WHERE list_id IN (OLD.buyer_id, OLD.listing_id) AND order_id = OLD.id;
      RETURN NULL;
    END $$`,
  sql`CREATE TRIGGER order_entries_are_deleted AFTER DELETE ON orders FOR EACH ROW
    EXECUTE FUNCTION mkt_order_entries_are_deleted()`,
];

/** Request counters of all processes, for rate limits. Unlogged: losing them in a crash is fine. */
const RATE_LIMITS = sql`
  CREATE UNLOGGED TABLE rate_limit (
    key text COLLATE "C" PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)`;

/** The largest is added to a transaction's id to make a number of the log of settled orders. */
const SETTLED_LOG = sql`CREATE TABLE settled_log (base bigint PRIMARY KEY)`;

const recordSession = (name: string, action: string, row: 'NEW' | 'OLD') => sql`
  CREATE FUNCTION ${sql.raw(name)}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO audit (at, action, account_id, actor, actor_id, subject)
        SELECT mkt_now(), ${sql.lit(action)}, account_id, 'session', ${sql.raw(`${row}.id, ${row}.id`)}
        FROM account_member WHERE user_id = ${sql.raw(row)}."userId";
      RETURN NULL;
    END $$`;

/** Sessions are written by the accounts library. One that has expired ended before. */
const SESSIONS = [
  recordSession('mkt_session_start_is_recorded', 'session.start', 'NEW'),
  sql`CREATE TRIGGER session_start_is_recorded AFTER INSERT ON session
    FOR EACH ROW EXECUTE FUNCTION mkt_session_start_is_recorded()`,
  recordSession('mkt_session_end_is_recorded', 'session.end', 'OLD'),
  sql`CREATE TRIGGER session_end_is_recorded AFTER DELETE ON session
    FOR EACH ROW WHEN (OLD."expiresAt" > to_timestamp(mkt_now() / 1000.0))
    EXECUTE FUNCTION mkt_session_end_is_recorded()`,
];

/** What Postgres needs in addition to the tables. */
export const START_OF_POSTGRES = [
  ...SEARCH,
  ...SEARCH_WORDS,
  REFUSE,
  SETTLED_GUARD,
  NEVER_PENDING_AGAIN,
  ...METADATA,
  ...ENTRIES,
  RATE_LIMITS,
  SETTLED_LOG,
  ...SESSIONS,
];
