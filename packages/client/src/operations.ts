import { ROUTES, type Route, type RouteId, type Wire } from '@mkt/protocol';
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

// Such a segment would make the path of another operation: a list, or a change of something else.
const NO_SEGMENT = /^\.{0,2}$/;

/** The route's path with its parameters filled in; a single `id` stands for `{ id }`. */
export function pathOf(
  { path }: Route,
  id: string | Readonly<Record<string, string>> | undefined,
): string {
  const values: Readonly<Record<string, unknown>> = typeof id === 'object' ? id : { id };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (typeof value !== 'string' || NO_SEGMENT.test(value) || !value.isWellFormed()) {
      throw new InvalidOptionError('An id or a slug is needed here.');
    }
    return encodeURIComponent(value);
  });
}

/** Whether a request is one that takes an `Idempotency-Key`. */
export function isIdempotent(method: string, path: string): boolean {
  const [pathname] = path.split(/[?#]/, 1);
  return Object.values<Route>(ROUTES).some(
    (route) => route.idempotent === true && route.method === method && route.path === pathname,
  );
}
