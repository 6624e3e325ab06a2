/** The HTTP response, apart from its data. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** `x-request-id`, by which the marketplace's operator can find the request. */
  requestId: string | undefined;
  /** The body as JSON text, as it was sent; `undefined` where there is none. */
  text: string | undefined;
}

/** What a call returned, and the response that it was read from. */
export interface WithResponse<Data> {
  data: Data;
  response: ApiResponse;
}

/** The promise that every method returns: `await` it for the data alone. */
export interface ApiPromise<Data> extends Promise<Data> {
  /** The data with the status, the headers and the request id of its response. */
  withResponse(): Promise<WithResponse<Data>>;
}

/** Starts `work` immediately. What it throws, synchronously or later, rejects the promise. */
export function apiPromise<Data>(work: () => Promise<WithResponse<Data>>): ApiPromise<Data> {
  const exchange = work();
  const data = dataOf(exchange);
  return Object.assign(data, {
    withResponse: () => {
      // The caller holds `exchange` from now on, and handles its error there. Without this line the
      // same error would also be an unhandled rejection of `data`.
      data.catch(() => undefined);
      return exchange;
    },
  });
}

async function dataOf<Data>(exchange: Promise<WithResponse<Data>>): Promise<Data> {
  return (await exchange).data;
}
