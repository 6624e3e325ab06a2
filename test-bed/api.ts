/** A response of the marketplace. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed body; `undefined` if there is none. */
  body: any;
  text: string;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent unchanged instead of a JSON body. */
  raw?: BodyInit;
  signal?: AbortSignal;
}

/** The marketplace's API with plain `fetch`: every response is returned, whatever its status. */
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
  /** Activates a listing; the response waits this long for the order to settle. */
  activate(listingId: string, requestBody?: unknown, waitSeconds?: number): Promise<ApiResponse>;
  /** The same server with another key, or with none. */
  as(key: string | undefined): Api;
}

/** Called with every response; throws to fail the test. */
export type ResponseCheck = (method: string, path: string, response: ApiResponse) => void;

export function createApi(baseUrl: string, key: string | undefined, check?: ResponseCheck): Api {
  async function request(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw, signal }: RequestOptions = {},
  ): Promise<ApiResponse> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const fetched = await fetch(baseUrl + path, {
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
    const type = fetched.headers.get('content-type');
    // An event stream does not end by itself (`event-stream.ts` reads them).
    const isStream = type === 'text/event-stream';
    if (isStream) await fetched.body?.cancel();
    const text = isStream ? '' : await fetched.text();
    const isJson = type?.startsWith('application/json');
    const response: ApiResponse = {
      status: fetched.status,
      headers: fetched.headers,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
      text,
    };
    check?.(method, path, response);
    return response;
  }
  const api: Api = {
    key,
    request,
    get: (path, options) => request('GET', path, undefined, options),
    post: (path, body, options) => request('POST', path, body, options),
    patch: (path, body, options) => request('PATCH', path, body, options),
    delete: (path, options) => request('DELETE', path, undefined, options),
    activate: (listingId, requestBody = {}, waitSeconds = 0) =>
      api.post(
        '/v1/orders',
        { listingId, requestBody },
        { headers: { prefer: `wait=${waitSeconds}` } },
      ),
    as: (other) => createApi(baseUrl, other, check),
  };
  return api;
}
