import type { ROUTES, RouteId } from '@mkt/protocol';
import { InvalidOptionError } from './errors.ts';
import { CALLS, type Call } from './generated/calls.ts';
import type { Records } from './records-src-records.ts';

type Table = typeof ROUTES;

/** What an operation returns, by the route table. */
export type DataOf<Id extends RouteId> = Table[Id]['success'] extends {
  schema: infer Name extends keyof Records;
}
  ? Records[Name]
  : Table[Id]['success']['status'] extends 204
    ? void
    : Record<string, unknown>;

export const routeOf = (id: RouteId): Call => CALLS[id];

/** A value of each parameter of a path; a text is the value of `{id}`. */
export type PathValues = string | Readonly<Record<string, string>>;

// As a segment, these would make the path of another operation: a list, or a change to something
// else.
const NO_SEGMENT = /^\.{0,2}$/;

/** The route's path with its parameters filled in. */
export function pathOf({ path }: Call, values: PathValues | undefined): string {
  const isRecord = typeof values === 'object' && values !== null;
  const given: Readonly<Record<string, unknown>> = isRecord ? values : { id: values };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given[name];
    if (typeof value === 'string' && !NO_SEGMENT.test(value) && value.isWellFormed()) {
      return encodeURIComponent(value);
    }
    const shown = JSON.stringify(value) ?? typeof value;
    throw new InvalidOptionError(`Expected an id or a slug, but got ${shown}.`);
  });
}

/** Whether a request takes an `Idempotency-Key`. */
export function isIdempotent(method: string, path: string): boolean {
  const [pathname] = path.split(/[?#]/, 1);
  return Object.values(CALLS).some(
    (route) => route.idempotent === true && route.method === method && route.path === pathname,
  );
}
