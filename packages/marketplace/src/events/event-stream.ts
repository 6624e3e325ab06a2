import type { ServerResponse } from 'node:http';
import { LIMITS } from '@mkt/protocol';
import { createOutbox } from '../structures/running.ts';
import type { Change, ChangeType, EventBatch } from './event.ts';

/** Writes a batch as server-sent events; with an empty result if none of these types is among them. */
export type RenderEvents = (batch: EventBatch, types: ReadonlySet<ChangeType>) => string;

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
export function createEventStream(
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
