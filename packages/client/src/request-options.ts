import type { Duration } from './duration.ts';

/** Headers by name; one that is undefined is not sent. */
export type RequestHeaders = Readonly<Record<string, string | undefined>>;

/** What every method takes as its last argument. */
export interface RequestOptions {
  /**
   * For each attempt, including its response. Default: the client's `timeout`. While the server
   * holds a response because of `wait`, the attempt may take that much longer.
   */
  timeout?: Duration | undefined;
  /**
   * How often a failed read or activation is retried, 0 to 10. Default: the client's `retries`. Any
   * other request is sent once, because the first attempt may have taken effect.
   */
  retries?: number | undefined;
  /**
   * Added to the client's own `headers`; one with the same name replaces it. The API key cannot be
   * replaced.
   */
  headers?: RequestHeaders | undefined;
  /** Aborts the requests and the waits between them; the promise rejects with its reason. */
  signal?: AbortSignal | undefined;
}
