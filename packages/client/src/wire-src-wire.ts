// Apart from `attempt.ts`, so that the published types need none of ofetch's, which need undici.

/** The part of the platform's `fetch` that is used. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface WireRequest {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
}

export type Outcome =
  | { kind: 'response'; status: number; headers: Headers; text: string }
  | { kind: 'too_large'; status: number; headers: Headers }
  | { kind: 'unreachable'; thrown: unknown }
  | { kind: 'timeout' };
