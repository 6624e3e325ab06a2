import type { Notifications } from './notifications.ts';
import { createPatientPool, type PostgresAddress } from './session.ts';

/** How many connections the queue of one process uses. */
export const QUEUE_CONNECTIONS = 3;

/** What the queue of jobs runs its own SQL on. */
export interface QueueDatabase {
  run(sql: string, parameters?: unknown[]): Promise<{ rows: unknown[] }>;
  /** Missing where the queue only polls. */
  listen?: Notifications['listen'] | undefined;
  close(): Promise<void>;
}

/** Connections of its own, so that orders keep all of theirs; its clean-up may take long. */
export function openQueueDatabase(
  address: PostgresAddress,
  {
    connections = QUEUE_CONNECTIONS,
    listen,
  }: { connections?: number } & Pick<QueueDatabase, 'listen'> = {},
): QueueDatabase {
  const pool = createPatientPool({ ...address, name: 'mkt-marketplace jobs', connections });
  return {
    run: (sql, parameters) => pool.query(sql, parameters),
    listen,
    // May be closed again, like a queue.
    close: () => (pool.ending ? Promise.resolve() : pool.end()),
  };
}
