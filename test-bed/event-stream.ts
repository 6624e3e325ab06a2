import { onTestFinished } from 'vitest';

export interface StreamedEvent {
  id: string;
  type: string;
  /** The parsed data. */
  data: any;
}

/** An open event stream, and what has arrived on it. */
export interface EventStream {
  response: Response;
  /** Resolves with the next event that was not returned yet; undefined when the stream has ended. */
  next(): Promise<StreamedEvent | undefined>;
  /** Resolves with the events up to one of this type (and id), in order. */
  upTo(type: string, id?: string): Promise<StreamedEvent[]>;
  /** Resolves when this many heartbeats have arrived, or the stream has ended. */
  heartbeats(count: number): Promise<void>;
  heartbeatCount(): number;
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>;
  close(): void;
}

const fieldOf = (block: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';

/** Opens an event stream with `fetch`, and reads it until the test has finished. */
export async function openEventStream(
  url: string,
  headers: Record<string, string>,
): Promise<EventStream> {
  const controller = new AbortController();
  const response = await fetch(`${url}/v1/events`, { headers, signal: controller.signal });
  const events: StreamedEvent[] = [];
  const seen = { beats: 0, isOver: false };
  let wake = () => undefined as void;
  const changed = () => new Promise<void>((resolve) => (wake = resolve));

  function take(block: string): void {
    if (block === ': heartbeat') seen.beats += 1;
    const data = fieldOf(block, 'data');
    if (data === '') return;
    const type = fieldOf(block, 'event');
    events.push({ id: fieldOf(block, 'id'), type, data: JSON.parse(data) });
  }

  async function read(): Promise<void> {
    let text = '';
    try {
      for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) take(block);
        wake();
      }
    } catch {
      // Closed by the test, or cut off by the server.
    }
    seen.isOver = true;
    wake();
  }

  let returned = 0;
  async function next(): Promise<StreamedEvent | undefined> {
    while (events.length === returned && !seen.isOver) await changed();
    return events[returned++];
  }
  const close = () => controller.abort();
  onTestFinished(close);
  const ended = read();
  return {
    response,
    next,
    async upTo(type, id) {
      const found: StreamedEvent[] = [];
      for (;;) {
        const event = await next();
        if (!event) throw new Error(`The stream ended before ${type} ${id ?? ''}.`);
        found.push(event);
        if (event.type === type && (id === undefined || event.data.id === id)) return found;
      }
    },
    async heartbeats(count) {
      while (seen.beats < count && !seen.isOver) await changed();
    },
    heartbeatCount: () => seen.beats,
    ended,
    close,
  };
}
