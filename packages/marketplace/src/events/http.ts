import type { ServerResponse } from 'node:http';
import { LIMITS } from '@mkt/protocol';
import type { Handlers } from '../http/route.ts';
import type { Actor, Caller } from '../market/caller.ts';
import type { Clock } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import type { Store } from '../server/context.ts';
import type { Share } from '../structures/counters.ts';
import {
  type Change,
  type ChangeType,
  changeTypesOf,
  createOutbox,
  type EventBatch,
  type EventFeed,
} from './event.ts';

/** Writes a batch as server-sent events; with an empty result if none of these types is among them. */
type RenderEvents = (batch: EventBatch, types: ReadonlySet<ChangeType>) => string;

/**
 * How many heartbeats in a row may be due while the reader has not read what was written before: it
 * has 20 to 40 s.
 */
const MAX_STALLED_BEATS = 2;

/** Tells browsers, in milliseconds, when to reconnect. */
const RETRY = 'retry: 2000\n\n';
const HEARTBEAT = ': heartbeat\n\n';

/**
 * The stream of one reader. While the reader is slow, at most `LIMITS.queuedEvents` changes wait for
 * it; beyond that it gets a `resync` instead.
 */
function createEventStream(
  res: ServerResponse,
  { types, render }: { types: ReadonlySet<ChangeType>; render: RenderEvents },
) {
  const outbox = createOutbox<Change>(LIMITS.queuedEvents);
  let isBlocked = false;
  let stalledBeats = 0;

  function write(text: string): void {
    if (text !== '' && !res.write(text)) isBlocked = true;
  }

  res.on('drain', () => {
    isBlocked = false;
    stalledBeats = 0;
    if (outbox.isEmpty()) return;
    const waiting = outbox.take();
    write(render(waiting === 'overflow' ? 'resync' : waiting, types));
  });

  return {
    begin: () => write(RETRY),
    deliver(batch: EventBatch): void {
      if (!isBlocked) write(render(batch, types));
      else if (batch === 'resync') outbox.overflow();
      else
        for (const change of batch) {
          if (types.has(change.type)) outbox.add(`${change.type} ${change.id}`, change);
        }
    },
    /** Call when a heartbeat is due: whether the reader has not read for several of them. */
    isStalled(): boolean {
      if (isBlocked) stalledBeats += 1;
      return stalledBeats >= MAX_STALLED_BEATS;
    },
    heartbeat(): void {
      if (!isBlocked) write(HEARTBEAT);
    },
    end: () => void res.end(),
    destroy: () => void res.destroy(),
  };
}

/** `unknown`: the database could not be read. */
type ActorState = 'active' | 'refused' | 'unknown';

interface ActorChecksOptions {
  clock: Pick<Clock, 'now'>;
  activeActors: Store['accounts']['activeActors'];
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
function createActorChecks({ clock, activeActors, onError }: ActorChecksOptions) {
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

const RETRY_SECONDS = 5;
/** How often in a row the caller of a stream may not be checked because the database is away. */
const MAX_UNCHECKED_BEATS = 2;

export interface EventStreamsOptions extends ActorChecksOptions {
  feed: Pick<EventFeed, 'subscribe' | 'isComplete'>;
  clock: Pick<Clock, 'now' | 'after'>;
  longPolls: Share;
  /** The maximum for all accounts together. */
  maxStreams: number;
  /** Begins the ids of events, which are unique among all processes. */
  name: string;
}

/** Numbers the events; consecutive streams with the same batch and the same types share one text. */
function createRenderer(name: string): RenderEvents {
  let number = 0;
  let last: { batch: EventBatch; types: ReadonlySet<ChangeType>; text: string } | undefined;
  const eventOf = (type: string, id: string | null) =>
    `id: ${name}-${++number}\nevent: ${type}\ndata: ${JSON.stringify({ type, id })}\n\n`;
  return function render(batch, types) {
    if (batch === 'resync') return eventOf(batch, null);
    if (last?.batch === batch && last.types === types) return last.text;
    const seen = batch.filter(({ type }) => types.has(type));
    const text = seen.map(({ type, id }) => eventOf(type, id)).join('');
    last = { batch, types, text };
    return text;
  };
}

/** The event streams of this process. */
export function createEventStreams(options: EventStreamsOptions) {
  const { feed, clock, longPolls, maxStreams, name } = options;
  const render = createRenderer(name);
  const checkActor = createActorChecks(options);
  const open = new Set<{ end(): void }>();
  let isEnding = false;

  function refuseIfFull(): void {
    if (!isEnding && open.size < maxStreams) return;
    const why = isEnding ? 'This server is shutting down' : 'Too many event streams are open';
    throw new Refusal('overloaded', `${why}. Try again in a moment.`, {
      retryAfterSeconds: RETRY_SECONDS,
    });
  }

  function begin(res: ServerResponse, caller: Caller, isReconnecting: boolean): () => void {
    const stream = createEventStream(res, { types: changeTypesOf(caller.scopes), render });
    let uncheckedBeats = 0;
    let isOpen = true;

    async function beat(): Promise<void> {
      if (stream.isStalled()) {
        stream.destroy();
        return;
      }
      const checked = await checkActor(caller.actor);
      if (!isOpen) return;
      uncheckedBeats = checked === 'unknown' ? uncheckedBeats + 1 : 0;
      if (checked === 'refused' || uncheckedBeats >= MAX_UNCHECKED_BEATS) {
        stream.end();
        return;
      }
      schedule();
      if (!feed.isComplete()) stream.deliver('resync');
      stream.heartbeat();
    }

    let cancelBeat: () => void;
    function schedule(): void {
      cancelBeat = clock.after(LIMITS.eventHeartbeatMs, () => void beat());
    }

    const unsubscribe = feed.subscribe(caller.accountId, stream.deliver);
    schedule();
    open.add(stream);
    stream.begin();
    if (isReconnecting) stream.deliver('resync');
    return function close() {
      isOpen = false;
      open.delete(stream);
      unsubscribe();
      cancelBeat();
    };
  }

  return {
    count: () => open.size,
    /**
     * Returns what begins the stream once the head of its response is written. Refuses a stream of
     * an account that has too many (429), or if the process has (503).
     */
    open(caller: Caller, isReconnecting: boolean): (res: ServerResponse) => void {
      refuseIfFull();
      const release = longPolls.tryTake(caller.accountId);
      if (!release) {
        throw new Refusal(
          'quota_exceeded',
          'Too many event streams of this account are open. Close one to open another.',
          { limit: 'long_polls', retryAfterSeconds: RETRY_SECONDS },
        );
      }
      return function stream(res) {
        if (res.destroyed) {
          release();
          return;
        }
        const close = begin(res, caller, isReconnecting);
        res.on('close', () => {
          close();
          release();
        });
      };
    },
    /** Ends every stream, and refuses new ones: the server is shutting down. */
    end(): void {
      isEnding = true;
      for (const stream of open) stream.end();
    },
  };
}

export type EventStreams = ReturnType<typeof createEventStreams>;

/** The handler of `/v1/events`. */
export function eventHandlers(streams: EventStreams): Pick<Handlers, 'getEvents'> {
  return {
    getEvents({ caller, req }) {
      const headers = {
        'Content-Type': 'text/event-stream',
        // nginx would collect events until its buffer is full.
        'X-Accel-Buffering': 'no',
      };
      if (req.method === 'HEAD') return { status: 200, text: '', headers };
      const isReconnecting = (req.headers['last-event-id'] ?? '') !== '';
      return { status: 200, headers, stream: streams.open(caller, isReconnecting) };
    },
  };
}
