import { Client, type QueryConfig } from 'pg';
import type { Clock } from '../../domain/clock.ts';

const BEGIN = /^begin\b/i;
const END = /^(commit|rollback)\b/i;

type Query = (this: Client, query: unknown, ...more: unknown[]) => Promise<unknown>;

/** As it is at the time: tests make it fail. */
const queryOf = () => Client.prototype.query as Query;

/** Operations give their statements as objects; whoever else asks has no use for our time. */
const isOperation = (query: unknown): query is QueryConfig =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query;

/**
 * A client on whose connection `mkt_now()` tells the time of a clock that tests move. It lies below
 * everything that the engine does with connections, so that with a moved clock the same code runs as
 * without one: the time is told where it has changed, right before a statement, and never within a
 * transaction, which has the time of its beginning, and would take the new one back if it failed.
 */
export function clientWithTimeOf(clock: Pick<Clock, 'now'>): typeof Client {
  const told = new WeakMap<Client, number>();
  const inTransaction = new WeakSet<Client>();

  /** What has to be waited for before the next statement can be sent; in a pipeline that is nothing. */
  function tellTime(client: Client, text: string): Promise<unknown> | undefined {
    const nowMs = Math.floor(clock.now());
    const isToTell = !inTransaction.has(client) && told.get(client) !== nowMs;
    if (BEGIN.test(text)) inTransaction.add(client);
    if (END.test(text)) inTransaction.delete(client);
    if (!isToTell) return undefined;
    told.set(client, nowMs);
    // Where the connection is gone, what follows on it says so.
    const telling = queryOf()
      .call(client, `SET mkt.now = '${nowMs}'`)
      .catch(() => undefined);
    return (client as unknown as { pipeline: boolean }).pipeline ? undefined : telling;
  }

  class MovedClient extends Client {}
  const query: Query = function query(asked, ...more) {
    const telling = isOperation(asked) ? tellTime(this, asked.text) : undefined;
    const ask = () => queryOf().call(this, asked, ...more);
    return telling ? telling.then(ask) : ask();
  };
  MovedClient.prototype.query = query as typeof Client.prototype.query;
  return MovedClient;
}
