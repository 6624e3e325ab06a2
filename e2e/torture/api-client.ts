import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

export interface ApiResponse {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  body: any;
}

/** The connection closed before the end of the response; `status` and `headers` if they arrived. */
export class NoResponse extends Error {
  readonly response: Pick<ApiResponse, 'status' | 'headers'> | undefined;

  constructor(cause: unknown, response: IncomingMessage | undefined) {
    super(`No response: ${String(cause)}`, { cause });
    this.response = response && { status: response.statusCode ?? 0, headers: response.headers };
  }
}

export interface ApiClient {
  /** Rejects with `NoResponse`. Never retries by itself. */
  request(
    method: string,
    path: string,
    body?: string,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
  close(): void;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A connection is not reused this shortly before the server would close it: timers run late on a busy machine. */
const UNUSED_MS = 15_000;

/** Plain HTTP over keep-alive connections without retries, so that a broken connection is reported. */
export function createApiClient(baseUrl: string, apiKey: string | undefined): ApiClient {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: Infinity,
    agentKeepAliveTimeoutBuffer: UNUSED_MS,
  });
  const { hostname, port } = new URL(baseUrl);
  return {
    request(method, path, body, headers = {}) {
      const sent = {
        ...(apiKey === undefined ? {} : { 'x-mkt-api-key': apiKey }),
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        ...headers,
      };
      return new Promise((resolve, reject) => {
        let received: IncomingMessage | undefined;
        const fail = (cause: unknown) => reject(new NoResponse(cause, received));
        const request = httpRequest({ agent, hostname, port, method, path, headers: sent });
        request.on('error', fail);
        request.on('response', (response) => {
          received = response;
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', fail);
          response.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const { statusCode: status = 0, headers } = response;
            resolve({ status, headers, text, body: parse(text) });
          });
        });
        request.end(body);
      });
    },
    close: () => agent.destroy(),
  };
}
