// The tables of a marketplace on SQLite. Databases have been made with it: it never changes.
// What comes later is a migration of its own (CONTRIBUTING.md#add-a-migration).

/** Statements, of which each but the first follows an empty line. */
export const START_ON_SQLITE = `-- Accounts own things; people are members of accounts, today one person each.
CREATE TABLE account (
  id text PRIMARY KEY,
  name text NOT NULL,
  created_at bigint NOT NULL,
  suspended_at bigint,
  suspension_reason text
);

-- Its own table: a new name must neither wait for a lock of the account nor clear caches.
CREATE TABLE profile (
  account_id text PRIMARY KEY REFERENCES account (id),
  seller_id text NOT NULL UNIQUE,
  name text NOT NULL,
  website text,
  contact text,
  terms_url text,
  documentation_url text
);

-- The people, and the tables by which they sign in, have the layout of the accounts library (better-auth),
-- which reads and writes them itself.
CREATE TABLE "user" (
  id text PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL UNIQUE,
  "emailVerified" integer DEFAULT FALSE NOT NULL,
  image text,
  "createdAt" date NOT NULL,
  "updatedAt" date NOT NULL
);

CREATE TABLE account_member (
  account_id text NOT NULL REFERENCES account (id),
  user_id text NOT NULL REFERENCES "user" (id),
  created_at bigint NOT NULL,
  CONSTRAINT account_member_key PRIMARY KEY (account_id, user_id)
);

CREATE INDEX account_member_user ON account_member (user_id);

CREATE TABLE session (
  id text PRIMARY KEY,
  "expiresAt" date NOT NULL,
  token text NOT NULL UNIQUE,
  "createdAt" date NOT NULL,
  "updatedAt" date NOT NULL,
  "ipAddress" text,
  "userAgent" text,
  "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE
);

CREATE TABLE auth_credential (
  id text PRIMARY KEY,
  "accountId" text NOT NULL,
  "providerId" text NOT NULL,
  "userId" text NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" date,
  "refreshTokenExpiresAt" date,
  scope text,
  password text,
  "createdAt" date NOT NULL,
  "updatedAt" date NOT NULL
);

CREATE TABLE verification (
  id text PRIMARY KEY,
  identifier text NOT NULL,
  value text NOT NULL,
  "expiresAt" date NOT NULL,
  "createdAt" date NOT NULL,
  "updatedAt" date NOT NULL
);

-- Ours again: invitations, and links that set a password, by their hash.
CREATE TABLE sign_in_link (
  hash blob PRIMARY KEY,
  kind text NOT NULL,
  email text NOT NULL,
  expires_at bigint NOT NULL
);

CREATE INDEX "session_userId_idx" ON session ("userId");

CREATE INDEX "session_expiresAt_idx" ON session ("expiresAt");

CREATE INDEX "auth_credential_userId_idx" ON auth_credential ("userId");

CREATE INDEX verification_identifier_idx ON verification (identifier);

CREATE TABLE installation (
  name text PRIMARY KEY,
  value text NOT NULL
);

CREATE TABLE api_key (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id),
  parent_id text REFERENCES api_key (id),
  origin text NOT NULL,
  is_budgeted integer NOT NULL,
  hash blob NOT NULL UNIQUE,
  name text NOT NULL,
  scopes_json text NOT NULL,
  prefix text NOT NULL,
  last_four text NOT NULL,
  created_at bigint NOT NULL,
  last_used_at bigint,
  expires_at bigint,
  revoked_at bigint
);

-- Revoked keys are never listed or counted, however many there are.
CREATE INDEX api_key_account ON api_key (account_id, id) WHERE revoked_at IS NULL;

CREATE INDEX api_key_parent ON api_key (parent_id, revoked_at)
  WHERE parent_id IS NOT NULL;

-- What may be spent with keys, and what was spent with them (docs/buy/spending.md#budgets).
CREATE TABLE key_budget (
  key_id text PRIMARY KEY REFERENCES api_key (id),
  limit_micros bigint,
  currency text,
  period text NOT NULL,
  max_price_micros bigint,
  listings_json text
);

-- By day, so that a budget can change its period and its currency, and an order is released from the
-- period in which it was placed.
CREATE TABLE key_spend (
  key_id text NOT NULL,
  currency text NOT NULL,
  day integer NOT NULL,
  micros bigint NOT NULL,
  CONSTRAINT key_spend_key PRIMARY KEY (key_id, currency, day)
) WITHOUT ROWID;

-- Programs that ask for an API key.
CREATE TABLE device_login (
  device_hash blob PRIMARY KEY,
  user_hash blob NOT NULL UNIQUE,
  program text NOT NULL,
  host_name text,
  address text NOT NULL,
  scopes_json text NOT NULL,
  state text NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  interval_ms bigint NOT NULL,
  polled_at bigint,
  account_id text REFERENCES account (id),
  key_expires_at bigint,
  key_id text REFERENCES api_key (id)
);

CREATE INDEX device_login_age ON device_login (expires_at);

-- Long columns come last: reading those before them does not touch them.
CREATE TABLE listing (
  row_number integer PRIMARY KEY AUTOINCREMENT,
  id text NOT NULL UNIQUE,
  account_id text NOT NULL REFERENCES account (id),
  slug text NOT NULL UNIQUE,
  title text NOT NULL,
  description text,
  category text,
  tags_json text,
  price_micros bigint NOT NULL,
  price_currency text NOT NULL,
  price_unit text NOT NULL,
  method text NOT NULL,
  endpoint_path text NOT NULL,
  health_endpoint text,
  status text NOT NULL,
  revision integer NOT NULL,
  version integer NOT NULL,
  rejection_reason text,
  paused_by_marketplace integer NOT NULL,
  published_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  quality_step_0 smallint DEFAULT 2 NOT NULL,
  quality_step_1 smallint DEFAULT 2 NOT NULL,
  quality_step_2 smallint DEFAULT 2 NOT NULL,
  input_schema_hash text,
  output_schema_hash text,
  review_checks_json text NOT NULL,
  input_schema_json text,
  output_schema_json text,
  request_example_json text,
  response_example_json text,
  search_document text NOT NULL,
  health text DEFAULT 'unknown' NOT NULL
);

CREATE TABLE search_spelling (
  key text NOT NULL,
  word text NOT NULL,
  CONSTRAINT search_spelling_key PRIMARY KEY (key, word)
);

CREATE TABLE search_word (
  word text NOT NULL,
  account_id text NOT NULL,
  listings integer NOT NULL,
  CONSTRAINT search_word_key PRIMARY KEY (word, account_id)
) WITHOUT ROWID;

CREATE INDEX listing_account ON listing (account_id, id);

-- Counts an account's listings that are not archived.
CREATE INDEX listing_share ON listing (account_id, status);

CREATE INDEX listing_status ON listing (status, id);

CREATE INDEX listing_category ON listing (status, category, id);

-- Cheapest first, the newest first among equals.
CREATE INDEX listing_price ON listing (status, price_micros, id DESC);

CREATE INDEX listing_currency ON listing (status, price_currency, price_micros, id DESC);

CREATE TABLE listing_tag (
  tag text NOT NULL,
  listing_id text NOT NULL,
  CONSTRAINT listing_tag_key PRIMARY KEY (listing_id, tag)
);

CREATE INDEX listing_tag_tag ON listing_tag (tag, listing_id);

CREATE TABLE slug (
  slug text PRIMARY KEY,
  listing_id text NOT NULL
);

CREATE TABLE slug_counter (
  base text PRIMARY KEY,
  last_number integer NOT NULL
);

CREATE TABLE signing_secret (
  listing_id text PRIMARY KEY,
  sealed text NOT NULL,
  created_at bigint NOT NULL,
  previous_sealed text,
  previous_expires_at bigint
);

CREATE TABLE listing_health (
  listing_id text PRIMARY KEY,
  status text NOT NULL,
  checked_at bigint,
  latency_ms real,
  uptime_24h real,
  next_probe_at bigint,
  probe_retries integer NOT NULL,
  quality_json text,
  quality_due_at bigint,
  slow_inputs integer DEFAULT 0 NOT NULL
);

CREATE INDEX listing_health_due ON listing_health (next_probe_at);

CREATE INDEX listing_health_status ON listing_health (status, listing_id);

CREATE INDEX listing_health_rating ON listing_health (quality_due_at)
  WHERE quality_due_at IS NOT NULL;

CREATE TABLE health_probe (
  listing_id text NOT NULL,
  checked_at bigint NOT NULL,
  healthy integer NOT NULL,
  status_code integer,
  latency_ms real NOT NULL,
  CONSTRAINT health_probe_key PRIMARY KEY (listing_id, checked_at)
);

CREATE INDEX health_probe_age ON health_probe (checked_at);

-- The changes to listings (docs/buy/catalogue.md#history).
CREATE TABLE listing_history (
  listing_id text NOT NULL,
  number integer NOT NULL,
  revision integer NOT NULL,
  is_public integer NOT NULL,
  at bigint NOT NULL,
  actor_kind text NOT NULL,
  actor_name text,
  verdict text NOT NULL,
  changes_json text NOT NULL,
  own_changes_json text NOT NULL,
  findings_json text NOT NULL,
  CONSTRAINT listing_history_key PRIMARY KEY (listing_id, number)
);

CREATE TABLE orders (
  id text PRIMARY KEY,
  listing_id text NOT NULL,
  buyer_id text NOT NULL,
  seller_id text NOT NULL,
  buyer_pseudonym text NOT NULL,
  key_id text,
  state text NOT NULL,
  price_micros bigint NOT NULL,
  price_currency text NOT NULL,
  price_unit text NOT NULL,
  revision integer NOT NULL,
  created_at bigint NOT NULL,
  started_at bigint,
  completed_at bigint,
  lease_owner text,
  open_until bigint,
  output_valid integer,
  error_message text,
  failure_json text,
  output_errors_json text,
  settled_number bigint,
  metadata_json text,
  budget_keys_json text,
  trace text,
  request_json text,
  result_json text,
  CONSTRAINT orders_are_logged CHECK ((state IN ('completed', 'failed')) = (settled_number IS NOT NULL))
) WITHOUT ROWID;

-- Lists read those orders that have no entry yet from the next two, without their rows.
CREATE INDEX orders_open
  ON orders (state, id, buyer_id, listing_id, seller_id, key_id, created_at)
  WHERE state IN ('pending', 'running');

CREATE INDEX orders_settled
  ON orders (settled_number, id, buyer_id, listing_id, seller_id, state, key_id, created_at)
  WHERE settled_number IS NOT NULL;

CREATE INDEX orders_failed ON orders (id) WHERE state = 'failed';

-- Lists of buyers and of listings. Entries are added many at a time (docs/adr/0009): an index of the
-- orders themselves would write a page of each for every order. A trigger deletes them.
CREATE TABLE order_entry (
  list_id text NOT NULL,
  order_id text NOT NULL,
  state text NOT NULL,
  created_at bigint NOT NULL,
  key_id text,
  listing_id text,
  CONSTRAINT order_entry_key PRIMARY KEY (list_id, order_id)
) WITHOUT ROWID;

-- Few orders fail: without it, a list of failed orders would read all entries.
CREATE INDEX order_entry_failed ON order_entry (list_id, order_id)
  WHERE state = 'failed';

-- A row for each member of an order's metadata, written and deleted by triggers: orders without metadata
-- cost nothing.
CREATE TABLE order_metadata (
  buyer_id text NOT NULL,
  member text NOT NULL,
  order_id text NOT NULL,
  CONSTRAINT order_metadata_key PRIMARY KEY (buyer_id, member, order_id)
) WITHOUT ROWID;

CREATE TABLE follower (
  name text PRIMARY KEY,
  number bigint NOT NULL,
  order_id text NOT NULL,
  batch_json text
);

CREATE TABLE idempotency_key (
  account_id text NOT NULL,
  key text NOT NULL,
  body_hash blob NOT NULL,
  order_id text NOT NULL,
  expires_at bigint NOT NULL,
  CONSTRAINT idempotency_key_key PRIMARY KEY (account_id, key)
);

-- Two parts, for placed and settled orders, of which neither waits for a lock of the other on Postgres.
-- On SQLite, orders are counted once they have settled (orders/sql-stored-bytes.ts).
CREATE TABLE stored_bytes (
  account_id text NOT NULL,
  day integer NOT NULL,
  part text NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT stored_bytes_key PRIMARY KEY (account_id, day, part)
) WITHOUT ROWID;

CREATE INDEX idempotency_key_age ON idempotency_key (expires_at);

-- Counts of settled orders per account, listing, hour and day (docs/buy/spending.md#statistics). By time
-- first: the rows that are written at one time are neighbours, and so are old ones.
CREATE TABLE stats (
  period text NOT NULL,
  start bigint NOT NULL,
  side text NOT NULL,
  account_id text NOT NULL,
  part text NOT NULL,
  counts_json text NOT NULL,
  CONSTRAINT stats_key PRIMARY KEY (period, start, side, account_id, part)
) WITHOUT ROWID;

-- Webhooks, what is still to be sent to them, and what was sent (docs/buy/webhooks.md).
CREATE TABLE webhook (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES account (id),
  url text NOT NULL,
  events_json text NOT NULL,
  filter_json text,
  state text NOT NULL,
  confirmed_url text,
  pending_reason text,
  disabled_reason text,
  created_at bigint NOT NULL,
  active_from bigint NOT NULL,
  active_until bigint,
  failing_since bigint,
  not_before bigint NOT NULL,
  pause_ms integer NOT NULL,
  places integer NOT NULL,
  due_at bigint,
  attempts bigint NOT NULL,
  sealed text NOT NULL,
  secret_created_at bigint NOT NULL,
  previous_sealed text,
  previous_expires_at bigint
);

CREATE INDEX webhook_account ON webhook (account_id, id);

CREATE INDEX webhook_due ON webhook (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX webhook_deleted ON webhook (id) WHERE state = 'deleted';

CREATE TABLE webhook_delivery (
  id text PRIMARY KEY,
  webhook_id text NOT NULL,
  order_id text NOT NULL,
  created_at bigint NOT NULL,
  attempts integer NOT NULL,
  next_attempt_at bigint NOT NULL,
  claim integer NOT NULL,
  claimed_at bigint,
  CONSTRAINT webhook_delivery_order UNIQUE (webhook_id, order_id)
);

CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_attempt_at, id);

CREATE INDEX webhook_delivery_age ON webhook_delivery (created_at);

CREATE INDEX webhook_delivery_claimed ON webhook_delivery (claimed_at)
  WHERE claimed_at IS NOT NULL;

CREATE TABLE webhook_attempt (
  webhook_id text NOT NULL,
  number bigint NOT NULL,
  id text NOT NULL,
  delivery_id text NOT NULL,
  type text NOT NULL,
  order_id text,
  at bigint NOT NULL,
  status integer,
  error text,
  duration_ms bigint NOT NULL,
  next_attempt_at bigint,
  body text,
  response text,
  CONSTRAINT webhook_attempt_key PRIMARY KEY (webhook_id, number)
);

CREATE INDEX webhook_attempt_age ON webhook_attempt (at);

CREATE INDEX webhook_attempt_delivery ON webhook_attempt (delivery_id, number);

CREATE INDEX webhook_attempt_failed ON webhook_attempt (webhook_id, number)
  WHERE error IS NOT NULL;

-- What operators and accounts changed (audit/audit.ts). Accounts and keys are named, not referred to.
CREATE TABLE audit (
  number integer PRIMARY KEY AUTOINCREMENT,
  at bigint NOT NULL,
  action text NOT NULL,
  account_id text,
  actor text NOT NULL,
  actor_id text,
  subject text NOT NULL,
  reason text,
  details_json text,
  request_id text
);

CREATE INDEX audit_account ON audit (account_id, number);

CREATE INDEX audit_age ON audit (at);

-- The index holds published listings only, so that a search need not filter by status. Category, tags,
-- health, currency, the first digit of the price and quality steps are single terms of it, so that a
-- filter costs no more than a word. Other terms are made by catalogue/sql-match.ts; the tokenizer only
-- splits them.
CREATE VIRTUAL TABLE listing_search USING fts5(
  title, tags, description, words, facets, content='', contentless_delete=1, prefix='1 2 3',
  tokenize='ascii');

-- One trigger, because SQLite does not define the order of two.
CREATE TRIGGER listing_search_changes
  AFTER UPDATE OF search_document, status, health, price_micros, price_currency, quality_step_0,
    quality_step_1, quality_step_2 ON listing
  WHEN OLD.status = 'published' OR NEW.status = 'published'
  BEGIN
    DELETE FROM listing_search WHERE rowid = OLD.row_number AND OLD.status = 'published';
    INSERT INTO listing_search(rowid, title, tags, description, words, facets)
      SELECT NEW.row_number,
        NEW.search_document ->> 'title',
        NEW.search_document ->> 'tags',
        NEW.search_document ->> 'description',
        NEW.search_document ->> 'words',
        NEW.search_document ->> 'facets'
          || ' ' || 'h' || replace(NEW.health, '_', 'x')
          || ' ' || CASE NEW.price_micros
            WHEN 0 THEN 'f'
            ELSE 'm' || NEW.price_currency || ' p' || char(96 + length(NEW.price_micros))
              || substr(NEW.price_micros, 1, 1)
          END
          || ' ' || 'q0x' || NEW.quality_step_0
          || ' ' || 'q1x' || NEW.quality_step_1
          || ' ' || 'q2x' || NEW.quality_step_2
      WHERE NEW.status = 'published';
  END;

CREATE TRIGGER listing_health_is_searched_0
  AFTER INSERT ON listing_health
  BEGIN
    UPDATE listing SET health = NEW.status WHERE id = NEW.listing_id AND health <> NEW.status;
  END;

CREATE TRIGGER listing_health_is_searched_1
  AFTER UPDATE OF status ON listing_health
  BEGIN
    UPDATE listing SET health = NEW.status WHERE id = NEW.listing_id AND health <> NEW.status;
  END;

-- Whichever statement publishes or withdraws a listing: how many accounts use a word decides searches.
CREATE TRIGGER search_word_changes
  AFTER UPDATE OF search_document, status ON listing
  WHEN (OLD.status = 'published' OR NEW.status = 'published')
    AND (OLD.status <> NEW.status OR OLD.search_document <> NEW.search_document)
  BEGIN
    UPDATE search_word SET listings = listings - 1
      WHERE OLD.status = 'published' AND account_id = OLD.account_id AND word IN (
        SELECT value FROM json_each(
          '["' || replace(OLD.search_document ->> 'words', ' ', '","') || '"]')
        WHERE value <> '');
    INSERT INTO search_word (word, account_id, listings)
      SELECT value, NEW.account_id, 1 FROM (
        SELECT value FROM json_each(
          '["' || replace(NEW.search_document ->> 'words', ' ', '","') || '"]')
        WHERE value <> '') WHERE NEW.status = 'published'
      ON CONFLICT (word, account_id) DO UPDATE SET listings = listings + 1;
    DELETE FROM search_word
      WHERE OLD.status = 'published' AND account_id = OLD.account_id AND listings = 0
        AND word IN (
        SELECT value FROM json_each(
          '["' || replace(OLD.search_document ->> 'words', ' ', '","') || '"]')
        WHERE value <> '');
  END;

-- The most recent changes to rows that the read cache holds (database/sqlite/read-cache.ts). Triggers
-- list them, so no statement of any process can forget to, and a rollback removes its entries. Numbers
-- have no gaps. A process that missed more than the listed ones notices the gap.
CREATE TABLE change (number INTEGER PRIMARY KEY, row_id TEXT NOT NULL);

CREATE TRIGGER account_insert_is_listed AFTER INSERT ON account
  BEGIN
    INSERT INTO change (row_id) VALUES (NEW.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER account_update_is_listed AFTER UPDATE ON account
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER account_delete_is_listed AFTER DELETE ON account
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER api_key_insert_is_listed AFTER INSERT ON api_key
  BEGIN
    INSERT INTO change (row_id) VALUES (NEW.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER api_key_update_is_listed AFTER UPDATE ON api_key
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER api_key_delete_is_listed AFTER DELETE ON api_key
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER key_budget_insert_is_listed AFTER INSERT ON key_budget
  BEGIN
    INSERT INTO change (row_id) VALUES (NEW.key_id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER key_budget_update_is_listed AFTER UPDATE ON key_budget
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.key_id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER key_budget_delete_is_listed AFTER DELETE ON key_budget
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.key_id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER listing_insert_is_listed AFTER INSERT ON listing
  BEGIN
    INSERT INTO change (row_id) VALUES (NEW.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER listing_update_is_listed AFTER UPDATE ON listing
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER listing_delete_is_listed AFTER DELETE ON listing
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

-- A listing is cached with its secrets.
CREATE TRIGGER signing_secret_insert_is_listed AFTER INSERT ON signing_secret
  BEGIN
    INSERT INTO change (row_id) VALUES (NEW.listing_id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER signing_secret_update_is_listed AFTER UPDATE ON signing_secret
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.listing_id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

CREATE TRIGGER signing_secret_delete_is_listed AFTER DELETE ON signing_secret
  BEGIN
    INSERT INTO change (row_id) VALUES (OLD.listing_id);
    DELETE FROM change WHERE number <= last_insert_rowid() - 1000;
  END;

-- The text of a member is stored as it is written in the JSON, "job":"nightly".
CREATE TRIGGER order_metadata_is_given AFTER INSERT ON orders
  WHEN NEW.metadata_json IS NOT NULL
  BEGIN
    INSERT INTO order_metadata (buyer_id, member, order_id)
      SELECT NEW.buyer_id, '"' || key || '":' || (NEW.metadata_json -> fullkey), NEW.id
      FROM json_each(NEW.metadata_json);
  END;

CREATE TRIGGER order_metadata_is_deleted AFTER DELETE ON orders
  WHEN OLD.metadata_json IS NOT NULL
  BEGIN
    DELETE FROM order_metadata WHERE buyer_id = OLD.buyer_id AND order_id = OLD.id AND member IN (
      SELECT '"' || key || '":' || (OLD.metadata_json -> fullkey)
      FROM json_each(OLD.metadata_json));
  END;

CREATE TRIGGER order_entries_are_deleted AFTER DELETE ON orders
  BEGIN
    DELETE FROM order_entry
      WHERE list_id IN (OLD.buyer_id, OLD.listing_id) AND order_id = OLD.id;
  END;

CREATE TRIGGER order_is_settled BEFORE UPDATE ON orders
  WHEN (OLD.state IN ('completed', 'failed'))
    AND NOT (
      NEW.id IS OLD.id
      AND NEW.listing_id IS OLD.listing_id
      AND NEW.buyer_id IS OLD.buyer_id
      AND NEW.seller_id IS OLD.seller_id
      AND NEW.buyer_pseudonym IS OLD.buyer_pseudonym
      AND NEW.key_id IS OLD.key_id
      AND NEW.state IS OLD.state
      AND NEW.price_micros IS OLD.price_micros
      AND NEW.price_currency IS OLD.price_currency
      AND NEW.price_unit IS OLD.price_unit
      AND NEW.revision IS OLD.revision
      AND NEW.created_at IS OLD.created_at
      AND NEW.started_at IS OLD.started_at
      AND NEW.completed_at IS OLD.completed_at
      AND NEW.lease_owner IS OLD.lease_owner
      AND NEW.open_until IS OLD.open_until
      AND NEW.output_valid IS OLD.output_valid
      AND NEW.error_message IS OLD.error_message
      AND NEW.failure_json IS OLD.failure_json
      AND NEW.output_errors_json IS OLD.output_errors_json
      AND NEW.settled_number IS OLD.settled_number
      AND NEW.metadata_json IS OLD.metadata_json
      AND NEW.budget_keys_json IS OLD.budget_keys_json
      AND NEW.trace IS OLD.trace
      AND (NEW.request_json IS OLD.request_json OR NEW.request_json IS NULL)
      AND (NEW.result_json IS OLD.result_json OR NEW.result_json IS NULL)
    )
  BEGIN SELECT RAISE(ABORT, 'a settled order never changes'); END;

CREATE TRIGGER order_was_started BEFORE UPDATE OF state ON orders
  WHEN OLD.state = 'running' AND NEW.state = 'pending'
  BEGIN SELECT RAISE(ABORT, 'a running order never waits again'); END;

-- A counted order that fails no longer counts, whatever statement settles it. On Postgres the statements
-- that settle do this, in an order of keys that cannot deadlock (orders/sql-settle.ts).
CREATE TRIGGER failed_order_is_released AFTER UPDATE OF state ON orders
  WHEN NEW.budget_keys_json IS NOT NULL AND NEW.state = 'failed' AND OLD.state <> 'failed'
  BEGIN
    UPDATE key_spend SET micros = micros - NEW.price_micros
    WHERE key_id IN (SELECT value FROM json_each(NEW.budget_keys_json))
      AND currency = NEW.price_currency AND day = NEW.created_at / 86400000;
  END;

-- Sessions are written by the accounts library. One that has expired ended before. A trigger cannot call
-- mkt_now(), because the schema is not trusted.
CREATE TRIGGER session_start_is_recorded AFTER INSERT ON session
  BEGIN
    INSERT INTO audit (at, action, account_id, actor, actor_id, subject)
      SELECT CAST(round(unixepoch(NEW."createdAt", 'subsec') * 1000) AS INTEGER),
        'session.start', account_id, 'session', NEW.id, NEW.id
      FROM account_member WHERE user_id = NEW."userId";
  END;

CREATE TRIGGER session_end_is_recorded AFTER DELETE ON session
  WHEN unixepoch(OLD."expiresAt") > unixepoch('now')
  BEGIN
    INSERT INTO audit (at, action, account_id, actor, actor_id, subject)
      SELECT CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER),
        'session.end', account_id, 'session', OLD.id, OLD.id
      FROM account_member WHERE user_id = OLD."userId";
  END;
`;
