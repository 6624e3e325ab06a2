import type { Actor } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import type { AccountStore } from '../server/store-domain-store.ts';

/** `unknown`: the database could not be read. */
export type ActorState = 'active' | 'refused' | 'unknown';

export interface ActorChecksOptions {
  clock: Pick<Clock, 'now'>;
  activeActors: AccountStore['activeActors'];
  /** Called if the database could not be read. */
  onError(error: unknown): void;
}

interface Check {
  kind: Actor['kind'];
  id: string;
  resolve(state: ActorState): void;
}

const MAX_PER_QUERY = 500;

/**
 * Checks whether a key or a session may still act. The checks of one turn of the event loop share a
 * query, and it renews no session: the browser would not learn of it.
 */
export function createActorChecks({ clock, activeActors, onError }: ActorChecksOptions) {
  let due: Check[] = [];

  async function run(checks: readonly Check[]): Promise<void> {
    const idsOf = (kind: Actor['kind']) =>
      checks.filter((check) => check.kind === kind).map(({ id }) => id);
    try {
      const actors = { keyIds: idsOf('key'), sessionIds: idsOf('session') };
      const active = new Set(await activeActors(actors, clock.now()));
      for (const { id, resolve } of checks) resolve(active.has(id) ? 'active' : 'refused');
    } catch (error) {
      onError(error);
      for (const { resolve } of checks) resolve('unknown');
    }
  }

  function runDue(): void {
    const checks = due;
    due = [];
    for (let start = 0; start < checks.length; start += MAX_PER_QUERY) {
      void run(checks.slice(start, start + MAX_PER_QUERY));
    }
  }

  return function checkActor(actor: Actor): Promise<ActorState> {
    if (actor.kind === 'operator') return Promise.resolve('active');
    const { kind } = actor;
    const id = kind === 'key' ? actor.keyId : actor.sessionId;
    return new Promise((resolve) => {
      if (due.length === 0) setImmediate(runDue);
      due.push({ kind, id, resolve });
    });
  };
}
