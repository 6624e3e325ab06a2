import { type EventType, isObject, LIMITS } from '@mkt/protocol';
import { recordProblem } from './check-record.ts';
import { InvalidResponseError } from './errors.ts';
import { CALLS } from './generated/calls.ts';
import { checkOptionNames, REQUEST_OPTIONS, type RequestOptions } from './options.ts';
import { buildRequest } from './request.ts';
import { readResponse, requestIdOf } from './response.ts';
import { checkedRetries, isUnsent, retryDelayMs, UNREACHABLE_MS } from './retry.ts';
import { checkedTimeout, type Settings } from './settings.ts';
import { type Outcome, readText, sleep, type WireRequest, withDeadline } from './wire.ts';

/** One server-sent event, as its fields say (HTML, 9.2.6). */
interface ServerSentEvent {
  type: string;
  id: string | undefined;
  data: string;
}

/** Far more than an event of the marketplace has. */
const MAX_EVENT_LENGTH = 64 * 1024;

const BLOCK_END = /\r\n\r\n|\n\n|\r\r/;
const LINE_END = /\r\n|\n|\r/;
const FIELD = /^(event|id|data)(?:: ?(.*))?$/s;

function eventOf(block: string): ServerSentEvent | undefined {
  const fields: Record<string, string[]> = { event: [], id: [], data: [] };
  for (const line of block.split(LINE_END)) {
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    fields[name]?.push(value);
  }
  const { event = [], id = [], data = [] } = fields;
  if (data.length === 0) return undefined;
  return { type: event.at(-1) ?? 'message', id: id.at(-1), data: data.join('\n') };
}

/**
 * Reads the text of an event stream piece by piece. Comments, such as heartbeats, are no events.
 * Returns undefined if an event is too long to be one.
 */
function createEventReader() {
  let rest = '';
  return function read(text: string): ServerSentEvent[] | undefined {
    const blocks = (rest + text).split(BLOCK_END);
    rest = blocks.pop() ?? '';
    if (rest.length > MAX_EVENT_LENGTH) return undefined;
    return blocks.map(eventOf).filter((event) => event !== undefined);
  };
}

interface OpenStream {
  reader: ReadableStreamDefaultReader<Uint8Array>;
  close(): void;
}

/** An open stream; what came instead of one; or no stream, although the request succeeded. */
type Opened =
  | { kind: 'open'; stream: OpenStream; status: number; headers: Headers }
  | { kind: 'other'; status: number; headers: Headers }
  | Outcome;

interface OpeningLimits {
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/**
 * Asks for an event stream, within `timeoutMs`, and leaves its body open. Only an abort throws. The
 * platform's `fetch` is enough for it: ofetch would add nothing to a single GET.
 */
async function openEventStream(
  { fetch, maxResponseBytes }: Pick<Settings, 'fetch' | 'maxResponseBytes'>,
  { url, method, headers }: WireRequest,
  limits: OpeningLimits,
): Promise<Opened> {
  const connection = new AbortController();
  const close = () => connection.abort();

  async function open(): Promise<Opened> {
    try {
      const init = { method, headers, signal: connection.signal, redirect: 'manual' } as const;
      const response = await fetch(url, init);
      const { status } = response;
      const about = { status, headers: response.headers };
      if (status < 200 || status > 299) {
        const text = await readText(response, maxResponseBytes);
        return text === undefined
          ? { kind: 'too_large', ...about }
          : { kind: 'response', ...about, text };
      }
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
      if (!isStream || !response.body) return { kind: 'other', ...about };
      return { kind: 'open', ...about, stream: { reader: response.body.getReader(), close } };
    } catch (thrown) {
      return { kind: 'unreachable', thrown };
    }
  }

  let isOpen = false;
  try {
    const ended = await withDeadline(open, limits);
    if (ended.kind === 'expired') return { kind: 'timeout' };
    isOpen = ended.value.kind === 'open';
    return ended.value;
  } finally {
    if (!isOpen) close();
  }
}

/**
 * Something happened to a record of the account, whose id it has. After `resync`, events may be
 * missing: read everything again.
 */
export type MarketEvent =
  | { type: 'order.updated'; id: string }
  | { type: 'sale.updated'; id: string }
  | { type: 'listing.updated'; id: string }
  | { type: 'resync'; id: null };

/** A stream without a line for this long is lost: two heartbeats are missing. */
const SILENCE_MS = 2.5 * LIMITS.eventHeartbeatMs;

const LAST_EVENT_ID = 'last-event-id';
/** What a reconnection sends if there was no event yet: it may still have missed some. */
const NO_EVENT_YET = '0';

/** A value that a header can carry. */
const EVENT_ID = /^[!-~]{1,256}$/;

const TYPES: Readonly<Record<EventType, true>> = {
  'order.updated': true,
  'sale.updated': true,
  'listing.updated': true,
  resync: true,
};

/** Undefined for types that only a newer marketplace has, and for values that are not an event. */
function marketEventOf({ type, data }: ServerSentEvent): MarketEvent | undefined {
  if (!Object.hasOwn(TYPES, type)) return undefined;
  if (type === 'resync') return { type, id: null };
  try {
    const parsed: unknown = JSON.parse(data);
    const event: unknown = { type, id: isObject(parsed) ? (parsed['id'] ?? 0) : 0 };
    return recordProblem('MarketEvent', event) ? undefined : (event as MarketEvent);
  } catch {
    return undefined;
  }
}

/** The events of one connection, until it is lost. An abort throws. */
async function* eventsOf(
  { reader, close }: OpenStream,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const decoder = new TextDecoder();
  const read = createEventReader();
  try {
    for (;;) {
      const next = () => reader.read().catch(() => ({ done: true, value: undefined }) as const);
      const outcome = await withDeadline(next, { timeoutMs: SILENCE_MS, signal });
      if (outcome.kind === 'expired' || outcome.value.done) return;
      const events = read(decoder.decode(outcome.value.value, { stream: true }));
      if (!events) return;
      yield* events;
    }
  } finally {
    close();
  }
}

interface Connecting {
  settings: Settings;
  request: WireRequest;
  timeoutMs: number;
  signal: AbortSignal | undefined;
}

/** Opens the stream; what is not transient, or fails more often than `retries`, throws. */
async function connect(
  { settings, request, timeoutMs, signal }: Connecting,
  retries: number,
): Promise<OpenStream> {
  const { log, backoff, maxResponseBytes } = settings;
  const startedAt = performance.now();
  for (let attempts = 0; ; attempts++) {
    const logged = log.attempt(request, attempts + 1);
    const opened = await openEventStream(settings, request, { timeoutMs, signal });
    if (opened.kind === 'open' || opened.kind === 'other') {
      const { status, headers } = opened;
      logged.ended({ kind: 'response', status, headers, text: '' }, undefined);
      if (opened.kind === 'open') return opened.stream;
      throw notAStream(request, opened);
    }
    const pauseMs = retryDelayMs(opened, attempts, backoff);
    const isFirst = retries !== Infinity;
    const isLate = performance.now() + (pauseMs ?? 0) - startedAt > UNREACHABLE_MS;
    const isGivenUp = attempts >= retries || (isFirst && isLate && isUnsent(opened));
    const delayMs = isGivenUp ? undefined : pauseMs;
    logged.ended(opened, delayMs);
    // Throws: a request that succeeded is one of the two above.
    if (delayMs === undefined) readResponse(opened, { request, timeoutMs, maxResponseBytes });
    else await sleep(delayMs, signal);
  }
}

function notAStream(
  { url }: WireRequest,
  { status, headers }: { status: number; headers: Headers },
) {
  const type = headers.get('content-type') ?? 'no content type';
  const message = `${url} returned ${status} (${type}) instead of an event stream. Check baseUrl and any proxy in between.`;
  return new InvalidResponseError(message, {
    status,
    requestId: requestIdOf(headers),
  });
}

/**
 * What happens to the account's orders, sales and listings, as it happens. A lost connection is
 * restored, after growing delays, for as long as it takes; only the first one has a limited number
 * of `retries`.
 */
export async function* events(
  settings: Settings,
  options: RequestOptions = {},
): AsyncGenerator<MarketEvent, void, undefined> {
  checkOptionNames(options, REQUEST_OPTIONS);
  const { method, path } = CALLS.getEvents;
  const { backoff } = settings;
  const { signal } = options;
  const timeoutMs = checkedTimeout(options.timeout, settings.timeoutMs);
  const request = buildRequest(settings, method, path, { headers: options.headers });
  const { headers } = request;
  headers.set('accept', 'text/event-stream');
  let retries = checkedRetries(options.retries, settings.retries);
  for (let losses = 0; ;) {
    const stream = await connect({ settings, request, timeoutMs, signal }, retries);
    const openedAt = performance.now();
    retries = Infinity;
    if (!headers.has(LAST_EVENT_ID)) headers.set(LAST_EVENT_ID, NO_EVENT_YET);
    for await (const event of eventsOf(stream, signal)) {
      if (EVENT_ID.test(event.id ?? '')) headers.set(LAST_EVENT_ID, event.id ?? '');
      const known = marketEventOf(event);
      if (known) yield known;
    }
    // A server that ends every stream immediately is asked less and less often.
    losses = performance.now() - openedAt > backoff.maxDelayMs ? 0 : losses + 1;
    await sleep(
      retryDelayMs({ kind: 'unreachable', thrown: undefined }, losses, backoff) ?? 0,
      signal,
    );
  }
}
