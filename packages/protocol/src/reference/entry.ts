import type { ErrorBody, Wire } from '../generated/wire-types.ts';
import type { ErrorType } from '../errors.ts';
import type { PathParameter, PathParameters } from '../route.ts';
import type { AnyRouteId, AnyRoutes } from '../all-routes.ts';

type RouteOf<Id extends AnyRouteId> = AnyRoutes[Id];
type Named<R, Key extends string> = R extends { [K in Key]: infer Name extends keyof Wire }
  ? Wire[Name]
  : never;

/** `{}` unless the route has what `Value` describes. */
type If<Value, Member> = [Value] extends [never] ? unknown : Member;
type Success<R> = R extends { success: infer S } ? S : never;

/** What the reference says about a route in addition to its summary: prose, and an example of a call. */
export type Entry<Id extends AnyRouteId> = {
  /** Markdown, a few sentences: what it does, when to use it, what to expect. */
  description: string;
} & If<
  PathParameter<RouteOf<Id>['path']>,
  { path: { [Name in keyof PathParameters<RouteOf<Id>['path']>]: string } }
> &
  If<
    Named<RouteOf<Id>, 'query'>,
    {
      /** Only parameters that are useful in a first request: the page at /docs/api fills them in. */
      query: Named<RouteOf<Id>, 'query'>;
    }
  > &
  If<Named<RouteOf<Id>, 'body'>, { request: Named<RouteOf<Id>, 'body'> }> &
  (Success<RouteOf<Id>> extends { status: 204 }
    ? unknown
    : {
        response: [Named<Success<RouteOf<Id>>, 'schema'>] extends [never]
          ? Record<string, unknown>
          : Named<Success<RouteOf<Id>>, 'schema'>;
      });

/** An entry for every route: a new one without an entry does not compile. */
export type Reference = { [Id in AnyRouteId]: Entry<Id> };

/** The example of an error, without what every error has. */
export type ErrorExample = Omit<ErrorBody, 'type' | 'requestId'>;

export type ErrorExamples = Record<ErrorType, ErrorExample>;
