import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import {
  Client,
  type ClientConfig,
  type CustomTypesConfig,
  DatabaseError,
  Pool,
  type PoolConfig,
  type QueryConfig,
  types,
} from 'pg';
import type { Clock } from '../../market/outside.ts';
import { StorageUnavailable } from '../../market/refusal.ts';
import type { Transaction } from '../engine.ts';
import type { Durations } from '../../structures/durations.ts';
import { toDatabaseFailure } from '../failure.ts';
import {
  type Operation,
  SingleStatement,
  type Statement,
  type StatementOutcome,
} from '../operation.ts';
import { findHost } from './hosts.ts';
import { parseHosts } from './url.ts';

/** One connection, while an operation uses it. */
export interface Session {
  execute(statement: Statement): Promise<StatementOutcome>;
}

/** Postgres cannot store NUL in text, so no row holds one: a search for it finds nothing. */
function withoutNul(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNul);
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\uFFFD')
    : value;
}

/** Converts a statement for the driver. */
export const toQuery = ({ sql, parameters, name }: Statement): QueryConfig => ({
  text: sql,
  values: parameters.map(withoutNul),
  ...(name ? { name } : {}),
});

/** Runs an operation, one statement after the other. */
export async function runOperation<Result>(
  { execute }: Pick<Session, 'execute'>,
  operation: SingleStatement<Result> | Operation<Result>,
): Promise<Result> {
  if (operation instanceof SingleStatement) return operation.result(await execute(operation));
  let step = operation.next();
  while (!step.done) step = operation.next(await execute(step.value));
  return step.value;
}

/** Runs statements on a connection of its own. */
export const sessionOf = (client: Pick<Client, 'query'>): Session => ({
  async execute(statement) {
    try {
      const { rows, rowCount } = await client.query(toQuery(statement));
      return { rows, changes: rowCount ?? 0 };
    } catch (error) {
      throw new StatementFailed(error);
    }
  },
});

/** A connection on which these fail may still be in the transaction. */
const ENDS = /^(commit|rollback)$/i;

/** Runs the work on a connection of the pool. */
export async function withSession<Result>(
  pool: Pool,
  use: (session: Session) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw new StatementFailed(error);
  });
  let broken = false;
  async function execute(statement: Statement): Promise<StatementOutcome> {
    try {
      const result = await client.query(toQuery(statement));
      return { rows: result.rows, changes: result.rowCount ?? 0 };
    } catch (error) {
      broken ||= breaksConnection(error) || ENDS.test(statement.sql);
      throw new StatementFailed(error);
    }
  }
  try {
    return await use({ execute });
  } finally {
    client.release(broken);
  }
}

/** A transaction of this engine; pg-boss writes its jobs in it too. */
class PostgresTransaction implements Transaction {
  readonly execute: Session['execute'];
  readonly committed: (() => void)[] = [];

  constructor({ execute }: Session) {
    this.execute = execute;
  }

  afterCommit(callback: () => void): void {
    this.committed.push(callback);
  }
}

/** Gives code with SQL of its own (pg-boss) access to a transaction. */
export function databaseOf(transaction: Transaction) {
  if (!(transaction instanceof PostgresTransaction)) {
    throw new TypeError('The transaction belongs to a different engine.');
  }
  return {
    async executeSql(sql: string, parameters: unknown[] = []) {
      const { rows } = await transaction.execute({ sql, parameters });
      return { rows: [...rows] };
    },
  };
}

/** Runs the work in one transaction. */
export async function inTransaction<Result>(
  session: Session,
  work: (transaction: PostgresTransaction) => Promise<Result>,
  /** Measures COMMIT. */
  commits?: Durations,
): Promise<Result> {
  const run = (sql: string) => session.execute({ sql, parameters: [] });
  const transaction = new PostgresTransaction(session);
  await run('BEGIN');
  let result: Result;
  try {
    result = await work(transaction);
  } catch (error) {
    // If this fails the connection is closed, which rolls back too.
    await run('ROLLBACK').catch(() => undefined);
    throw error;
  }
  const startedMs = performance.now();
  await run('COMMIT');
  commits?.observe(performance.now() - startedMs);
  for (const call of transaction.committed) call();
  return result;
}

/** Runs work that only reads, on one snapshot. */
export async function inSnapshot<Result>(
  session: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  const run = (sql: string) => session.execute({ sql, parameters: [] });
  await run('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    return await work();
  } finally {
    // Nothing was written; a connection on which this fails is closed.
    await run('COMMIT').catch(() => undefined);
  }
}

/**
 * SQLSTATE classes that concern the server rather than the statement: connection, authorisation,
 * resources, operator intervention, system errors; a conflict that remains after every retry; a
 * read-only standby; a missing database; a prepared statement that the server does not have.
 */
const UNAVAILABLE = /^(08|28|53|57|58|40|25006|26000|3D000|42P05|55P03|55006)/;
/** serialization_failure and deadlock_detected. */
const CONFLICTS = new Set(['40001', '40P01']);
/**
 * In a pipeline a statement is prepared by the first request for it. If the server cancels that one,
 * those sent right after it find no such statement (26000); the next one prepares it again, perhaps
 * once too often (42P05). None of them was executed.
 */
const NOT_PREPARED = new Set(['26000', '42P05']);

/** The SQLSTATE of an error; empty if it is not one of the server. */
export const codeOf = (error: unknown): string =>
  error instanceof DatabaseError ? (error.code ?? '') : '';

/** A statement failed; the cause is the driver's error, unchanged. */
export class StatementFailed extends Error {
  constructor(cause: unknown) {
    super(`A database statement failed (${codeOf(cause) || 'no response'}).`, { cause });
    this.name = 'StatementFailed';
  }
}

/**
 * The error that use cases see, without values of rows: `StorageUnavailable` if the database could
 * not run the statement. Errors of the driver itself always concern the connection.
 */
export function toStorageError(error: unknown, operation?: string): unknown {
  if (!(error instanceof StatementFailed)) {
    return error instanceof SyntaxError ? toDatabaseFailure(error, operation) : error;
  }
  const { cause } = error;
  const failure = toDatabaseFailure(cause, operation);
  const isRejected = cause instanceof DatabaseError && !UNAVAILABLE.test(codeOf(cause));
  return isRejected ? failure : new StorageUnavailable(failure);
}

/**
 * Whether a connection must not be used after this error. If the server refuses writes (25006), it has
 * ceased to be the primary, and a new connection may find the one that is; if it has lost a prepared
 * statement (26000), the driver would not prepare it again.
 */
export function breaksConnection(error: unknown): boolean {
  return !(error instanceof DatabaseError) || /^(08|57P|25006|26000)/.test(codeOf(error));
}

/** Whether a transaction lost against a concurrent one, and may succeed when it is repeated. */
export function isSerializationFailure(error: unknown): boolean {
  return error instanceof StatementFailed && CONFLICTS.has(codeOf(error.cause));
}

/** Whether the statement was not executed because the server had not prepared it. */
export function isNotPrepared(error: unknown): boolean {
  return error instanceof StatementFailed && NOT_PREPARED.has(codeOf(error.cause));
}

/** Whether the server cancelled a statement because it took too long. */
export function isCancelled(error: unknown): boolean {
  return error instanceof StatementFailed && codeOf(error.cause) === '57014';
}

/** An operation that waits longer than this for a connection fails as `StorageUnavailable`. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The server cancels a statement after the first; the client stops waiting after the second. */
const STATEMENT_TIMEOUT_MS = 10_000;
export const RESPONSE_TIMEOUT_MS = 15_000;
/** How long a process that was paused inside a transaction can hold its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

/** The settings of connections whose statements have time limits. */
export const SESSION = [
  `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `SET lock_timeout = ${LOCK_TIMEOUT_MS}`,
  `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
].join('; ');

/** All our integers and sums fit a double: counts, micro-units and milliseconds. */
const AS_NUMBER = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);

const parsers: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    AS_NUMBER.has(id) && format !== 'binary' ? Number : types.getTypeParser(id, format),
};

/**
 * To compile a statement takes Postgres longer than to run any of ours: where that was on, an order
 * took 5 s. A session whose client is gone, because its machine or the network is, ends within half a
 * minute, not after two hours: the process opens new ones, and all count against `max_connections`.
 */
const EVERY_SESSION = [
  'jit = off',
  'tcp_keepalives_idle = 10',
  'tcp_keepalives_interval = 5',
  'tcp_keepalives_count = 3',
]
  .map((setting) => `SET ${setting}`)
  .join('; ');

export interface PostgresAddress {
  /**
   * `postgres://user:password@host:port/database`, with any parameter of libpq; of several hosts, each
   * new connection uses the first that takes writes.
   */
  url: string;
  /** The application name that the server shows for the connection. */
  name?: string;
  /** Replaces the server's clock in tests. */
  clock?: Pick<Clock, 'now'> | undefined;
  /** Called with each new connection, which is closed when it rejects. */
  admit?: ((client: Client) => Promise<void>) | undefined;
  /**
   * Closes every connection at once, and lets none be opened: for the end of a process whose server no
   * longer responds.
   */
  cutOff?: AbortSignal | undefined;
}

/**
 * Without this handler, an error on an idle connection, or on one whose settings are being made, would
 * crash the process.
 */
const ignored = () => undefined;

const connection = ({ name = 'mkt-marketplace' }: PostgresAddress): ClientConfig => ({
  types: parsers,
  application_name: name,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});

type Connected = (error: Error | null, client?: Client) => void;

/** How long a server may take to end a connection. One that is gone would never do so. */
const END_TIMEOUT_MS = 1_000;

/** Closes a connection without the server: statements that wait for a response fail. */
function cut({ connection: { stream } }: Client): void {
  (stream as Socket).destroy();
}

/**
 * A class of connections that are ready when they are connected: to the right host, with their
 * settings, and admitted. Every connection is of such a class.
 */
function clientClass(address: PostgresAddress, session: string): typeof Client {
  const hosts = parseHosts(address.url);
  const Base = address.clock ? clientWithMovableClock(address.clock) : Client;
  const text = [EVERY_SESSION, session].filter(Boolean).join('; ');

  class ReadyClient extends Base {
    #isEnded = false;

    constructor(config: ClientConfig) {
      super({ ...config, connectionString: hosts.urls[0] });
      this.on('error', ignored);
    }

    override connect(): Promise<Client>;
    override connect(callback: Connected): void;
    override connect(callback?: Connected): Promise<Client> | undefined {
      if (!callback) return this.#connect();
      callbackify(() => this.#connect())(callback);
      return undefined;
    }

    async #connect(): Promise<Client> {
      if (hosts.target) Object.assign(this, await findHost(hosts, connection(address)));
      if (this.#isEnded || address.cutOff?.aborted) throw new Error('Connection terminated');
      const cutThis = () => cut(this);
      address.cutOff?.addEventListener('abort', cutThis);
      this.once('end', () => address.cutOff?.removeEventListener('abort', cutThis));
      await super.connect();
      try {
        await this.query({ text, query_timeout: CONNECT_TIMEOUT_MS } as QueryConfig);
        await address.admit?.(this);
      } catch (error) {
        void super.end().catch(ignored);
        throw error;
      }
      return this;
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | undefined {
      this.#isEnded = true;
      const timer = setTimeout(() => cut(this), END_TIMEOUT_MS).unref();
      this.once('end', () => clearTimeout(timer));
      if (!callback) return super.end();
      super.end(callback);
      return undefined;
    }
  }
  return ReadyClient;
}

/** Connections for operations. Waiting for the server, a lock or a result always has a time limit. */
export function createPool(
  address: PostgresAddress & {
    connections: number;
    /** Settings beside `SESSION`. */
    session?: string;
  },
): Pool {
  const session = [SESSION, address.session].filter(Boolean).join('; ');
  return poolOf(address, session, { query_timeout: RESPONSE_TIMEOUT_MS });
}

/** Connections for statements that may take as long as they need. */
export const createPatientPool = (address: PostgresAddress & { connections: number }): Pool =>
  poolOf(address, '');

function poolOf(
  address: PostgresAddress & { connections: number },
  session: string,
  config: PoolConfig = {},
): Pool {
  const pool = new Pool({
    ...connection(address),
    ...config,
    Client: clientClass(address, session),
    max: address.connections,
  });
  pool.on('error', ignored);
  return pool;
}

/** One connection, without time limits for statements unless `session` sets them. */
export function createClient(
  address: PostgresAddress & { session?: string },
  more: ClientConfig = {},
): Client {
  const ReadyClient = clientClass(address, address.session ?? '');
  return new ReadyClient({ ...connection(address), ...more });
}

const BEGIN = /^begin\b/i;
const END = /^(commit|rollback)\b/i;

type Query = (this: Client, query: unknown, ...more: unknown[]) => Promise<unknown>;

/** Read at each call: tests replace it to inject faults. */
const clientQuery = () => Client.prototype.query as Query;

/** Operations pass their statements as objects; other callers do not use `mkt_now()`. */
const isOperation = (query: unknown): query is QueryConfig =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query;

/**
 * A client class whose connections read `mkt_now()` from a clock that tests move. It sits below the
 * pool, the pipeline and the batches, so that the same production code runs as without it. The
 * session's time is set right before a statement, when it has changed. Within a transaction it is
 * never set: there `mkt_now()` is the time at BEGIN, and a rollback would undo the setting.
 */
function clientWithMovableClock(clock: Pick<Clock, 'now'>): typeof Client {
  const sessionTime = new WeakMap<Client, number>();
  const inTransaction = new WeakSet<Client>();

  /** Returns what to wait for before the next statement; a pipeline keeps the order by itself. */
  function setTime(client: Client, text: string): Promise<unknown> | undefined {
    const nowMs = Math.floor(clock.now());
    const hasChanged = !inTransaction.has(client) && sessionTime.get(client) !== nowMs;
    if (BEGIN.test(text)) inTransaction.add(client);
    if (END.test(text)) inTransaction.delete(client);
    if (!hasChanged) return undefined;
    sessionTime.set(client, nowMs);
    const set = clientQuery()
      .call(client, `SET mkt.now = '${nowMs}'`)
      // If the connection is gone, the statement that follows reports it.
      .catch(() => undefined);
    return (client as unknown as { pipeline: boolean }).pipeline ? undefined : set;
  }

  class MovableClockClient extends Client {}
  const query: Query = function query(config, ...more) {
    const set = isOperation(config) ? setTime(this, config.text) : undefined;
    const run = () => clientQuery().call(this, config, ...more);
    return set ? set.then(run) : run();
  };
  MovableClockClient.prototype.query = query as typeof Client.prototype.query;
  return MovableClockClient;
}
