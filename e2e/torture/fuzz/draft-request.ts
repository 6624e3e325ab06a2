import type { Draft } from './operations.ts';
import type { FuzzRequest } from './request.ts';

/** Turns a draft into a request of the account with this key. */
export function requestOf(
  { name, draft: { method, path, query, headers, json } }: { name: string; draft: Draft },
  apiKey: string,
  write: (json: unknown) => Buffer,
): Omit<FuzzRequest, 'number'> {
  const search = query ? `?${new URLSearchParams(query).toString()}` : '';
  return {
    operation: name,
    mutations: [],
    method,
    target: `${path}${search}`,
    headers: [
      ['host', 'marketplace'],
      ['x-mkt-api-key', apiKey],
      ...Object.entries(headers ?? {}),
      ...(json === undefined ? [] : [['content-type', 'application/json'] as [string, string]]),
    ],
    body: json === undefined ? undefined : write(json),
  };
}
