import type { IncomingMessage } from 'node:http';

/** A request, with the fields that a body parser before the kit may have set. */
export interface ParsedRequest extends IncomingMessage {
  body?: unknown;
  rawBody?: unknown;
}
