/** What jq-filter.ts and its thread send each other. */
export interface JqThreadOptions {
  filter: string;
}

export interface JqRequest {
  /** A JSON document; empty text only checks the filter. */
  text: string;
}

export type JqReply =
  /** Each line of `stdout` is a JSON value. */
  { kind: 'done'; stdout: string; stderr: string } | { kind: 'failed'; stderr: string };
