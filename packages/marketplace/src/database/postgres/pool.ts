import { Client, Pool, types, type ClientConfig, type CustomTypesConfig } from 'pg';
import type { Clock } from '../../market/outside.ts';
import { clientWithMovableClock } from './movable-clock.ts';

/** An operation that waits longer than this for a connection fails as `StorageUnavailable`. */
const CONNECT_TIMEOUT_MS = 5_000;
/** The server cancels a statement after the first; the client stops waiting after the second. */
const STATEMENT_TIMEOUT_MS = 10_000;
export const RESPONSE_TIMEOUT_MS = 15_000;
/** How long a process that was paused inside a transaction can hold its locks. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const LOCK_TIMEOUT_MS = 5_000;
const KEEP_ALIVE_MS = 10_000;

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

export interface PostgresAddress {
  /** `postgres://user:password@host:port/database`, with any parameter of libpq. */
  url: string;
  /** The application name that the server shows for the connection. */
  name?: string;
  /** Replaces the server's clock in tests. */
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

/** Without this handler, an error on an idle connection would crash the process. */
const ignored = () => undefined;

const clientClass = ({ clock }: PostgresAddress) =>
  clock ? clientWithMovableClock(clock) : Client;

/** Connections for operations. Waiting for the server, a lock or a result always has a time limit. */
export function createPool(
  address: PostgresAddress & {
    connections: number;
    /** Settings beside `SESSION`. */
    session?: string;
  },
): Pool {
  const { session } = address;
  const pool = new Pool({
    ...connection(address),
    Client: clientClass(address),
    max: address.connections,
    query_timeout: RESPONSE_TIMEOUT_MS,
    // eslint-disable-next-line typescript/no-misused-promises -- the pool awaits it, though its types do not say so
    onConnect: async (client) => {
      await client.query(session === undefined ? SESSION : `${SESSION}; ${session}`);
    },
  });
  pool.on('error', ignored);
  pool.on('connect', (client) => client.on('error', ignored));
  return pool;
}

/** One connection without time limits for statements: for migrations and LISTEN. */
export function createClient(address: PostgresAddress, more: ClientConfig = {}): Client {
  const client = new (clientClass(address))({ ...connection(address), ...more });
  client.on('error', ignored);
  return client;
}
