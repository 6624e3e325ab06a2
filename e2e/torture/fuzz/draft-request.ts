import type { Draft } from './draft.ts';
import type { FuzzRequest } from './request.ts';

const typeOf = ({ json, form }: Draft): string[] => {
  if (form) return ['application/x-www-form-urlencoded'];
  return json === undefined ? [] : ['application/json'];
};

const formOf = (form: object): Buffer =>
  Buffer.from(new URLSearchParams(form as Record<string, string>).toString());

/** Turns a draft into a request of the account with this key. */
export function requestOf(
  { name, draft }: { name: string; draft: Draft },
  apiKey: string,
  write: (json: unknown) => Buffer,
): Omit<FuzzRequest, 'number'> {
  const { method, path, query, headers, json, form } = draft;
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
      ...typeOf(draft).map((type): [string, string] => ['content-type', type]),
    ],
    body: form ? formOf(form) : json === undefined ? undefined : write(json),
  };
}
