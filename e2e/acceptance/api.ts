import type { ApiResponse } from './response.ts';
import type { ResponseCheck } from './response-check.ts';

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as it is, in place of a JSON body. */
  raw?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  signal?: AbortSignal;
}

export interface Api {
  key: string | undefined;
  request(
    method: string,
    path: string,
    body?: unknown,
    options?: RequestOptions,
  ): Promise<ApiResponse>;
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<ApiResponse>;
  delete(path: string, options?: RequestOptions): Promise<ApiResponse>;
  /** The same server with another key, or with none. */
  as(key: string | undefined): Api;
}

/**
 * The marketplace's API with plain `fetch`. Every response is compared with the server's own OpenAPI
 * document, so each test that sends anything tests that too.
 */
export function createApi(baseUrl: string, check: ResponseCheck, key: string | undefined): Api {
  async function request(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw, signal }: RequestOptions = {},
  ): Promise<ApiResponse> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { 'x-mkt-api-key': key }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent, duplex: 'half' }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    const answer: ApiResponse = {
      status: response.status,
      headers: response.headers,
      body: parse(response, text),
      text,
    };
    check(method, path, answer);
    return answer;
  }
  return {
    key,
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body, options) => request('POST', path, body, options),
    patch: (path, body, options) => request('PATCH', path, body, options),
    delete: (path, options) => request('DELETE', path, undefined, options),
    as: (other) => createApi(baseUrl, check, other),
  };
}

function parse(response: Response, text: string): unknown {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson && text !== '' ? JSON.parse(text) : undefined;
}
