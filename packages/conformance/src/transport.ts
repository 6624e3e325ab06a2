import type { TlsProblem } from './calls/tls-failure.ts';

/** A request of a check; redirects are never followed. */
export interface TransportRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Total deadline: connect, headers and body. */
  timeoutMs: number;
  /** The maximum size of the decoded body; a larger one is `too_large`. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

export type TransportOutcome =
  | {
      kind: 'response';
      status: number;
      /** Names in lower case; repeated ones joined with ", ". */
      headers: ReadonlyMap<string, string>;
      /** The decoded body (`decodeBody`). */
      body: Uint8Array;
      /**
       * Why the body is still encoded, as the rest of a sentence that starts with "the response".
       */
      encodingProblem?: string | undefined;
      latencyMs: number;
    }
  /**
   * The URL policy refused it for its form, its literal address or a resolved one. The message is
   * the rest of a sentence that starts with the URL's name: "must start with https://".
   */
  | { kind: 'refused'; message: string }
  /** The message is the rest of a sentence ("the service did not respond in time") and hides socket errors. */
  | {
      kind: 'failed';
      /** `dropped`: the service closed the connection after the request was sent. */
      reason: 'timeout' | 'connection' | 'dropped' | 'tls' | 'dns' | 'too_large' | 'aborted';
      /** With `tls`, where it is known. */
      tls?: TlsProblem;
      message: string;
    };

export type TransportResponse = Extract<TransportOutcome, { kind: 'response' }>;

/** Sends the requests of all checks, so that the caller controls connections. Never throws. */
export interface Transport {
  request(request: TransportRequest): Promise<TransportOutcome>;
}

/** Sends a request. A transport that throws in spite of its contract counts as a failed connection. */
export async function request(
  transport: Transport,
  options: TransportRequest,
): Promise<TransportOutcome> {
  try {
    return await transport.request(options);
  } catch {
    return { kind: 'failed', reason: 'connection', message: 'could not be reached' };
  }
}
