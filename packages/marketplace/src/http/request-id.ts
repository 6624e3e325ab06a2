import type { ServerResponse } from 'node:http';

const ids = new WeakMap<ServerResponse, string>();

/** Names a request in its answer, its error and the log. */
export function setRequestId(res: ServerResponse, id: string): void {
  ids.set(res, id);
}

export function requestIdOf(res: ServerResponse): string {
  return ids.get(res) ?? '';
}
