import {
  checkUrl,
  decodeBody,
  ENCODING_SLACK_BYTES,
  tlsFailure,
  type Transport,
  type TransportOutcome,
  type TransportRequest,
  type TransportResponse,
  type UrlPolicy,
} from '@mkt/conformance';
import { createGrowingBuffer, type GrowingBuffer } from '@mkt/protocol';
import { Agent, type Dispatcher } from 'undici';
import type { Clock } from '../market/outside.ts';
import { createBoundedMap, LinkedList } from '../structures/collections.ts';
import {
  AddressRefused,
  createSocketMeter,
  guardedConnector,
  SocketBytesExceeded,
  type SocketMeter,
} from './connector.ts';
import { type Host, mayBeOurNetwork, type NetworkWatch, type Unsent } from './network-watch.ts';
import { createResolver, type Resolve } from './resolve.ts';

/** Sellers need not know the version. A response that is compressed anyway is decoded. */
const COMMON_HEADERS = { 'user-agent': 'mkt-marketplace', 'accept-encoding': 'identity' };
const KEEP_ALIVE_MS = 4_000;
const MAX_RESPONSE_HEADERS = 16 * 1024;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const MAX_CHECKED_URLS = 10_000;
/**
 * Longer URLs are not cached: they contain an input, hardly ever repeat, and could fill the memory.
 */
const MAX_CACHED_LENGTH = 500;

/**
 * A deadline that fires this much too late was delayed by a suspension of this process. A response that
 * began before it gets as much time again, for the part that did not fit the socket's buffer.
 */
const ARRIVAL_MS = 1_000;

type Target = { ok: true; origin: string; path: string } | { ok: false; message: string };

interface GuardedFetchOptions {
  policy: UrlPolicy;
  clock: Pick<Clock, 'after' | 'monotonic'>;
  /** Maximum number of connections to one origin. */
  connections: number;
  resolve?: Resolve;
  onConnect?: (address: string) => void;
  /** Is told which hosts can be connected to. */
  network?: Pick<NetworkWatch, 'reached' | 'failed'>;
}

export interface GuardedRequest extends TransportRequest {
  /** The account of the seller whose service this is. */
  sellerId?: string;
  /** The status is what matters: a body over `maxBytes` is dropped instead of being a failure. */
  allowsLongBody?: boolean;
  /** Keeps the connection open for the next request to the same origin. */
  keepAlive?: boolean;
}

type Failed = Extract<TransportOutcome, { kind: 'failed' }>;

export type GuardedOutcome =
  | Exclude<TransportOutcome, Failed>
  /** Without `unsent`, the request may have been sent. */
  | (Failed & { unsent?: Unsent });

/**
 * Registers callbacks of many requests on one signal. Each removal of an event listener would
 * search the signal's whole list.
 */
function createAbortListeners() {
  const bySignal = new WeakMap<AbortSignal, LinkedList<() => void>>();
  return function onAbort(signal: AbortSignal, callback: () => void): () => void {
    let listeners = bySignal.get(signal);
    if (!listeners) {
      const all = new LinkedList<() => void>();
      signal.addEventListener('abort', () => {
        for (const each of all) each();
      });
      bySignal.set(signal, all);
      listeners = all;
    }
    return listeners.add(callback);
  };
}

/**
 * Sends every outbound request of the marketplace: contracts, reviews, health probes, calls and
 * webhooks. The form of the URL and every address are checked; one deadline covers connecting, headers
 * and body; a redirect is a response like any other; and a failure is an outcome that reveals nothing
 * about the network.
 */
export function createGuardedFetch(options: GuardedFetchOptions) {
  const { policy, clock, network } = options;
  const meter = createSocketMeter();
  const { allowPrivate } = policy;
  const resolve = options.resolve ?? createResolver();
  const connectOnly = guardedConnector({ meter, allowPrivate, resolve });
  const agent = new Agent({
    connect: guardedConnector({
      meter,
      allowPrivate,
      resolve,
      ...(options.onConnect ? { onConnect: options.onConnect } : {}),
      ...(network ? { onConnected: network.reached } : {}),
    }),
    connections: options.connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    maxHeaderSize: MAX_RESPONSE_HEADERS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const onAbort = createAbortListeners();
  const checkedUrls = createBoundedMap<Target>({ max: MAX_CHECKED_URLS });

  function checkTarget(url: string): Target {
    const checked = checkUrl(url, policy);
    if (!checked.ok) return checked;
    const { origin, pathname, search } = checked.url;
    return { ok: true, origin, path: pathname + search };
  }

  /** Cached, because the same endpoints are called repeatedly. */
  const targetOf = (url: string): Target =>
    url.length > MAX_CACHED_LENGTH
      ? checkTarget(url)
      : checkedUrls.getOrCompute(url, () => checkTarget(url));

  /** A host that refused or closed the connection was reached. */
  function report(unsent: Unsent, origin: string, sellerId: string | undefined): void {
    if (!network) return;
    const { hostname, port, protocol } = new URL(origin);
    const host = { hostname, port, protocol };
    if (!mayBeOurNetwork(unsent)) network.reached(host);
    else if (sellerId !== undefined) network.failed(sellerId, host);
  }

  function fetch(request: GuardedRequest): Promise<GuardedOutcome> {
    const target = targetOf(request.url);
    if (!target.ok) return Promise.resolve({ kind: 'refused', message: target.message });
    const { origin, path } = target;
    const { signal } = request;
    if (signal?.aborted) return Promise.resolve(failure('aborted'));
    return new Promise((resolve) => {
      const exchange = new Exchange({
        maxBytes: request.maxBytes,
        allowsLongBody: request.allowsLongBody === true,
        now: clock.monotonic,
        meter,
        onEnd(outcome) {
          cancel();
          removeListener?.();
          if (outcome.kind === 'failed' && outcome.unsent) {
            report(outcome.unsent, origin, request.sellerId);
          }
          resolve(outcome);
        },
      });
      // These end the exchange even without a connection: a name that does not resolve or an
      // address that does not respond would otherwise hold a request for minutes.
      let cancel = clock.after(request.timeoutMs, () => {
        const end = () => exchange.end(failure('timeout'));
        if (exchange.isArriving(request.timeoutMs)) cancel = clock.after(ARRIVAL_MS, end);
        else end();
      });
      const removeListener = signal && onAbort(signal, () => exchange.end(failure('aborted')));
      const options: Dispatcher.DispatchOptions = {
        origin,
        path,
        method: request.method,
        headers: { ...COMMON_HEADERS, ...request.headers },
        body: request.body ?? null,
        // undici must never resend a request, whatever its method.
        idempotent: false,
        reset: request.keepAlive !== true,
      };
      try {
        agent.dispatch(options, exchange);
      } catch (error) {
        exchange.end(failureOf(error, false));
      }
    });
  }

  /**
   * Opens a connection to a host and closes it again. Resolves with whether the host was reached, as it
   * also is if it refuses the connection.
   */
  function tryHost({ hostname, port, protocol }: Host, timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const cancel = clock.after(timeoutMs, () => resolve(false));
      // Only TCP: whether the certificate is valid does not matter.
      const target = { hostname, protocol: 'http:', port: port || DEFAULT_PORTS[protocol] || '80' };
      connectOnly(target, (error, socket) => {
        cancel();
        socket?.destroy();
        const failed = error && failureOf(error, false);
        resolve(failed?.kind !== 'failed' || !mayBeOurNetwork(failed.unsent));
      });
    });
  }

  return { fetch, tryHost, close: () => agent.destroy() };
}

export type GuardedFetch = ReturnType<typeof createGuardedFetch>;

/**
 * The share of the remaining time that a request may take: the first time, and when it is repeated.
 */
const FIRST_SHARE = 2 / 3;
const REPEAT_SHARE = 1 / 3;

/**
 * The transport of checks and imports: a new connection for each request, and one deadline for all
 * of them. A request may take only a share of the remaining time, so that a service that does not
 * respond is still tried as often as the checks require.
 */
export function createBoundedTransport(
  { fetch }: Pick<GuardedFetch, 'fetch'>,
  {
    clock,
    withinMs,
    sellerId,
  }: { clock: Pick<Clock, 'monotonic'>; withinMs: number; sellerId?: string },
): Transport {
  const endsAtMs = clock.monotonic() + withinMs;
  const sent = new Set<string>();
  return {
    request(request: TransportRequest) {
      const name = `${request.method} ${request.url}`;
      const share = sent.has(name) ? REPEAT_SHARE : FIRST_SHARE;
      sent.add(name);
      const leftMs = Math.max(1, endsAtMs - clock.monotonic());
      return fetch({
        ...request,
        timeoutMs: Math.min(request.timeoutMs, leftMs * share),
        ...(sellerId === undefined ? {} : { sellerId }),
      });
    },
  };
}

type Failure = Extract<GuardedOutcome, { kind: 'failed' | 'refused' }>;
type Reason = Exclude<Failed['reason'], 'tls'>;

/** Messages that hide socket errors, which would reveal which ports are open where. */
const SENTENCES: Readonly<Record<Reason, string>> = {
  timeout: 'did not respond in time',
  connection: 'could not be reached',
  dropped: 'closed the connection without a complete response',
  dns: 'has a host name that does not resolve',
  too_large: 'sent a larger response than the marketplace accepts',
  aborted: 'was cancelled',
};

function failure(reason: Reason, unsent?: Unsent): Failure {
  return { kind: 'failed', reason, message: SENTENCES[reason], ...(unsent ? { unsent } : {}) };
}

const REFUSED: Failure = { kind: 'refused', message: 'resolves to an address that is not public' };

/** Codes of the system's resolver and of name servers. */
const DNS =
  /^(ENOTFOUND|EAI_\w+|ENODATA|ESERVFAIL|EREFUSED|EFORMERR|ENOTIMP|EBADRESP|EBADNAME|ETIMEOUT|ECANCELLED)$/;

/** The host could not be reached, or the connection not be opened within the time for that. */
const NETWORK =
  /^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|ENONET|EADDRNOTAVAIL|EMFILE|ENFILE|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/;
/** The name servers say that there is no such name; other failures of DNS may be temporary. */
const UNKNOWN_NAME = /^(ENOTFOUND|ENODATA|EBADNAME)$/;

/** An error with all its causes, including those of attempts at several addresses. */
function* errorChain(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  if (error instanceof AggregateError) for (const each of error.errors) yield* errorChain(each);
  yield* errorChain(error.cause);
}

/** Codes of the parser for bytes that are not an HTTP response. */
const NOT_HTTP = /^HPE_/;
const NO_HTTP: Failure = { ...failure('dropped'), message: 'did not send a valid HTTP response' };

const codesOf = (error: unknown): string[] =>
  [...errorChain(error)].map((each) => ('code' in each ? String(each.code) : ''));

/** Whether a host that has several addresses refused a connection to one of them: then it was reached. */
function unsentOf(error: unknown): Unsent {
  const codes = codesOf(error);
  const isReached = codes.some((code) => code === 'ECONNREFUSED' || code === 'ECONNRESET');
  return !isReached && codes.some((code) => NETWORK.test(code)) ? 'network' : 'service';
}

/**
 * Classifies a failed request. `sent`: there was a connection, so the request may have reached the
 * service, and "could not be reached" would be untrue.
 */
export function failureOf(error: unknown, sent: boolean): Failure {
  for (const each of errorChain(error)) {
    if (each instanceof AddressRefused) return REFUSED;
    if (each instanceof SocketBytesExceeded) return failure('too_large');
    const code = 'code' in each ? String(each.code) : '';
    if (code === 'UND_ERR_HEADERS_OVERFLOW') return failure('too_large');
    // The marketplace is shutting down.
    if (code === 'UND_ERR_DESTROYED') return failure('aborted');
    if (sent && NOT_HTTP.test(code)) return NO_HTTP;
    const tls = tlsFailure(code);
    if (tls && sent) return tls;
    if (tls) return { ...tls, unsent: tls.tls === 'handshake_failed' ? 'service' : 'definite' };
    if (DNS.test(code)) return failure('dns', UNKNOWN_NAME.test(code) ? 'name' : 'network');
  }
  return sent ? failure('dropped') : failure('connection', unsentOf(error));
}

const NO_BODY = new Uint8Array(0);

interface ExchangeOptions {
  maxBytes: number;
  allowsLongBody: boolean;
  /** Monotonic, in milliseconds. */
  now(): number;
  /** Limits what is read from the socket, whatever it contains. */
  meter: SocketMeter;
  /** Called exactly once. */
  onEnd(outcome: GuardedOutcome): void;
}

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** A response whose headers are converted only when they are read, which calls never do. */
class Response {
  readonly kind = 'response';
  readonly status: number;
  readonly body: Uint8Array;
  readonly encodingProblem: string | undefined;
  readonly latencyMs: number;
  readonly #given: ResponseHeaders;

  constructor(
    { status, body, encodingProblem, latencyMs }: Omit<TransportResponse, 'kind' | 'headers'>,
    given: ResponseHeaders,
  ) {
    this.status = status;
    this.body = body;
    this.encodingProblem = encodingProblem;
    this.latencyMs = latencyMs;
    this.#given = given;
  }

  get headers(): TransportResponse['headers'] {
    return new Map(
      Object.entries(this.#given).map(([name, value]) => [
        name.toLowerCase(),
        Array.isArray(value) ? value.join(', ') : (value ?? ''),
      ]),
    );
  }
}

/**
 * One request and its response, as undici's dispatcher reports them. The body is collected as it
 * arrives: a stream and an abort signal would cost as much again as the request (20 µs).
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #startedAtMs: number;
  #body: GrowingBuffer | undefined;
  #status = 0;
  #headers: ResponseHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;
  /** A connection was established, so the request may have reached the service. */
  #sent = false;
  #ended = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#startedAtMs = options.now();
  }

  /** Ends the exchange with this outcome immediately; the rest of the response is not read. */
  end(outcome: GuardedOutcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#controller?.abort(new Error('ended'));
    this.#options.onEnd(outcome);
  }

  /** Whether the response has begun, and its deadline came too late. */
  isArriving(timeoutMs: number): boolean {
    const tookMs = this.#options.now() - this.#startedAtMs;
    return this.#status >= 200 && tookMs > timeoutMs + ARRIVAL_MS;
  }

  /** Called once there is a connection, before anything is sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#ended) controller.abort(new Error('ended'));
    this.#controller = controller;
    this.#sent = true;
    this.#options.meter.begin(this.#options.maxBytes);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: ResponseHeaders,
  ): void {
    // A 1xx is followed by the final response.
    this.#status = status;
    this.#headers = headers;
  }

  /** Counts the body as it arrives; a declared length is not trusted. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body ??= createGrowingBuffer(this.#options.maxBytes + this.#slackBytes());
    if (this.#body.append(chunk)) return;
    this.end(this.#options.allowsLongBody ? this.#response() : failure('too_large'));
  }

  onResponseEnd(): void {
    this.#controller = undefined;
    const encoding = this.#encoding();
    if (encoding === undefined) this.end(this.#response());
    else void this.#decode(encoding);
  }

  /** The deadline may end the exchange before this does. */
  async #decode(encoding: string): Promise<void> {
    const latencyMs = this.#latencyMs();
    const body = this.#body?.take() ?? NO_BODY;
    const decoded = await decodeBody(body, encoding, this.#options.maxBytes);
    switch (decoded.kind) {
      case 'decoded':
        return this.end(this.#response(decoded.body, latencyMs));
      case 'too_large':
        return this.end(
          this.#options.allowsLongBody ? this.#response(NO_BODY, latencyMs) : failure('too_large'),
        );
      case 'unreadable':
        return this.end(this.#response(body, latencyMs, decoded.problem));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#controller = undefined;
    const hasStatus = this.#status >= 200;
    const isTooLarge = error instanceof SocketBytesExceeded;
    if (isTooLarge && hasStatus && this.#options.allowsLongBody) this.end(this.#response());
    else this.end(failureOf(error, this.#sent));
  }

  #encoding(): string | undefined {
    const given = this.#headers['content-encoding'];
    return Array.isArray(given) ? given.join() : given;
  }

  #slackBytes(): number {
    return this.#options.allowsLongBody || this.#encoding() === undefined
      ? 0
      : ENCODING_SLACK_BYTES;
  }

  #latencyMs(): number {
    return Math.round((this.#options.now() - this.#startedAtMs) * 10) / 10;
  }

  #response(
    body: Uint8Array = this.#body?.take() ?? NO_BODY,
    latencyMs = this.#latencyMs(),
    encodingProblem?: string,
  ): TransportOutcome {
    return new Response({ status: this.#status, body, latencyMs, encodingProblem }, this.#headers);
  }
}
