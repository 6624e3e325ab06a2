import type { Writable } from 'node:stream';
import type { Client } from 'pg';
import { StorageUnavailable } from '../../market/refusal.ts';
import type { BatchedOperation } from '../engine.ts';
import { SingleStatement, type Statement, type StatementOutcome } from '../operation.ts';
import {
  breaksConnection,
  createClient,
  type PostgresAddress,
  RESPONSE_TIMEOUT_MS,
  SESSION,
  StatementFailed,
  toQuery,
} from './session.ts';

/**
 * While a batch of an operation is in flight, further requests gather for the next one. With two
 * batches at a time batches are smaller, and a second process on the database carried half as many
 * orders. A batch that takes longer than this, because of a lock or a dead connection, no longer
 * holds up the next one.
 */
const SLOW_MS = 100;
const MAX_IN_FLIGHT = 4;
const MAX_ITEMS = 100;
const MAX_SIZE = 1024 * 1024;
/** Requests that have waited this long fail with a batch that found the database unavailable. */
const MAX_WAIT_MS = 5_000;

interface Item<Args, Result> {
  args: Args;
  sinceMs: number;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

type RunBatch = <Args, Result>(
  operation: BatchedOperation<Args, Result>,
  all: Args[],
) => Promise<Result[]>;

/** Removes the first items, as many as fit one statement. */
function takeBatch<Args, Result>(
  operation: BatchedOperation<Args, Result>,
  items: Item<Args, Result>[],
): Item<Args, Result>[] {
  let size = 0;
  const end = items.findIndex(({ args }, at) => {
    size += operation.sizeOf?.(args) ?? 0;
    return at > 0 && (at === MAX_ITEMS || size > MAX_SIZE);
  });
  return items.splice(0, end === -1 ? items.length : end);
}

/** Removes the items that have waited too long; items are in the order of their arrival. */
function takeExpired<Each extends { sinceMs: number }>(items: Each[]): Each[] {
  const oldestMs = performance.now() - MAX_WAIT_MS;
  const end = items.findIndex(({ sinceMs }) => sinceMs > oldestMs);
  return items.splice(0, end === -1 ? items.length : end);
}

function createQueue<Args, Result>(operation: BatchedOperation<Args, Result>, run: RunBatch) {
  const items: Item<Args, Result>[] = [];
  /** When each batch in flight was sent. */
  const inFlight = new Set<{ sinceMs: number }>();
  let isScheduled = false;
  let retryTimer: NodeJS.Timeout | undefined;

  function mayStart(): boolean {
    if (inFlight.size >= (operation.maxInFlight ?? MAX_IN_FLIGHT)) return false;
    const slowSinceMs = performance.now() - SLOW_MS;
    return [...inFlight].every(({ sinceMs }) => sinceMs <= slowSinceMs);
  }

  async function send(batch: Item<Args, Result>[]): Promise<void> {
    const started = { sinceMs: performance.now() };
    inFlight.add(started);
    try {
      const results = await run(
        operation,
        batch.map(({ args }) => args),
      );
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      // One item may have made the statement fail, and nothing was written: run each by itself. When
      // the database is unavailable it is unknown what was written, so nothing is repeated.
      const isUnavailable = error instanceof StorageUnavailable;
      if (batch.length > 1 && !isUnavailable) await Promise.all(batch.map((item) => send([item])));
      else for (const { reject } of batch) reject(error);
      if (isUnavailable) for (const { reject } of takeExpired(items)) reject(error);
    } finally {
      inFlight.delete(started);
      schedule();
    }
  }

  function flush(): void {
    isScheduled = false;
    if (items.length > 0 && mayStart()) void send(takeBatch(operation, items));
    schedule();
  }

  function schedule(): void {
    if (isScheduled || items.length === 0) return;
    if (mayStart()) {
      isScheduled = true;
      setImmediate(flush);
    } else {
      retryTimer ??= setTimeout(() => {
        retryTimer = undefined;
        schedule();
      }, SLOW_MS).unref();
    }
  }

  return (args: Args) =>
    new Promise<Result>((resolve, reject) => {
      items.push({ args, sinceMs: performance.now(), resolve, reject });
      schedule();
    });
}

/**
 * Batches the requests for an operation that arrive in one turn of the event loop, or while a batch
 * of it is in flight. A statement costs this process and the server about the same for one row and
 * for ten.
 */
export function createBatches(run: RunBatch) {
  const queues = new WeakMap<object, (args: never) => Promise<unknown>>();
  return function batch<Args, Result>(
    operation: BatchedOperation<Args, Result>,
    args: Args,
  ): Promise<Result> {
    let queue = queues.get(operation) as ((args: Args) => Promise<Result>) | undefined;
    if (!queue) {
      queue = createQueue(operation, run);
      queues.set(operation, queue);
    }
    return queue(args);
  };
}

/**
 * Prepared statements keep their plan. All of them look rows up by a key, so plans are restricted to
 * index scans: one made while a table was small must not scan it once it is large.
 */
const INDEX_ONLY =
  'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';

const ignored = () => undefined;

/** A connection on which statements are sent without waiting for earlier results. */
interface Lane {
  execute(statement: Statement): Promise<StatementOutcome>;
  /** Statements whose results are still to come. */
  inFlight(): number;
  isOpen(): boolean;
  close(): Promise<void>;
}

interface LaneConnection {
  client: Promise<Client>;
  inFlight: number;
  /** Takes no more statements, and ends after those in flight. */
  isRetired: boolean;
}

function openLane(address: PostgresAddress): Lane {
  let opened: LaneConnection | undefined;
  let corked = false;
  let count = 0;

  function retire(connection: LaneConnection): void {
    connection.isRetired = true;
    if (opened === connection) opened = undefined;
  }

  function open(): LaneConnection {
    const client = createClient(
      { ...address, session: `${SESSION}; ${INDEX_ONLY}` },
      { pipeline: true, query_timeout: RESPONSE_TIMEOUT_MS },
    );
    const connection = { client: client.connect(), inFlight: 0, isRetired: false };
    client.on('end', () => retire(connection));
    client.on('error', () => retire(connection));
    // Even if the server never ends a connection that it has refused.
    void connection.client.catch(() => retire(connection));
    return connection;
  }

  /** Sends the statements of this turn of the event loop at its end, in one write. */
  function corkForTurn(client: Client): void {
    if (corked) return;
    corked = true;
    const { stream } = client.connection as unknown as { stream: Writable };
    stream.cork();
    setImmediate(() => {
      corked = false;
      stream.uncork();
    });
  }

  async function end({ client }: LaneConnection): Promise<void> {
    await (await client.catch(() => undefined))?.end();
  }

  async function execute(connection: LaneConnection, statement: Statement) {
    connection.inFlight += 1;
    try {
      const client = await connection.client;
      corkForTurn(client);
      return await client.query(toQuery(statement));
    } catch (error) {
      if (breaksConnection(error)) retire(connection);
      throw new StatementFailed(error);
    } finally {
      connection.inFlight -= 1;
      if (connection.isRetired && connection.inFlight === 0) void end(connection).catch(ignored);
    }
  }

  return {
    async execute(statement) {
      count += 1;
      try {
        const { rows, rowCount } = await execute((opened ??= open()), statement);
        return { rows, changes: rowCount ?? 0 };
      } finally {
        count -= 1;
      }
    },
    inFlight: () => count,
    isOpen: () => opened !== undefined,
    async close() {
      if (opened) await end(opened);
    },
  };
}

export interface Pipeline {
  run<Result>(statement: SingleStatement<Result>): Promise<Result>;
  /**
   * Asks every open connection for a response, and runs the statement on the first that gives one. Until
   * the others do, later statements avoid them.
   */
  runWhereAlive<Result>(statement: SingleStatement<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Asks for a response, and nothing else. */
export const PING = new SingleStatement({ sql: 'SELECT 1', parameters: [] }, () => undefined);

/** The lane that responds first. Rejects when none does. */
async function firstAlive(lanes: readonly Lane[]): Promise<Lane> {
  try {
    return await Promise.any(lanes.map((lane) => lane.execute(PING).then(() => lane)));
  } catch (error) {
    throw (error as AggregateError).errors[0];
  }
}

/**
 * Pipelines the statements of the activation path over few connections. A system call per statement
 * is most of what they cost this process; here the statements of a turn share one, which halves the
 * processor time of an order with 64 concurrent buyers. Each statement is its own transaction:
 * one that fails does not affect those after it.
 */
export function openPipeline(address: PostgresAddress, connections: number): Pipeline {
  const lanes = Array.from({ length: connections }, () => openLane(address));
  /** The lane with the fewest statements, so that a slow one holds up few others. */
  const leastBusy = () => lanes.reduce((a, b) => (b.inFlight() < a.inFlight() ? b : a));
  return {
    run: async (statement) => statement.result(await leastBusy().execute(statement)),
    async runWhereAlive(statement) {
      const open = lanes.filter((lane) => lane.isOpen());
      const lane = await firstAlive(open.length > 0 ? open : lanes.slice(0, 1));
      return statement.result(await lane.execute(statement));
    },
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
