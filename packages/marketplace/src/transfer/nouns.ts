// What an export has, noun by noun, in the words of the API (docs/operate/move.md#the-format). Which table
// and column holds a member today is said here and nowhere else: when tables change, a file stays what it was.
import type { Database } from '../database/tables.ts';

/**
 * How a member is written: `time` and `moment` in ISO 8601 (a column of milliseconds, and one of the
 * accounts library), `bytes` in base64, `json` as it is, `secret` sealed. JSON that strangers wrote is
 * `text`, so that its digits are kept; the name of such a member ends in `Json`.
 */
type Type =
  | 'text'
  | 'integer'
  | 'number'
  | 'flag'
  | 'boolean'
  | 'time'
  | 'moment'
  | 'bytes'
  | 'json'
  | 'secret';

interface Traits {
  /** It may be missing, which is null in the column. */
  isOptional?: true;
  /** Not in the export of one account: a hash, or what is only for the marketplace. */
  isPrivate?: true;
  /** Its texts may be long, so that pages are cut by their size. */
  isLong?: true;
}

export interface Member<Column extends string = string> extends Traits {
  type: Type;
  column: Column;
}

export type Members<Column extends string = string> = Readonly<Record<string, Member<Column>>>;

const member =
  (type: Type) =>
  <Column extends string>(column: Column, traits: Traits = {}): Member<Column> => ({
    type,
    column,
    ...traits,
  });

const text = member('text');
const integer = member('integer');
const number = member('number');
const flag = member('flag');
const boolean = member('boolean');
const time = member('time');
const moment = member('moment');
const bytes = member('bytes');
const json = member('json');
const secret = member('secret');

const OPTIONAL = { isOptional: true } as const;
const PRIVATE = { isPrivate: true } as const;
const LONG = { isLong: true } as const;
const OPTIONAL_LONG = { ...OPTIONAL, ...LONG } as const;

type ColumnOf<Table extends keyof Database> = keyof Database[Table] & string;

/** Rows of another table that belong to a record: one as an object, or several as a list. */
export interface Part {
  table: keyof Database;
  /** The column that has the first key of the record. */
  key: string;
  isList: boolean;
  members: Members;
}

/** The rows whose column is the account, or is among what a subquery selects. */
type Ownership = string | { column: string; in: Selection };

export interface Selection {
  table: keyof Database;
  select: string;
  where: Ownership;
}

export interface Noun {
  table: keyof Database;
  /** What tells two records apart, in the order of the file. The first names the owner of secrets. */
  key: readonly string[];
  members: Members;
  parts: Readonly<Record<string, Part>>;
  /** Columns that set the order of the file, if it is not that of the key. */
  order?: readonly string[];
  /** In an export of everything, only rows whose column begins so. */
  only?: { column: string; prefix: string };
  /** A row that an import makes itself. */
  except?: { column: string; value: string };
  /** Which are in the export of one account; none without it. */
  ofAccount?: Ownership;
  /** Only in the export of one account. */
  isOnlyOfAccount?: true;
}

interface Given<Table extends keyof Database> extends Omit<
  Noun,
  'table' | 'key' | 'members' | 'parts'
> {
  key: readonly ColumnOf<Table>[];
  order?: readonly ColumnOf<Table>[];
  members: Members<ColumnOf<Table>>;
  parts?: Noun['parts'];
}

const noun = <Table extends keyof Database>(table: Table, given: Given<Table>): Noun => ({
  parts: {},
  ...given,
  table,
});

const part = <Table extends keyof Database>(
  table: Table,
  key: ColumnOf<Table>,
  members: Members<ColumnOf<Table>>,
  isList = false,
): Part => ({ table, key, members, isList });

const inAccount = (column: string, table: keyof Database, select = 'id'): Ownership => ({
  column,
  in: { table, select, where: 'account_id' },
});

const PRICE = {
  priceMicros: integer('price_micros'),
  currency: text('price_currency'),
  unit: text('price_unit'),
} as const;

/** What buyer and seller know of an order. */
const ORDER = {
  id: text('id'),
  listingId: text('listing_id'),
  buyerId: text('buyer_pseudonym'),
  orderState: text('state'),
  ...PRICE,
  revision: integer('revision'),
  createdAt: time('created_at'),
  startedAt: time('started_at', OPTIONAL),
  completedAt: time('completed_at', OPTIONAL),
  outputValid: flag('output_valid', OPTIONAL),
  errorMessage: text('error_message', OPTIONAL),
  failure: json('failure_json', OPTIONAL),
  outputErrors: json('output_errors_json', OPTIONAL),
  requestJson: text('request_json', OPTIONAL_LONG),
  resultJson: text('result_json', OPTIONAL_LONG),
} as const;

/** In the order of a file: each record comes after those that it names, except keys and their parents. */
export const NOUNS: Readonly<Record<string, Noun>> = {
  /** Random keys of the installation, and what the marketplace remembers of itself. */
  setting: noun('installation', {
    key: ['name'],
    // Values that are not sealed tell where it runs, which will be somewhere else.
    only: { column: 'value', prefix: 's1.' },
    members: { name: text('name'), value: secret('value') },
  }),
  account: noun('account', {
    key: ['id'],
    members: {
      id: text('id'),
      name: text('name'),
      createdAt: time('created_at'),
      suspendedAt: time('suspended_at', OPTIONAL),
      suspensionReason: text('suspension_reason', OPTIONAL),
    },
    parts: {
      profile: part('profile', 'account_id', {
        sellerId: text('seller_id'),
        name: text('name'),
        website: text('website', OPTIONAL),
        contact: text('contact', OPTIONAL),
        termsUrl: text('terms_url', OPTIONAL),
        documentationUrl: text('documentation_url', OPTIONAL),
      }),
    },
    ofAccount: 'id',
  }),
  user: noun('user', {
    key: ['id'],
    members: {
      id: text('id'),
      name: text('name'),
      email: text('email'),
      emailVerified: boolean('emailVerified'),
      image: text('image', OPTIONAL),
      createdAt: moment('createdAt'),
      updatedAt: moment('updatedAt'),
    },
    parts: {
      accounts: part(
        'account_member',
        'user_id',
        { accountId: text('account_id'), since: time('created_at') },
        true,
      ),
      password: part('auth_credential', 'userId', {
        id: text('id'),
        owner: text('accountId', PRIVATE),
        kind: text('providerId'),
        hash: text('password', { ...OPTIONAL, ...PRIVATE }),
        createdAt: moment('createdAt'),
        updatedAt: moment('updatedAt'),
      }),
    },
    ofAccount: inAccount('id', 'account_member', 'user_id'),
  }),
  key: noun('api_key', {
    key: ['id'],
    members: {
      id: text('id'),
      accountId: text('account_id'),
      parentId: text('parent_id', OPTIONAL),
      origin: text('origin'),
      name: text('name'),
      scopes: json('scopes_json'),
      hash: bytes('hash', PRIVATE),
      prefix: text('prefix'),
      lastFour: text('last_four'),
      createdAt: time('created_at'),
      lastUsedAt: time('last_used_at', OPTIONAL),
      expiresAt: time('expires_at', OPTIONAL),
      revokedAt: time('revoked_at', OPTIONAL),
      isBudgeted: flag('is_budgeted'),
    },
    parts: {
      budget: part('key_budget', 'key_id', {
        limitMicros: integer('limit_micros', OPTIONAL),
        currency: text('currency', OPTIONAL),
        period: text('period'),
        maxPriceMicros: integer('max_price_micros', OPTIONAL),
        listings: json('listings_json', OPTIONAL),
      }),
    },
    ofAccount: 'account_id',
  }),
  /** What counts against the budget of a key; days since 1970. */
  spending: noun('key_spend', {
    key: ['key_id', 'currency', 'day'],
    members: {
      keyId: text('key_id'),
      currency: text('currency'),
      day: integer('day'),
      micros: integer('micros'),
    },
    ofAccount: inAccount('key_id', 'api_key'),
  }),
  /** A program that was given a key; the key is revoked if it is never used. */
  deviceLogin: noun('device_login', {
    key: ['device_hash'],
    only: { column: 'state', prefix: 'handed-over' },
    members: {
      program: text('program'),
      hostName: text('host_name', OPTIONAL),
      address: text('address'),
      scopes: json('scopes_json'),
      state: text('state'),
      createdAt: time('created_at'),
      expiresAt: time('expires_at'),
      intervalMs: integer('interval_ms', PRIVATE),
      polledAt: time('polled_at', OPTIONAL),
      accountId: text('account_id', OPTIONAL),
      keyId: text('key_id', OPTIONAL),
      keyExpiresAt: time('key_expires_at', OPTIONAL),
      keyBudget: json('key_budget_json', OPTIONAL),
      deviceHash: bytes('device_hash', PRIVATE),
      userHash: bytes('user_hash', PRIVATE),
    },
    ofAccount: 'account_id',
  }),
  session: noun('session', {
    key: ['id'],
    members: {
      id: text('id'),
      userId: text('userId'),
      createdAt: moment('createdAt'),
      updatedAt: moment('updatedAt'),
      expiresAt: moment('expiresAt'),
      ipAddress: text('ipAddress', OPTIONAL),
      userAgent: text('userAgent', OPTIONAL),
    },
    ofAccount: inAccount('userId', 'account_member', 'user_id'),
    isOnlyOfAccount: true,
  }),
  signInLink: noun('sign_in_link', {
    key: ['hash'],
    members: { kind: text('kind'), email: text('email'), expiresAt: time('expires_at') },
    ofAccount: {
      column: 'email',
      in: {
        table: 'user',
        select: 'email',
        where: inAccount('id', 'account_member', 'user_id'),
      },
    },
    isOnlyOfAccount: true,
  }),
  listing: noun('listing', {
    key: ['id'],
    // New listings come first in the catalogue in the order in which they were made.
    order: ['row_number'],
    members: {
      id: text('id'),
      accountId: text('account_id'),
      slug: text('slug'),
      title: text('title'),
      description: text('description', OPTIONAL_LONG),
      category: text('category', OPTIONAL),
      tags: json('tags_json', OPTIONAL),
      ...PRICE,
      method: text('method'),
      endpointPath: text('endpoint_path'),
      healthEndpoint: text('health_endpoint', OPTIONAL),
      inputSchemaJson: text('input_schema_json', OPTIONAL_LONG),
      inputSchemaHash: text('input_schema_hash', OPTIONAL),
      outputSchemaJson: text('output_schema_json', OPTIONAL_LONG),
      outputSchemaHash: text('output_schema_hash', OPTIONAL),
      requestExampleJson: text('request_example_json', OPTIONAL_LONG),
      responseExampleJson: text('response_example_json', OPTIONAL_LONG),
      status: text('status'),
      revision: integer('revision'),
      version: integer('version'),
      reviewRejectionReason: text('rejection_reason', OPTIONAL),
      reviewChecks: json('review_checks_json', LONG),
      pausedByMarketplace: flag('paused_by_marketplace'),
      publishedAt: time('published_at', OPTIONAL),
      createdAt: time('created_at'),
      updatedAt: time('updated_at'),
      /** The steps for the days since 1970 whose number modulo 3 is 0, 1 and 2. */
      qualityStep0: integer('quality_step_0', PRIVATE),
      qualityStep1: integer('quality_step_1', PRIVATE),
      qualityStep2: integer('quality_step_2', PRIVATE),
      calls0: integer('calls_0', PRIVATE),
      calls1: integer('calls_1', PRIVATE),
      calls2: integer('calls_2', PRIVATE),
    },
    parts: {
      health: part('listing_health', 'listing_id', {
        status: text('status'),
        checkedAt: time('checked_at', OPTIONAL),
        latencyMs: number('latency_ms', OPTIONAL),
        uptime24h: number('uptime_24h', OPTIONAL),
        nextProbeAt: time('next_probe_at', OPTIONAL),
        probeRetries: integer('probe_retries'),
        quality: json('quality_json', OPTIONAL),
        qualityDueAt: time('quality_due_at', OPTIONAL),
        slowInputs: integer('slow_inputs'),
      }),
      signingSecret: part('signing_secret', 'listing_id', {
        secret: secret('sealed'),
        createdAt: time('created_at'),
        previousSecret: secret('previous_sealed', OPTIONAL),
        previousExpiresAt: time('previous_expires_at', OPTIONAL),
      }),
    },
    ofAccount: 'account_id',
  }),
  /** Each slug that was ever assigned, of deleted listings too: none is assigned again. */
  slug: noun('slug', {
    key: ['slug'],
    members: { slug: text('slug'), listingId: text('listing_id') },
    ofAccount: inAccount('listing_id', 'listing'),
  }),
  /** The last number that was added to a base to make a slug. */
  slugBase: noun('slug_counter', {
    key: ['base'],
    members: { base: text('base'), lastNumber: integer('last_number') },
  }),
  listingChange: noun('listing_history', {
    key: ['listing_id', 'number'],
    members: {
      listingId: text('listing_id'),
      number: integer('number'),
      revision: integer('revision'),
      isPublic: flag('is_public'),
      at: time('at'),
      actorKind: text('actor_kind'),
      actorName: text('actor_name', OPTIONAL),
      verdict: text('verdict'),
      changesJson: text('changes_json', LONG),
      ownChangesJson: text('own_changes_json', LONG),
      findingsJson: text('findings_json', LONG),
    },
    ofAccount: inAccount('listing_id', 'listing'),
  }),
  healthProbe: noun('health_probe', {
    key: ['listing_id', 'checked_at'],
    members: {
      listingId: text('listing_id'),
      checkedAt: time('checked_at'),
      healthy: flag('healthy'),
      statusCode: integer('status_code', OPTIONAL),
      latencyMs: number('latency_ms'),
    },
    ofAccount: inAccount('listing_id', 'listing'),
  }),
  order: noun('orders', {
    key: ['id'],
    members: {
      ...ORDER,
      buyerAccountId: text('buyer_id'),
      sellerAccountId: text('seller_id'),
      keyId: text('key_id', OPTIONAL),
      metadataJson: text('metadata_json', OPTIONAL_LONG),
      budgetKeys: json('budget_keys_json', OPTIONAL),
      trace: text('trace', OPTIONAL),
      /** Its position in the log of settled orders. */
      logNumber: integer('settled_number', { ...OPTIONAL, ...PRIVATE }),
    },
    ofAccount: 'buyer_id',
  }),
  /** An order of someone else from the account, without what only the buyer knows. */
  sale: noun('orders', {
    key: ['id'],
    members: ORDER,
    ofAccount: 'seller_id',
    isOnlyOfAccount: true,
  }),
  idempotencyKey: noun('idempotency_key', {
    key: ['account_id', 'key'],
    members: {
      accountId: text('account_id'),
      key: text('key'),
      bodyHash: bytes('body_hash', PRIVATE),
      orderId: text('order_id'),
      expiresAt: time('expires_at'),
    },
    ofAccount: 'account_id',
  }),
  /** Bytes of inputs and results of a day; days since 1970. */
  storedBytes: noun('stored_bytes', {
    key: ['account_id', 'day', 'part'],
    members: {
      accountId: text('account_id'),
      day: integer('day'),
      part: text('part'),
      bytes: integer('bytes'),
    },
    ofAccount: 'account_id',
  }),
  statistics: noun('stats', {
    key: ['period', 'start', 'side', 'account_id', 'part'],
    members: {
      accountId: text('account_id'),
      side: text('side'),
      part: text('part'),
      period: text('period'),
      start: time('start'),
      counts: json('counts_json', LONG),
    },
    ofAccount: 'account_id',
  }),
  webhook: noun('webhook', {
    key: ['id'],
    members: {
      id: text('id'),
      accountId: text('account_id'),
      url: text('url'),
      events: json('events_json'),
      filter: json('filter_json', OPTIONAL),
      state: text('state'),
      confirmedUrl: text('confirmed_url', OPTIONAL),
      pendingReason: text('pending_reason', OPTIONAL),
      disabledReason: text('disabled_reason', OPTIONAL),
      createdAt: time('created_at'),
      activeFrom: time('active_from'),
      activeUntil: time('active_until', OPTIONAL),
      failingSince: time('failing_since', OPTIONAL),
      notBefore: time('not_before'),
      pauseMs: integer('pause_ms'),
      places: integer('places'),
      dueAt: time('due_at', OPTIONAL),
      attempts: integer('attempts'),
      secret: secret('sealed'),
      secretCreatedAt: time('secret_created_at'),
      previousSecret: secret('previous_sealed', OPTIONAL),
      previousSecretExpiresAt: time('previous_expires_at', OPTIONAL),
    },
    ofAccount: 'account_id',
  }),
  /** An order that still has to be delivered to a webhook. */
  webhookDelivery: noun('webhook_delivery', {
    key: ['id'],
    members: {
      id: text('id'),
      webhookId: text('webhook_id'),
      orderId: text('order_id'),
      createdAt: time('created_at'),
      attempts: integer('attempts'),
      nextAttemptAt: time('next_attempt_at'),
      claims: integer('claim'),
      claimedAt: time('claimed_at', OPTIONAL),
    },
    ofAccount: inAccount('webhook_id', 'webhook'),
  }),
  webhookAttempt: noun('webhook_attempt', {
    key: ['webhook_id', 'number'],
    members: {
      webhookId: text('webhook_id'),
      number: integer('number'),
      id: text('id'),
      deliveryId: text('delivery_id'),
      type: text('type'),
      orderId: text('order_id', OPTIONAL),
      at: time('at'),
      status: integer('status', OPTIONAL),
      error: text('error', OPTIONAL),
      durationMs: integer('duration_ms'),
      nextAttemptAt: time('next_attempt_at', OPTIONAL),
      body: text('body', OPTIONAL),
      response: text('response', OPTIONAL),
    },
    ofAccount: inAccount('webhook_id', 'webhook'),
  }),
  /** What operators and accounts changed, in the order in which they did. */
  auditEntry: noun('audit', {
    key: ['number'],
    members: {
      at: time('at'),
      action: text('action'),
      accountId: text('account_id', OPTIONAL),
      actor: text('actor'),
      actorId: text('actor_id', OPTIONAL),
      subject: text('subject'),
      reason: text('reason', OPTIONAL),
      details: json('details_json', OPTIONAL),
      requestId: text('request_id', OPTIONAL),
    },
    ofAccount: 'account_id',
  }),
  /** How far statistics and webhooks have read the log of settled orders. */
  logPosition: noun('follower', {
    key: ['name'],
    // What lists have is derived from the orders.
    except: { column: 'name', value: 'lists' },
    members: {
      follower: text('name'),
      number: integer('number'),
      orderId: text('order_id'),
      batch: json('batch_json', OPTIONAL),
    },
  }),
};

/** Members that are in an export of everything, or of one account. */
export const membersFor = (members: Members, isOfAccount: boolean): [string, Member][] =>
  Object.entries(members).filter(
    ([, { type, isPrivate }]) => !isOfAccount || (type !== 'secret' && !isPrivate),
  );
