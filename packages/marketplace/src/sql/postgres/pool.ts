import { Client, Pool, types, type ClientConfig, type CustomTypesConfig } from 'pg';
import type { Clock } from '../../domain/clock.ts';
import { clientWithTimeOf } from './moved-time.ts';

/** A request that waits longer than this for a connection is told that the database is not there. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The server gives up a statement after this; what is lost on the way there is given up later. */
const STATEMENT_TIMEOUT_MS = 10_000;
export const ANSWER_TIMEOUT_MS = 15_000;
/** A process that was stopped in the middle of a transaction holds its locks no longer than this. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

export const SESSION = [
  `SET statement_timeout = ${STATEMENT_TIMEOUT_MS}`,
  `SET lock_timeout = ${LOCK_TIMEOUT_MS}`,
  `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
].join('; ');

/** Every integer and sum of ours fits in a double: counts, micro-units and milliseconds. */
const AS_NUMBER = new Set<number>([types.builtins.INT8, types.builtins.NUMERIC]);

const parsers: CustomTypesConfig = {
  getTypeParser: (id, format) =>
    AS_NUMBER.has(id) && format !== 'binary' ? Number : types.getTypeParser(id, format),
};

export interface PostgresAddress {
  /** `postgres://user:password@host:port/database`, with any parameter of libpq. */
  url: string;
  /** What the server calls the connection. */
  name?: string;
  /** Stands in for the server's clock, in tests. */
  clock?: Pick<Clock, 'now'> | undefined;
}

const connection = ({ url, name = 'mkt-marketplace' }: PostgresAddress): ClientConfig => ({
  connectionString: url,
  types: parsers,
  application_name: name,
  connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
});

/** What breaks while nobody asks is found out by who asks next; it is no reason to end the process. */
const ignored = () => undefined;

const clientClass = ({ clock }: PostgresAddress) => (clock ? clientWithTimeOf(clock) : Client);

/** Connections for operations: none of them waits for ever, for a server, a lock or an answer. */
export function createPool(
  address: PostgresAddress & {
    connections: number;
    /** What is set beside `SESSION`. */
    session?: string;
  },
): Pool {
  const { session } = address;
  const pool = new Pool({
    ...connection(address),
    Client: clientClass(address),
    max: address.connections,
    query_timeout: ANSWER_TIMEOUT_MS,
    // eslint-disable-next-line typescript/no-misused-promises -- the pool waits for it, its types do not say so
    onConnect: async (client) => {
      await client.query(session === undefined ? SESSION : `${SESSION}; ${session}`);
    },
  });
  pool.on('error', ignored);
  pool.on('connect', (client) => client.on('error', ignored));
  return pool;
}

/** One connection that may take its time: for migrations, and for listening. */
export function createClient(address: PostgresAddress, more: ClientConfig = {}): Client {
  const client = new (clientClass(address))({ ...connection(address), ...more });
  client.on('error', ignored);
  return client;
}
