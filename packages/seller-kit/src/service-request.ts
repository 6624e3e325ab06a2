/** What became of a request's body. */
export type ReadBody =
  | { ok: true; bytes: Uint8Array }
  /**
   * `fragmented`: in absurdly small chunks, or with far more framing than bytes. `taken`: another
   * parser read it and kept no bytes. `aborted`: the caller went away.
   */
  | { ok: false; reason: 'too_large' | 'fragmented' | 'taken' | 'aborted' };

/**
 * A request as the core sees it, the same from node:http, express and fetch. What costs something
 * is a function, called only when it is needed.
 */
export interface ServiceRequest {
  readonly method: string;
  /** The URL's path, with or without the path of the service's `baseUrl` before it. */
  readonly path: string;
  /** As it came, without its `?`. */
  readonly query: string;
  /** Every value of the two signing headers: a second one must be seen to be refused. */
  signatureHeaders(): { signature: readonly string[]; payload: readonly string[] };
  body(maxBytes: number): Promise<ReadBody>;
  /** The second argument of `service.fetch`: where Workers keep their secrets. */
  readonly environment?: unknown;
  /** `https://host/mount/path` as the caller wrote it; `undefined` for what is no host. */
  base(): string | undefined;
  signal(): AbortSignal;
}
