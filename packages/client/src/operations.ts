import { fillPath, ROUTES, type Route, type RouteId, type Wire } from '@mkt/protocol';
import { InvalidOptionError } from './errors.ts';

type Table = typeof ROUTES;

/** What an operation answers, by the route table. */
export type DataOf<Id extends RouteId> = Table[Id]['success'] extends {
  schema: infer Name extends keyof Wire;
}
  ? Wire[Name]
  : Table[Id]['success']['status'] extends 204
    ? undefined
    : Record<string, unknown>;

export const routeOf = (id: RouteId): Route => ROUTES[id];

/** The route's path with its parameters filled in; `id` stands for `{ id }`. */
export function pathOf(
  { path }: Route,
  id: string | Readonly<Record<string, string>> | undefined,
): string {
  const filled = fillPath(path, typeof id === 'object' ? id : { id });
  if (filled === undefined) throw new InvalidOptionError('An id or a slug is needed here.');
  return filled;
}

/** Whether a request is one that takes an `Idempotency-Key`. */
export function isIdempotent(method: string, path: string): boolean {
  const [pathname] = path.split(/[?#]/, 1);
  return Object.values<Route>(ROUTES).some(
    (route) => route.idempotent === true && route.method === method && route.path === pathname,
  );
}
