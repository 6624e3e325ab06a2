import {
  decodeBody,
  ENCODING_SLACK_BYTES,
  type TransportOutcome,
  type TransportResponse,
} from '@mkt/conformance';
import { createGrowingBuffer, type GrowingBuffer } from '@mkt/protocol';
import type { Dispatcher } from 'undici';
import { failure, failureOf } from './failure.ts';
import { SocketBytesExceeded, type SocketMeter } from './socket-meter.ts';

const NO_BODY = new Uint8Array(0);

export interface ExchangeOptions {
  maxBytes: number;
  /** The status is what matters: a body over `maxBytes` is left out, and no failure. */
  statusOnly: boolean;
  /** Monotonic, in milliseconds. */
  now(): number;
  /** Limits what is read from the socket, whatever it contains. */
  meter: SocketMeter;
  /** Called exactly once. */
  onEnd(outcome: TransportOutcome): void;
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
export class Exchange implements Dispatcher.DispatchHandler {
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
  end(outcome: TransportOutcome): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#controller?.abort(new Error('ended'));
    this.#options.onEnd(outcome);
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
    this.end(this.#options.statusOnly ? this.#response() : failure('too_large'));
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
          this.#options.statusOnly ? this.#response(NO_BODY, latencyMs) : failure('too_large'),
        );
      case 'unreadable':
        return this.end(this.#response(body, latencyMs, decoded.problem));
    }
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#controller = undefined;
    const hasStatus = this.#status >= 200;
    const isTooLarge = error instanceof SocketBytesExceeded;
    if (isTooLarge && hasStatus && this.#options.statusOnly) this.end(this.#response());
    else this.end(failureOf(error, this.#sent));
  }

  #encoding(): string | undefined {
    const given = this.#headers['content-encoding'];
    return Array.isArray(given) ? given.join() : given;
  }

  #slackBytes(): number {
    return this.#options.statusOnly || this.#encoding() === undefined ? 0 : ENCODING_SLACK_BYTES;
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
