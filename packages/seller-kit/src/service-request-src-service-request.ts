/** The bytes of a request's body, or why there are none. */
export type ReadBody =
  | { ok: true; bytes: Uint8Array }
  /**
   * `fragmented`: it arrived in very small chunks, or with far more framing than content.
   * `already_read`: another parser read the body and did not keep its bytes. `aborted`: the caller
   * disconnected.
   */
  | { ok: false; reason: 'too_large' | 'fragmented' | 'already_read' | 'aborted' };

/**
 * The parts of a request that its signature covers. Anything that takes work is a function, called
 * only when it is needed.
 */
export interface SignedRequest {
  readonly method: string;
  /** The raw query string, without its `?`. */
  readonly query: string;
  /** All values of both signing headers, so that a repeated header can be refused. */
  signatureHeaders(): { signature: readonly string[]; payload: readonly string[] };
  body(maxBytes: number): Promise<ReadBody>;
}

/** A request as the core sees it, the same for node:http, express and fetch. */
export interface ServiceRequest extends SignedRequest {
  /** The URL's path, with or without the path of the service's `baseUrl` before it. */
  readonly path: string;
  /** The second argument of `service.fetch`, in which Workers pass their secrets. */
  readonly environment?: unknown;
  /** What to change when another parser has read the body. */
  readonly parserFix?: string;
  /** `https://host/mount/path` from the request; `undefined` when its Host header is not valid. */
  base(): string | undefined;
  signal(): AbortSignal;
}
