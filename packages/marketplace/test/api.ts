export interface Answer {
  status: number;
  headers: Headers;
  /** The parsed body; `undefined` when there is none. */
  body: any;
  text: string;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Sent as it is, in place of a JSON body. */
  raw?: BodyInit;
  signal?: AbortSignal;
}

export interface Api {
  request(method: string, path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  get(path: string, options?: RequestOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  patch(path: string, body?: unknown, options?: RequestOptions): Promise<Answer>;
  delete(path: string, options?: RequestOptions): Promise<Answer>;
  /** Activates a listing; the answer is held so many seconds for its end. */
  activate(listingId: string, requestBody?: unknown, waitSeconds?: number): Promise<Answer>;
  as(key: string | undefined): Api;
}

export function createApi(baseUrl: string, key: string | undefined): Api {
  async function request(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, raw, signal }: RequestOptions = {},
  ): Promise<Answer> {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(key === undefined ? {} : { 'x-mkt-api-key': key }),
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
      text,
    };
  }
  const api: Api = {
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
    as: (other) => createApi(baseUrl, other),
  };
  return api;
}
