import type { Method } from '@mkt/protocol';

export type Endpoint = 'identity' | 'contract' | 'health' | 'run' | 'reachability' | 'preflight';

const READ_ONLY: ReadonlyMap<string, Endpoint> = new Map([
  ['/', 'identity'],
  ['/contract', 'contract'],
  ['/health', 'health'],
]);

/**
 * The endpoint of a request. `undefined` means 404, also for a known path with another method
 * (docs/reference/seller-interface.md, last row). HEAD counts as GET.
 */
export function endpointOf(method: string, path: string, runMethod: Method): Endpoint | undefined {
  if (path === '/run') {
    if (method === runMethod) return 'run';
    if (method === 'GET' || method === 'HEAD') return 'reachability';
    return method === 'OPTIONS' ? 'preflight' : undefined;
  }
  const endpoint = READ_ONLY.get(path);
  if (!endpoint) return undefined;
  if (method === 'GET' || method === 'HEAD') return endpoint;
  return method === 'OPTIONS' ? 'preflight' : undefined;
}

/**
 * The path below the base address. A proxy or a framework may have removed the path of the base
 * address already, so both forms are accepted.
 */
export function pathBelow(basePath: string, path: string): string {
  if (basePath !== '' && (path === basePath || path.startsWith(`${basePath}/`))) {
    return path.slice(basePath.length) || '/';
  }
  return path;
}
