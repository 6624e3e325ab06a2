import type { Writable } from 'node:stream';
import type { Client } from 'pg';
import type { SingleStatement, Statement, StatementOutcome } from '../operation.ts';
import { ANSWER_TIMEOUT_MS, createClient, SESSION, type PostgresAddress } from './pool.ts';
import { StatementFailed, toQuery } from './session.ts';

/**
 * Every statement here goes by a key, and its plan is kept: one that was made while a table was
 * small must not read the whole of it when it is large.
 */
const BY_KEY = 'SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off';

/** A connection on which statements follow each other without waiting for answers. */
interface Lane {
  execute(statement: Statement): Promise<StatementOutcome>;
  /** Statements whose answers are to come. */
  underWay(): number;
  close(): Promise<void>;
}

function openLane(address: PostgresAddress): Lane {
  let opened: Promise<Client> | undefined;
  let corked = false;
  let count = 0;

  async function connect(): Promise<Client> {
    const client = createClient(address, { pipeline: true, query_timeout: ANSWER_TIMEOUT_MS });
    const forget = () => {
      opened = undefined;
    };
    client.on('end', forget);
    client.on('error', forget);
    try {
      await client.connect();
      await client.query(`${SESSION}; ${BY_KEY}`);
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }

  /** What is asked in this turn of the event loop is sent at its end, in one write. */
  function gather(client: Client): void {
    if (corked) return;
    corked = true;
    const { stream } = client.connection as unknown as { stream: Writable };
    stream.cork();
    setImmediate(() => {
      corked = false;
      stream.uncork();
    });
  }

  return {
    async execute(statement) {
      count += 1;
      try {
        const client = await (opened ??= connect());
        gather(client);
        const { rows, rowCount } = await client.query(toQuery(statement));
        return { rows, changes: rowCount ?? 0 };
      } catch (error) {
        throw new StatementFailed(error);
      } finally {
        count -= 1;
      }
    },
    underWay: () => count,
    async close() {
      const client = await opened?.catch(() => undefined);
      await client?.end();
    },
  };
}

export interface Pipeline {
  run<Result>(statement: SingleStatement<Result>): Promise<Result>;
  close(): Promise<void>;
}

/**
 * The statements that every order takes, on few connections: a system call for each of them is most
 * of what they cost this process, and here those of a turn share one (with 64 buyers at once half
 * the processor time for each order). Each statement is a transaction of its own; one that fails
 * leaves those behind it alone.
 */
export function openPipeline(address: PostgresAddress, connections: number): Pipeline {
  const lanes = Array.from({ length: connections }, () => openLane(address));
  /** The lane with the least on it: what is slow holds up few. */
  const freest = () => lanes.reduce((a, b) => (b.underWay() < a.underWay() ? b : a));
  return {
    run: async (statement) => statement.result(await freest().execute(statement)),
    async close() {
      await Promise.all(lanes.map((lane) => lane.close()));
    },
  };
}
