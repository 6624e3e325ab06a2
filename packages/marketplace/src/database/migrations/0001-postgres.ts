// The tables of a marketplace on Postgres. Databases have been made with it: it never changes.
// What comes later is a migration of its own (CONTRIBUTING.md#add-a-migration).

/** Statements, of which each but the first follows an empty line. */
export const START_ON_POSTGRES = `-- Accounts own things; people are members of accounts, today one person each.
CREATE TABLE account (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  suspended_at bigint,
  suspension_reason text COLLATE "C"
);

-- Its own table: a new name must neither wait for a lock of the account nor clear caches.
CREATE TABLE profile (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES account (id),
  seller_id text COLLATE "C" NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  website text COLLATE "C",
  contact text COLLATE "C",
  terms_url text COLLATE "C",
  documentation_url text COLLATE "C"
);

-- The people, and the tables by which they sign in, have the layout of the accounts library (better-auth),
-- which reads and writes them itself.
CREATE TABLE "user" (
  id text COLLATE "C" PRIMARY KEY,
  name text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL UNIQUE,
  "emailVerified" boolean DEFAULT FALSE NOT NULL,
  image text COLLATE "C",
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL
);

CREATE TABLE account_member (
  account_id text COLLATE "C" NOT NULL REFERENCES account (id),
  user_id text COLLATE "C" NOT NULL REFERENCES "user" (id),
  created_at bigint NOT NULL,
  CONSTRAINT account_member_key PRIMARY KEY (account_id, user_id)
);

CREATE INDEX account_member_user ON account_member (user_id);

CREATE TABLE session (
  id text COLLATE "C" PRIMARY KEY,
  "expiresAt" timestamptz NOT NULL,
  token text COLLATE "C" NOT NULL UNIQUE,
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL,
  "ipAddress" text COLLATE "C",
  "userAgent" text COLLATE "C",
  "userId" text COLLATE "C" NOT NULL REFERENCES "user" (id) ON DELETE CASCADE
);

CREATE TABLE auth_credential (
  id text COLLATE "C" PRIMARY KEY,
  "accountId" text COLLATE "C" NOT NULL,
  "providerId" text COLLATE "C" NOT NULL,
  "userId" text COLLATE "C" NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
  "accessToken" text COLLATE "C",
  "refreshToken" text COLLATE "C",
  "idToken" text COLLATE "C",
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  scope text COLLATE "C",
  password text COLLATE "C",
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL
);

CREATE TABLE verification (
  id text COLLATE "C" PRIMARY KEY,
  identifier text COLLATE "C" NOT NULL,
  value text COLLATE "C" NOT NULL,
  "expiresAt" timestamptz NOT NULL,
  "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL
);

-- Ours again: invitations, and links that set a password, by their hash.
CREATE TABLE sign_in_link (
  hash bytea PRIMARY KEY,
  kind text COLLATE "C" NOT NULL,
  email text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL
);

CREATE INDEX "session_userId_idx" ON session ("userId");

CREATE INDEX "session_expiresAt_idx" ON session ("expiresAt");

CREATE INDEX "auth_credential_userId_idx" ON auth_credential ("userId");

CREATE INDEX verification_identifier_idx ON verification (identifier);

CREATE TABLE installation (
  name text COLLATE "C" PRIMARY KEY,
  value text COLLATE "C" NOT NULL
);

CREATE TABLE api_key (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account (id),
  parent_id text COLLATE "C" REFERENCES api_key (id),
  origin text COLLATE "C" NOT NULL,
  is_budgeted integer NOT NULL,
  hash bytea NOT NULL UNIQUE,
  name text COLLATE "C" NOT NULL,
  scopes_json text COLLATE "C" NOT NULL,
  prefix text COLLATE "C" NOT NULL,
  last_four text COLLATE "C" NOT NULL,
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
  key_id text COLLATE "C" PRIMARY KEY REFERENCES api_key (id),
  limit_micros bigint,
  currency text COLLATE "C",
  period text COLLATE "C" NOT NULL,
  max_price_micros bigint,
  listings_json text COLLATE "C"
);

-- By day, so that a budget can change its period and its currency, and an order is released from the
-- period in which it was placed.
CREATE TABLE key_spend (
  key_id text COLLATE "C" NOT NULL,
  currency text COLLATE "C" NOT NULL,
  day integer NOT NULL,
  micros bigint NOT NULL,
  CONSTRAINT key_spend_key PRIMARY KEY (key_id, currency, day)
);

-- Programs that ask for an API key.
CREATE TABLE device_login (
  device_hash bytea PRIMARY KEY,
  user_hash bytea NOT NULL UNIQUE,
  program text COLLATE "C" NOT NULL,
  host_name text COLLATE "C",
  address text COLLATE "C" NOT NULL,
  scopes_json text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  expires_at bigint NOT NULL,
  interval_ms bigint NOT NULL,
  polled_at bigint,
  account_id text COLLATE "C" REFERENCES account (id),
  key_expires_at bigint,
  key_id text COLLATE "C" REFERENCES api_key (id)
);

CREATE INDEX device_login_age ON device_login (expires_at);

-- Long columns come last: reading those before them does not touch them.
CREATE TABLE listing (
  row_number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  account_id text COLLATE "C" NOT NULL REFERENCES account (id),
  slug text COLLATE "C" NOT NULL UNIQUE,
  title text COLLATE "C" NOT NULL,
  description text COLLATE "C",
  category text COLLATE "C",
  tags_json text COLLATE "C",
  price_micros bigint NOT NULL,
  price_currency text COLLATE "C" NOT NULL,
  price_unit text COLLATE "C" NOT NULL,
  method text COLLATE "C" NOT NULL,
  endpoint_path text COLLATE "C" NOT NULL,
  health_endpoint text COLLATE "C",
  status text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  version integer NOT NULL,
  rejection_reason text COLLATE "C",
  paused_by_marketplace integer NOT NULL,
  published_at bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  quality_step_0 smallint DEFAULT 2 NOT NULL,
  quality_step_1 smallint DEFAULT 2 NOT NULL,
  quality_step_2 smallint DEFAULT 2 NOT NULL,
  input_schema_hash text COLLATE "C",
  output_schema_hash text COLLATE "C",
  review_checks_json text COLLATE "C" NOT NULL,
  input_schema_json text COLLATE "C",
  output_schema_json text COLLATE "C",
  request_example_json text COLLATE "C",
  response_example_json text COLLATE "C"
);

CREATE TABLE search_spelling (
  key text COLLATE "C" NOT NULL,
  word text COLLATE "C" NOT NULL,
  CONSTRAINT search_spelling_key PRIMARY KEY (key, word)
);

CREATE TABLE search_word (
  word text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  listings integer NOT NULL,
  CONSTRAINT search_word_key PRIMARY KEY (word, account_id)
);

CREATE INDEX listing_account ON listing (account_id, id);

-- Counts an account's listings that are not archived.
CREATE INDEX listing_share ON listing (account_id, status);

CREATE INDEX listing_status ON listing (status, id);

CREATE INDEX listing_category ON listing (status, category, id);

-- Cheapest first, the newest first among equals.
CREATE INDEX listing_price ON listing (status, price_micros, id DESC);

CREATE INDEX listing_currency ON listing (status, price_currency, price_micros, id DESC);

CREATE TABLE listing_tag (
  tag text COLLATE "C" NOT NULL,
  listing_id text COLLATE "C" NOT NULL,
  CONSTRAINT listing_tag_key PRIMARY KEY (listing_id, tag)
);

CREATE INDEX listing_tag_tag ON listing_tag (tag, listing_id);

CREATE TABLE slug (
  slug text COLLATE "C" PRIMARY KEY,
  listing_id text COLLATE "C" NOT NULL
);

CREATE TABLE slug_counter (
  base text COLLATE "C" PRIMARY KEY,
  last_number integer NOT NULL
);

CREATE TABLE signing_secret (
  listing_id text COLLATE "C" PRIMARY KEY,
  sealed text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  previous_sealed text COLLATE "C",
  previous_expires_at bigint
);

CREATE TABLE listing_health (
  listing_id text COLLATE "C" PRIMARY KEY,
  status text COLLATE "C" NOT NULL,
  checked_at bigint,
  latency_ms double precision,
  uptime_24h double precision,
  next_probe_at bigint,
  probe_retries integer NOT NULL,
  quality_json text COLLATE "C",
  quality_due_at bigint,
  slow_inputs integer DEFAULT 0 NOT NULL
);

CREATE INDEX listing_health_due ON listing_health (next_probe_at);

CREATE INDEX listing_health_status ON listing_health (status, listing_id);

CREATE INDEX listing_health_rating ON listing_health (quality_due_at)
  WHERE quality_due_at IS NOT NULL;

CREATE TABLE health_probe (
  listing_id text COLLATE "C" NOT NULL,
  checked_at bigint NOT NULL,
  healthy integer NOT NULL,
  status_code integer,
  latency_ms double precision NOT NULL,
  CONSTRAINT health_probe_key PRIMARY KEY (listing_id, checked_at)
);

CREATE INDEX health_probe_age ON health_probe (checked_at);

-- The changes to listings (docs/buy/catalogue.md#history).
CREATE TABLE listing_history (
  listing_id text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  revision integer NOT NULL,
  is_public integer NOT NULL,
  at bigint NOT NULL,
  actor_kind text COLLATE "C" NOT NULL,
  actor_name text COLLATE "C",
  verdict text COLLATE "C" NOT NULL,
  changes_json text COLLATE "C" NOT NULL,
  own_changes_json text COLLATE "C" NOT NULL,
  findings_json text COLLATE "C" NOT NULL,
  CONSTRAINT listing_history_key PRIMARY KEY (listing_id, number)
);

CREATE TABLE orders (
  id text COLLATE "C" PRIMARY KEY,
  listing_id text COLLATE "C" NOT NULL,
  buyer_id text COLLATE "C" NOT NULL,
  seller_id text COLLATE "C" NOT NULL,
  buyer_pseudonym text COLLATE "C" NOT NULL,
  key_id text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  price_micros bigint NOT NULL,
  price_currency text COLLATE "C" NOT NULL,
  price_unit text COLLATE "C" NOT NULL,
  revision integer NOT NULL,
  created_at bigint NOT NULL,
  started_at bigint,
  completed_at bigint,
  lease_owner text COLLATE "C",
  open_until bigint,
  output_valid integer,
  error_message text COLLATE "C",
  failure_json text COLLATE "C",
  output_errors_json text COLLATE "C",
  settled_number bigint,
  metadata_json text COLLATE "C",
  budget_keys_json text COLLATE "C",
  trace text COLLATE "C",
  request_json text COLLATE "C",
  result_json text COLLATE "C",
  CONSTRAINT orders_are_logged CHECK ((state IN ('completed', 'failed')) = (settled_number IS NOT NULL))
);

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
  list_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  state text COLLATE "C" NOT NULL,
  created_at bigint NOT NULL,
  key_id text COLLATE "C",
  listing_id text COLLATE "C",
  CONSTRAINT order_entry_key PRIMARY KEY (list_id, order_id)
);

-- Few orders fail: without it, a list of failed orders would read all entries.
CREATE INDEX order_entry_failed ON order_entry (list_id, order_id)
  WHERE state = 'failed';

-- A row for each member of an order's metadata, written and deleted by triggers: orders without metadata
-- cost nothing.
CREATE TABLE order_metadata (
  buyer_id text COLLATE "C" NOT NULL,
  member text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  CONSTRAINT order_metadata_key PRIMARY KEY (buyer_id, member, order_id)
);

CREATE TABLE follower (
  name text COLLATE "C" PRIMARY KEY,
  number bigint NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  batch_json text COLLATE "C"
);

CREATE TABLE idempotency_key (
  account_id text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  body_hash bytea NOT NULL,
  order_id text COLLATE "C" NOT NULL,
  expires_at bigint NOT NULL,
  CONSTRAINT idempotency_key_key PRIMARY KEY (account_id, key)
);

-- Two parts, for placed and settled orders, of which neither waits for a lock of the other on Postgres.
-- On SQLite, orders are counted once they have settled (orders/sql-stored-bytes.ts).
CREATE TABLE stored_bytes (
  account_id text COLLATE "C" NOT NULL,
  day integer NOT NULL,
  part text COLLATE "C" NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT stored_bytes_key PRIMARY KEY (account_id, day, part)
);

CREATE INDEX idempotency_key_age ON idempotency_key (expires_at);

-- Counts of settled orders per account, listing, hour and day (docs/buy/spending.md#statistics). By time
-- first: the rows that are written at one time are neighbours, and so are old ones.
CREATE TABLE stats (
  period text COLLATE "C" NOT NULL,
  start bigint NOT NULL,
  side text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  part text COLLATE "C" NOT NULL,
  counts_json text COLLATE "C" NOT NULL,
  CONSTRAINT stats_key PRIMARY KEY (period, start, side, account_id, part)
);

-- Webhooks, what is still to be sent to them, and what was sent (docs/buy/webhooks.md).
CREATE TABLE webhook (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES account (id),
  url text COLLATE "C" NOT NULL,
  events_json text COLLATE "C" NOT NULL,
  filter_json text COLLATE "C",
  state text COLLATE "C" NOT NULL,
  confirmed_url text COLLATE "C",
  pending_reason text COLLATE "C",
  disabled_reason text COLLATE "C",
  created_at bigint NOT NULL,
  active_from bigint NOT NULL,
  active_until bigint,
  failing_since bigint,
  not_before bigint NOT NULL,
  pause_ms integer NOT NULL,
  places integer NOT NULL,
  due_at bigint,
  attempts bigint NOT NULL,
  sealed text COLLATE "C" NOT NULL,
  secret_created_at bigint NOT NULL,
  previous_sealed text COLLATE "C",
  previous_expires_at bigint
);

CREATE INDEX webhook_account ON webhook (account_id, id);

CREATE INDEX webhook_due ON webhook (due_at) WHERE due_at IS NOT NULL;

CREATE INDEX webhook_deleted ON webhook (id) WHERE state = 'deleted';

CREATE TABLE webhook_delivery (
  id text COLLATE "C" PRIMARY KEY,
  webhook_id text COLLATE "C" NOT NULL,
  order_id text COLLATE "C" NOT NULL,
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
  webhook_id text COLLATE "C" NOT NULL,
  number bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  delivery_id text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL,
  order_id text COLLATE "C",
  at bigint NOT NULL,
  status integer,
  error text COLLATE "C",
  duration_ms bigint NOT NULL,
  next_attempt_at bigint,
  body text COLLATE "C",
  response text COLLATE "C",
  CONSTRAINT webhook_attempt_key PRIMARY KEY (webhook_id, number)
);

CREATE INDEX webhook_attempt_age ON webhook_attempt (at);

CREATE INDEX webhook_attempt_delivery ON webhook_attempt (delivery_id, number);

CREATE INDEX webhook_attempt_failed ON webhook_attempt (webhook_id, number)
  WHERE error IS NOT NULL;

-- What operators and accounts changed (audit/audit.ts). Accounts and keys are named, not referred to.
CREATE TABLE audit (
  number bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  action text COLLATE "C" NOT NULL,
  account_id text COLLATE "C",
  actor text COLLATE "C" NOT NULL,
  actor_id text COLLATE "C",
  subject text COLLATE "C" NOT NULL,
  reason text COLLATE "C",
  details_json text COLLATE "C",
  request_id text COLLATE "C"
);

CREATE INDEX audit_account ON audit (account_id, number);

CREATE INDEX audit_age ON audit (at);

-- The words of a listing are in its row, so that a search for a common word can walk the newest listings
-- instead of collecting every match. The index holds published listings only. Listings are written
-- rarely; with fastupdate, every search would read the list of words not yet sorted in.
ALTER TABLE listing ADD COLUMN search_document tsvector NOT NULL;

CREATE INDEX listing_search ON listing USING gin (search_document)
  WITH (fastupdate = off) WHERE status = 'published';

CREATE INDEX listing_quality_step_0
  ON listing (quality_step_0, row_number) WHERE status = 'published';

CREATE INDEX listing_quality_step_1
  ON listing (quality_step_1, row_number) WHERE status = 'published';

CREATE INDEX listing_quality_step_2
  ON listing (quality_step_2, row_number) WHERE status = 'published';

-- Whichever statement publishes or withdraws a listing: how many accounts use a word decides searches.
-- The listings of one account take turns, so that no two transactions wait for each other.
CREATE FUNCTION mkt_words(document tsvector) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT substr(lexeme, 2) COLLATE "C" FROM unnest(document) WHERE lexeme LIKE 'w%' $$;

CREATE FUNCTION mkt_search_word_changes() RETURNS trigger LANGUAGE plpgsql AS $$
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
  END $$;

CREATE TRIGGER search_word_changes AFTER UPDATE OF search_document, status ON listing
  FOR EACH ROW WHEN ((OLD.status = 'published' OR NEW.status = 'published')
    AND (OLD.status <> NEW.status OR OLD.search_document <> NEW.search_document))
  EXECUTE FUNCTION mkt_search_word_changes();

CREATE FUNCTION mkt_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN RAISE EXCEPTION '%', TG_ARGV[0]; END $$;

CREATE TRIGGER order_is_settled BEFORE UPDATE ON orders FOR EACH ROW
  WHEN ((OLD.state IN ('completed', 'failed'))
    AND NOT (
      NEW.id IS NOT DISTINCT FROM OLD.id
      AND NEW.listing_id IS NOT DISTINCT FROM OLD.listing_id
      AND NEW.buyer_id IS NOT DISTINCT FROM OLD.buyer_id
      AND NEW.seller_id IS NOT DISTINCT FROM OLD.seller_id
      AND NEW.buyer_pseudonym IS NOT DISTINCT FROM OLD.buyer_pseudonym
      AND NEW.key_id IS NOT DISTINCT FROM OLD.key_id
      AND NEW.state IS NOT DISTINCT FROM OLD.state
      AND NEW.price_micros IS NOT DISTINCT FROM OLD.price_micros
      AND NEW.price_currency IS NOT DISTINCT FROM OLD.price_currency
      AND NEW.price_unit IS NOT DISTINCT FROM OLD.price_unit
      AND NEW.revision IS NOT DISTINCT FROM OLD.revision
      AND NEW.created_at IS NOT DISTINCT FROM OLD.created_at
      AND NEW.started_at IS NOT DISTINCT FROM OLD.started_at
      AND NEW.completed_at IS NOT DISTINCT FROM OLD.completed_at
      AND NEW.lease_owner IS NOT DISTINCT FROM OLD.lease_owner
      AND NEW.open_until IS NOT DISTINCT FROM OLD.open_until
      AND NEW.output_valid IS NOT DISTINCT FROM OLD.output_valid
      AND NEW.error_message IS NOT DISTINCT FROM OLD.error_message
      AND NEW.failure_json IS NOT DISTINCT FROM OLD.failure_json
      AND NEW.output_errors_json IS NOT DISTINCT FROM OLD.output_errors_json
      AND NEW.settled_number IS NOT DISTINCT FROM OLD.settled_number
      AND NEW.metadata_json IS NOT DISTINCT FROM OLD.metadata_json
      AND NEW.budget_keys_json IS NOT DISTINCT FROM OLD.budget_keys_json
      AND NEW.trace IS NOT DISTINCT FROM OLD.trace
      AND (NEW.request_json IS NOT DISTINCT FROM OLD.request_json OR NEW.request_json IS NULL)
      AND (NEW.result_json IS NOT DISTINCT FROM OLD.result_json OR NEW.result_json IS NULL)
    ))
  EXECUTE FUNCTION mkt_refuse_change('a settled order never changes');

CREATE TRIGGER order_was_started BEFORE UPDATE OF state ON orders FOR EACH ROW
  WHEN (OLD.state = 'running' AND NEW.state = 'pending')
  EXECUTE FUNCTION mkt_refuse_change('a running order never waits again');

-- The text of a member is stored as it is written in the JSON, "job":"nightly".
CREATE FUNCTION mkt_members(metadata text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT '"' || key || '":' || value::text FROM json_each(metadata::json) $$;

CREATE FUNCTION mkt_metadata_is_given() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO order_metadata (buyer_id, member, order_id)
      SELECT NEW.buyer_id, member, NEW.id FROM mkt_members(NEW.metadata_json) AS member;
    RETURN NULL;
  END $$;

CREATE TRIGGER order_metadata_is_given AFTER INSERT ON orders FOR EACH ROW
  WHEN (NEW.metadata_json IS NOT NULL) EXECUTE FUNCTION mkt_metadata_is_given();

CREATE FUNCTION mkt_metadata_is_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM order_metadata WHERE buyer_id = OLD.buyer_id AND order_id = OLD.id
      AND member IN (SELECT mkt_members(OLD.metadata_json));
    RETURN NULL;
  END $$;

CREATE TRIGGER order_metadata_is_deleted AFTER DELETE ON orders FOR EACH ROW
  WHEN (OLD.metadata_json IS NOT NULL) EXECUTE FUNCTION mkt_metadata_is_deleted();

-- Waits until entries are stored that a process adds at this moment, so that none outlives its order.
CREATE FUNCTION mkt_order_entries_are_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtext('order_entry'));
    DELETE FROM order_entry
      WHERE list_id IN (OLD.buyer_id, OLD.listing_id) AND order_id = OLD.id;
    RETURN NULL;
  END $$;

CREATE TRIGGER order_entries_are_deleted AFTER DELETE ON orders FOR EACH ROW
  EXECUTE FUNCTION mkt_order_entries_are_deleted();

-- Request counters of all processes, for rate limits. Unlogged: losing them in a crash is fine.
CREATE UNLOGGED TABLE rate_limit (
  key text COLLATE "C" PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint);

-- The largest is added to a transaction's id to make a number of the log of settled orders.
CREATE TABLE settled_log (base bigint PRIMARY KEY);

-- Sessions are written by the accounts library. One that has expired ended before.
CREATE FUNCTION mkt_session_start_is_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO audit (at, action, account_id, actor, actor_id, subject)
      SELECT mkt_now(), 'session.start', account_id, 'session', NEW.id, NEW.id
      FROM account_member WHERE user_id = NEW."userId";
    RETURN NULL;
  END $$;

CREATE TRIGGER session_start_is_recorded AFTER INSERT ON session
  FOR EACH ROW EXECUTE FUNCTION mkt_session_start_is_recorded();

CREATE FUNCTION mkt_session_end_is_recorded() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO audit (at, action, account_id, actor, actor_id, subject)
      SELECT mkt_now(), 'session.end', account_id, 'session', OLD.id, OLD.id
      FROM account_member WHERE user_id = OLD."userId";
    RETURN NULL;
  END $$;

CREATE TRIGGER session_end_is_recorded AFTER DELETE ON session
  FOR EACH ROW WHEN (OLD."expiresAt" > to_timestamp(mkt_now() / 1000.0))
  EXECUTE FUNCTION mkt_session_end_is_recorded();
`;
