import type { RouteId } from '@mkt/protocol';
import { readResponse, type ApiResponse } from './response.ts';
import { attempt, type WireRequest } from './attempt.ts';
import { sleep } from './deadline.ts';
import { isIdempotent, pathOf, routeOf, type DataOf } from './operations.ts';
import { buildRequest, type RequestParts } from './request.ts';
import { retryDelayMs } from './retry.ts';
import type { Settings } from './settings.ts';

export interface RequestOptions {
  /** Aborts the request and every wait between its attempts; its reason is what is thrown. */
  signal?: AbortSignal | undefined;
}

export interface SendOptions extends RequestOptions, RequestParts {}

interface CallOptions extends SendOptions {
  /** The `{id}` of the path. */
  id?: string;
  /** Instead of the client's own number. */
  retries?: number;
}

export interface Transport {
  /** One operation of the route table. */
  call: <Id extends RouteId>(id: Id, options?: CallOptions) => Promise<ApiResponse<DataOf<Id>>>;
  /** Any request. */
  send: (method: string, path: string, options?: SendOptions) => Promise<ApiResponse>;
}

export function createTransport(settings: Settings): Transport {
  /** Repeats what is safe to repeat: reads, and activations, whose key makes them one order. */
  const { maxResponseBytes } = settings;
  const exchange = async (
    request: WireRequest,
    path: string,
    { signal, retries = settings.retries }: CallOptions,
    success?: ReturnType<typeof routeOf>['success'],
  ): Promise<ApiResponse> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const limit = isRead || isIdempotent(request.method, path) ? retries : 0;
    const timeoutMs = settings.timeoutMs + waitMs(request.headers);
    for (let attempts = 0; ; attempts++) {
      const outcome = await attempt(settings.fetch, request, {
        timeoutMs,
        maxResponseBytes,
        signal,
      });
      const delayMs =
        attempts < limit ? retryDelayMs(outcome, attempts, settings.backoff) : undefined;
      if (delayMs === undefined)
        return readResponse(outcome, { request, timeoutMs, maxResponseBytes, success });
      await sleep(delayMs, signal);
    }
  };
  return {
    call: async <Id extends RouteId>(id: Id, options: CallOptions = {}) => {
      const route = routeOf(id);
      const path = pathOf(route, options.id);
      const request = buildRequest(settings, route.method, path, options);
      const response = await exchange(request, path, options, route.success);
      // The route table says what this operation answers; readResponse has checked what we rest on.
      return response as ApiResponse<DataOf<Id>>;
    },
    send: async (method, path, options = {}) => {
      const request = buildRequest(settings, method.toUpperCase(), path, options);
      return await exchange(request, path, options);
    },
  };
}

/** How long the server was asked to hold its answer (RFC 7240, §4.3). */
function waitMs(headers: Headers): number {
  const [, seconds = '0'] = /\bwait=(\d{1,4})\b/.exec(headers.get('prefer') ?? '') ?? [];
  return Number(seconds) * 1_000;
}
