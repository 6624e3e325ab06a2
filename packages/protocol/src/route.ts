import type { ErrorType } from './errors.ts';
import type { Scope } from './generated/wire-types.ts';
import type { SchemaName } from './schemas.ts';

/**
 * Who may call: holders of a scope, of any key, or anyone (a key is still checked if sent). Holders of
 * the scope `or` may call too, and see less.
 */
export type Access = { scope: Scope; or?: Scope } | 'any-key' | 'public';

export const scope = (name: Scope, or?: Scope): Access =>
  or === undefined ? { scope: name } : { scope: name, or };

/** What the routes of `/v1` and `/auth` have in common. */
export interface RouteBase {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces, as in OpenAPI. */
  path: string;
  summary: string;
  tag:
    | 'Listings'
    | 'Marketplace'
    | 'Orders'
    | 'Events'
    | 'Statistics'
    | 'Webhooks'
    | 'API keys'
    | 'Audit'
    | 'Profile'
    | 'Meta'
    | 'Signing in'
    | 'Sessions'
    | 'Device login';
  body?: SchemaName;
  success: {
    status: number;
    schema?: SchemaName;
    description: string;
    /** The response is a stream of server-sent events; the schema is that of the data of each. */
    stream?: true;
    /** The response is a table of comma-separated values if `Accept` asks for one. */
    csv?: true;
  };
  /** Errors in addition to those that follow from the route's access and body. */
  errors: readonly ErrorType[];
}

/** A route of `/v1`. */
export interface Route extends RouteBase {
  access: Access;
  query?: SchemaName;
  /** Accepts `Prefer: wait=N`. */
  waits?: true;
  /** Accepts `Idempotency-Key`. */
  idempotent?: true;
}

/** The names in braces: `'id' | 'probeId'` for `/v1/providers/{id}/health/{probeId}`. */
export type PathParameter<Path extends string> =
  Path extends `${string}{${infer Name}}${infer Rest}` ? Name | PathParameter<Rest> : never;

/** A value for each parameter of a path. */
export type PathParameters<Path extends string> = Readonly<Record<PathParameter<Path>, string>>;

const PARAMETER = /\{(\w+)\}/g;

/** The names of a path's parameters, in their order. */
export const pathParameterNames = (path: string): string[] =>
  [...path.matchAll(PARAMETER)].map(([, name = '']) => name);

/**
 * Matches the paths of a route. A parameter is one segment and a named group; case does not matter,
 * and a slash may end the path.
 */
export const pathPattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(PARAMETER, '(?<$1>[^/]+)')}/?$`, 'i');
