/** A request of a check; redirects are never followed. */
export interface TransportRequest {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Total deadline: connect, headers and body. */
  timeoutMs: number;
  /** Decoded bytes of the body; more is `too_large`. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

export type TransportOutcome =
  | {
      kind: 'response';
      status: number;
      /** Names in lower case; repeated ones joined with ", ". */
      headers: ReadonlyMap<string, string>;
      body: Uint8Array;
      latencyMs: number;
    }
  /**
   * The URL policy refused it: by its form, a literal address or a resolved one. The message
   * continues the URL's name: "must start with https://".
   */
  | { kind: 'refused'; message: string }
  /** The message continues the service's name ("did not answer in time") and hides the socket's own. */
  | {
      kind: 'failed';
      /** `dropped`: the service closed the connection after the request was sent. */
      reason: 'timeout' | 'connection' | 'dropped' | 'tls' | 'dns' | 'too_large' | 'aborted';
      message: string;
    };

export type TransportResponse = Extract<TransportOutcome, { kind: 'response' }>;

/** Who opens connections is the caller's business: every check asks through this. Never throws. */
export interface Transport {
  request(request: TransportRequest): Promise<TransportOutcome>;
}

/** Asks a transport; one that throws all the same has not reached anybody. */
export async function request(
  transport: Transport,
  asked: TransportRequest,
): Promise<TransportOutcome> {
  try {
    return await transport.request(asked);
  } catch {
    return { kind: 'failed', reason: 'connection', message: 'could not be reached' };
  }
}
