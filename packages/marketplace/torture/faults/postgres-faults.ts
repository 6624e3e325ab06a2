import { Client, DatabaseError, type QueryConfig, type QueryResult } from 'pg';
import type { createFaults, FaultKind } from './fault-plan.ts';

export const POSTGRES_FAULTS: readonly FaultKind[] = [
  { name: 'disk full', code: '53100', effect: 'nothing' },
  { name: 'serialization failure', code: '40001', effect: 'nothing' },
  { name: 'shut down', code: '57P01', effect: 'rollback' },
  { name: 'connection lost', code: '', effect: 'rollback' },
  { name: 'executed, but the connection is lost', code: '', effect: 'statement' },
];

const COMMIT = /^commit$/i;

type Query = (this: Client, config: unknown, ...rest: unknown[]) => Promise<QueryResult>;

/** Operations pass their statements as objects; other callers of the driver do not. */
const isOperation = (config: unknown): config is QueryConfig =>
  typeof config === 'object' && config !== null && 'text' in config && 'values' in config;

function errorOf({ name, code }: FaultKind): Error {
  if (code === '') return new Error('Connection terminated unexpectedly');
  return Object.assign(new DatabaseError(name, name.length, 'error'), { code });
}

/** Makes Postgres or its connections fail as planned; the returned function ends it. */
export function makePostgresFail({ next }: Pick<ReturnType<typeof createFaults>, 'next'>) {
  const query = Client.prototype.query as Query;
  async function intercepted(this: Client, config: QueryConfig, kind: FaultKind): Promise<never> {
    if (kind.effect === 'statement') await query.call(this, config);
    // A commit that the server refuses is rolled back.
    else if (COMMIT.test(config.text)) await query.call(this, 'ROLLBACK');
    // When a connection is lost, the server rolls back its transaction.
    if (kind.effect !== 'nothing') this.connection.stream.destroy();
    throw errorOf(kind);
  }
  const watching: Query = function watching(config, ...rest) {
    const kind = isOperation(config) ? next(config.text) : undefined;
    if (!kind || !isOperation(config)) return query.call(this, config, ...rest);
    return intercepted.call(this, config, kind);
  };
  Client.prototype.query = watching as typeof Client.prototype.query;
  return () => {
    Client.prototype.query = query as typeof Client.prototype.query;
  };
}
