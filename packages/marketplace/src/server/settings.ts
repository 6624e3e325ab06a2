import { LIMITS } from '@mkt/protocol';

type Kind = 'text' | 'count' | 'choice' | 'secret' | 'list';

export interface Setting {
  kind: Kind;
  /** As text; `null` means that it is off or has a computed default. */
  default: string | null;
  meaning: string;
  /** For counts: the smallest and largest allowed value. */
  range?: readonly [number, number];
  /** For choices: the allowed values. */
  choices?: readonly string[];
}

const count = (value: number, range: readonly [number, number], meaning: string): Setting => ({
  kind: 'count',
  default: String(value),
  range,
  meaning,
});

const UNLIMITED = 1_000_000_000;

/**
 * Every environment variable that the server reads; its documentation is generated from this table.
 */
export const SETTINGS = {
  MKT_ENCRYPTION_KEY: {
    kind: 'secret',
    default: null,
    meaning:
      'Key that encrypts signing secrets: base64 of 32 bytes. Separate several keys with commas, newest first. Required outside dev mode.',
  },
  MKT_PUBLIC_URL: {
    kind: 'text',
    default: null,
    meaning:
      'Public URL of the marketplace when it is behind a reverse proxy, without a user, password, query or fragment.',
  },
  MKT_TRUSTED_PROXIES: {
    kind: 'list',
    default: null,
    meaning:
      'Addresses or ranges of the proxies whose X-Forwarded-For is trusted, separated by commas.',
  },
  MKT_SIGNUP: {
    kind: 'choice',
    default: null,
    choices: ['open', 'invite', 'closed'],
    meaning:
      'Who may sign up: anyone (open), people whom the operator invites (invite), or no one (closed). Default: open with --dev, otherwise invite.',
  },
  MKT_OPERATOR_NAME: {
    kind: 'text',
    default: null,
    meaning: 'Who runs the marketplace, at the foot of every page: at most 80 characters.',
  },
  MKT_TERMS_URL: {
    kind: 'text',
    default: null,
    meaning: 'https URL of the terms of use. Pages link to it, and people who sign up agree to it.',
  },
  MKT_PRIVACY_URL: {
    kind: 'text',
    default: null,
    meaning: 'https URL of the privacy policy that pages link to.',
  },
  MKT_CONTACT_URL: {
    kind: 'text',
    default: null,
    meaning: 'How people reach the operator: an https URL, or mailto: and an email address.',
  },
  MKT_METRICS_TOKEN: {
    kind: 'secret',
    default: null,
    meaning:
      'Bearer token for /metrics, at least 16 characters. Outside dev mode, /metrics returns 404 without it.',
  },
  MKT_LOG_LEVEL: {
    kind: 'choice',
    default: 'info',
    choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    meaning: 'Lowest level that is logged: fatal, error, warn, info, debug, trace or silent.',
  },
  MKT_LOG_FORMAT: {
    kind: 'choice',
    default: null,
    choices: ['json', 'text'],
    meaning:
      'Format of the log: json for programs, text for people. Default: text with --dev on a terminal, otherwise json.',
  },
  MKT_DATABASE_URL: {
    kind: 'secret',
    default: null,
    meaning:
      'postgres://user:password@host:port/database: the Postgres (15 or later) to use instead of the data folder; several hosts are separated by commas. Same as --database.',
  },
  MKT_DATABASE_CONNECTIONS: count(
    24,
    [1, 1000],
    'Connections to Postgres that one process uses for operations; lists use up to 3 more, the queue, notifications and sign-in up to 5.',
  ),
  MKT_DATABASE_FAILOVER: {
    kind: 'choice',
    default: 'stop',
    choices: ['stop', 'continue'],
    meaning:
      'On Postgres, after a standby was promoted: stop serves nothing until mkt-marketplace recover has settled the open orders, whose calls the standby may have missed. continue serves at once, which is safe only if a failover loses nothing (synchronous replication).',
  },
  MKT_EXPORT_PASSPHRASE: {
    kind: 'secret',
    default: null,
    meaning:
      'Passphrase that seals the secrets of an export, for mkt-marketplace export and import. Same as --passphrase-file.',
  },
  MKT_ROLE: {
    kind: 'choice',
    default: 'all',
    choices: ['api', 'worker', 'all'],
    meaning:
      'On Postgres: api serves requests, worker runs reviews, probes and waiting orders, all does both. Same as --role.',
  },
  MKT_RATE_LIMIT_STORE: {
    kind: 'choice',
    default: 'memory',
    choices: ['memory', 'postgres'],
    meaning:
      'Where rate limits are counted: memory counts per process, postgres counts all processes of one database together.',
  },
  MKT_ORDER_RETENTION_DAYS: {
    kind: 'count',
    default: null,
    range: [1, 36_500],
    meaning:
      'Deletes settled orders older than this many days, with their inputs and results. Off by default.',
  },
  MKT_BLOCKED_WORDS_FILE: {
    kind: 'text',
    default: null,
    meaning:
      'File of words and phrases that no listing may contain: one per line, # for comments, UTF-8, at most 1 MiB.',
  },
  MKT_SELLER_PORTS: {
    kind: 'list',
    default: null,
    meaning:
      'The only ports allowed in the URLs of sellers and webhooks outside dev mode. By default 443 and all ports from 1024, except those that browsers block.',
  },
  MKT_CALLS_PER_SELLER: count(
    64,
    [1, 1_000_000],
    'Maximum simultaneous calls to one seller account.',
  ),
  MKT_CALLS_PER_BUYER: count(
    128,
    [1, 1_000_000],
    'Maximum simultaneous calls for one buyer account.',
  ),
  MKT_CALLS_PER_PROCESS: count(1024, [1, 1_000_000], 'Maximum simultaneous calls of one process.'),
  MKT_WAITING_PER_SELLER: count(
    1000,
    [0, UNLIMITED],
    'Maximum waiting orders for one seller account.',
  ),
  MKT_WAITING_PER_PROCESS: count(10_000, [0, UNLIMITED], 'Maximum waiting orders of one process.'),
  MKT_SHARE_WAITING_PER_BUYER: count(
    1000,
    [0, UNLIMITED],
    'Maximum waiting orders of one buyer account.',
  ),
  MKT_SHARE_WAITING_PER_PAIR: count(
    250,
    [0, UNLIMITED],
    'Maximum waiting orders of one buyer account for one seller account.',
  ),
  MKT_EVENT_STREAMS: count(5000, [0, UNLIMITED], 'Maximum open event streams of one process.'),
  MKT_SHARE_LONG_POLLS: count(
    500,
    [0, UNLIMITED],
    'Maximum event streams and long polls (`Prefer: wait`) of one account together. Beyond it, a stream is refused and a long poll is answered without waiting.',
  ),
  MKT_SHARE_MCP_REQUESTS: count(
    200,
    [0, UNLIMITED],
    'Maximum requests of one account to `/mcp` that have no response yet; further ones are refused.',
  ),
  MKT_SHARE_CONNECTIONS: count(
    1000,
    // From 10,000 on, the limit of a process, one address can hold every connection.
    [1, 1_000_000],
    'Maximum open connections from one address that is not in MKT_TRUSTED_PROXIES.',
  ),
  MKT_SHARE_REVIEWS: count(
    2,
    [1, 1000],
    'Maximum simultaneous reviews of one account; further ones wait.',
  ),
  MKT_SHARE_LISTINGS: count(
    1000,
    [0, UNLIMITED],
    'Maximum listings of one account, not counting archived ones.',
  ),
  MKT_SHARE_API_KEYS: count(200, [1, UNLIMITED], 'Maximum valid API keys of one account.'),
  MKT_SHARE_WEBHOOKS: count(20, [0, 1000], 'Maximum webhooks of one account.'),
  MKT_WEBHOOK_REQUESTS_PER_HOST: count(
    100,
    [1, UNLIMITED],
    'Maximum requests of one process per second to the webhooks of one host, over all accounts; further ones wait.',
  ),
  MKT_SHARE_STORED_BYTES: count(
    2 * 1024 ** 3,
    [0, Number.MAX_SAFE_INTEGER],
    'Maximum bytes of inputs and results stored for one buyer account per UTC day.',
  ),
  MKT_MAX_BODY_BYTES: count(
    LIMITS.requestBodyBytes,
    [1024, 16_777_216],
    'Maximum size of a request body, in bytes.',
  ),
  MKT_MAX_CONTRACT_BYTES: count(
    LIMITS.contractBytes,
    [1024, 16_777_216],
    'Maximum size of a seller’s contract, in bytes.',
  ),
  MKT_MAX_RESULT_BYTES: count(
    LIMITS.resultBytes,
    [1024, 67_108_864],
    'Maximum size of a seller’s response to a call, in bytes.',
  ),
  MKT_MAX_JSON_DEPTH: count(
    LIMITS.jsonDepth,
    [8, 512],
    'Maximum nesting of JSON in requests, contracts and responses.',
  ),
  MKT_RATE_REQUESTS_PER_SECOND: count(
    50,
    [1, UNLIMITED],
    'Maximum requests of one account per second.',
  ),
  MKT_RATE_BURST: count(100, [1, UNLIMITED], 'Maximum requests of one account in a burst.'),
  MKT_RATE_KIB_PER_SECOND: count(
    1024,
    [64, UNLIMITED],
    'Maximum KiB of request bodies of one account per second. The first 4 KiB of each body are free; a body for `/mcp` counts twice, and once more if it places an order; of a response, an eighth of what exceeds 64 KiB counts.',
  ),
  MKT_RATE_KIB_BURST: count(
    4096,
    [64, UNLIMITED],
    'Maximum KiB of request bodies of one account in a burst.',
  ),
  MKT_RATE_RESULT_KIB_PER_SECOND: count(
    16_384,
    [1, UNLIMITED],
    'Maximum KiB of responses to calls that one seller account may send per second to one process; beyond it, further orders for this seller wait.',
  ),
  MKT_RATE_ORDER_READS_PER_SECOND: count(
    200,
    [1, UNLIMITED],
    'Maximum requests of one account to GET /v1/orders/{id} per second, counted separately.',
  ),
  MKT_RATE_OUTBOUND_PER_MINUTE: count(
    30,
    [1, UNLIMITED],
    'Maximum requests of one account per minute that make the marketplace send requests to a URL of the account: preview, import, create, submit, changes to runContract, new URLs and tests of webhooks.',
  ),
  MKT_RATE_FAILED_KEYS_PER_MINUTE: count(
    600,
    [1, UNLIMITED],
    'Maximum requests with an invalid API key from one address per minute.',
  ),
  MKT_RATE_SIGN_INS_PER_MINUTE: count(
    10,
    [1, UNLIMITED],
    'Maximum wrong passwords per minute for one email address from one network, after which waits grow from a minute to an hour. The same number applies to other failures and to sign-ups (docs/operate/accounts.md#passwords), to wrong device-login codes, and to device logins started from one network.',
  ),
} as const satisfies Record<string, Setting>;

export type SettingName = keyof typeof SETTINGS;
