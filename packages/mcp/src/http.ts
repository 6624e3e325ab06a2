import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '@mkt/protocol';
import { createMcpHandler, type AuthInfo } from '@modelcontextprotocol/server';
import { createServer } from './server.ts';
import type { Session } from './session.ts';

export interface HttpOptions {
  version: string;
  /** Called with requests that are not of the protocol, and with other problems. */
  onError(error: Error): void;
}

export interface HttpServer {
  /** Answers one request of a caller that has been authenticated; `body` is its parsed JSON. */
  handle(req: IncomingMessage, res: ServerResponse, body: unknown, session: Session): Promise<void>;
}

/** No tool of a session changes, so there is nothing to listen to. */
const MAX_SUBSCRIPTIONS = 0;

/** Data of a request that the SDK's own request type cannot carry. */
interface Carried {
  session: Session;
  body: unknown;
}

function carriedBy(authInfo: AuthInfo | undefined): Carried {
  return authInfo?.extra as unknown as Carried;
}

/** What an error repeats of a message. */
function headOf(body: unknown): object {
  return isObject(body) ? { method: body['method'], id: body['id'] } : {};
}

/**
 * Serves MCP over streamable HTTP. Holds nothing between requests, so that any process of a
 * marketplace can answer each; a client of a version before 2026-07-28 gets no session.
 */
export async function createHttpServer({ version, onError }: HttpOptions): Promise<HttpServer> {
  // Not for stdio, where an agent waits for the start: it loads HTTP/2 and `fetch`.
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(carriedBy(authInfo).session, version),
    {
      onerror: onError,
      maxSubscriptions: MAX_SUBSCRIPTIONS,
    },
  );
  const handleNode = toNodeHandler(
    {
      fetch: (request, options) =>
        handler.fetch(request, { ...options, parsedBody: carriedBy(options?.authInfo).body }),
    },
    { onerror: onError },
  );
  return {
    async handle(req, res, body, session) {
      const carried: Carried = { session, body };
      const auth: AuthInfo = { token: '', clientId: '', scopes: [], extra: { ...carried } };
      // The handler writes its last argument as JSON again: it gets the message from `auth`.
      // Node's own types, without its `exactOptionalPropertyTypes`.
      await handleNode(Object.assign(req, { auth }) as never, res, headOf(body));
    },
  };
}
