import type { TransportOutcome, TransportResponse } from '@mkt/conformance';
import { createGrowingBuffer, type GrowingBuffer } from '@mkt/protocol';
import type { Dispatcher } from 'undici';
import { failure, failureOf } from './failure.ts';
import { SocketBytesExceeded, type SocketMeter } from './socket-meter.ts';

const NO_BODY = new Uint8Array(0);

export interface ExchangeOptions {
  maxBytes: number;
  /** The status is all that counts: what is over `maxBytes` of the body is dropped. */
  statusOnly: boolean;
  /** Monotonic, in milliseconds. */
  now(): number;
  /** Bounds what is read from the socket, whatever it is. */
  meter: SocketMeter;
  /** Called once. */
  onEnd(outcome: TransportOutcome): void;
}

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** A response, whose headers are put together once somebody asks for them: calls do not. */
class Response {
  readonly kind = 'response';
  readonly status: number;
  readonly body: Uint8Array;
  readonly latencyMs: number;
  readonly #given: ResponseHeaders;

  constructor(
    { status, body, latencyMs }: Omit<TransportResponse, 'kind' | 'headers'>,
    given: ResponseHeaders,
  ) {
    this.status = status;
    this.body = body;
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
 * arrives: a stream for it, and a signal for its end, would cost as much again as the request (20 µs).
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #startedAtMs: number;
  #body: GrowingBuffer | undefined;
  #status = 0;
  #headers: ResponseHeaders = {};
  #controller: Dispatcher.DispatchController | undefined;
  /** A connection was there: the request may have reached the service. */
  #sent = false;
  #ended = false;

  constructor(options: ExchangeOptions) {
    this.#options = options;
    this.#startedAtMs = options.now();
  }

  /** Ends it with this outcome, at once, wherever it is: what still comes is not read. */
  end(outcome: TransportOutcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#controller?.abort(new Error('ended'));
    this.#options.onEnd(outcome);
  }

  /** There is a connection, and nothing was sent yet. */
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

  /** The body, counted as it comes: a length that was only declared is not believed. */
  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body ??= createGrowingBuffer(this.#options.maxBytes);
    if (this.#body.append(chunk)) return;
    this.end(this.#options.statusOnly ? this.#response() : failure('too_large'));
  }

  onResponseEnd(): void {
    this.#controller = undefined;
    this.end(this.#response());
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#controller = undefined;
    const hasStatus = this.#status >= 200;
    const isLong = error instanceof SocketBytesExceeded;
    if (isLong && hasStatus && this.#options.statusOnly) this.end(this.#response());
    else this.end(failureOf(error, this.#sent));
  }

  #response(): TransportOutcome {
    const latencyMs = Math.round((this.#options.now() - this.#startedAtMs) * 10) / 10;
    const body = this.#body?.take() ?? NO_BODY;
    return new Response({ status: this.#status, body, latencyMs }, this.#headers);
  }
}
