import { Client, type QueryConfig } from 'pg';
import type { Clock } from '../../market/outside.ts';

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
export function clientWithMovableClock(clock: Pick<Clock, 'now'>): typeof Client {
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
