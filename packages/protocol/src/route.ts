import type { ErrorType } from './errors.ts';
import type { Scope } from './generated/wire-types.ts';
import type { SchemaName } from './schemas.ts';

/** Who may call: holders of a scope, of any key, or anyone (a key is still checked if sent). */
export type Access = { scope: Scope } | 'any-key' | 'public';

export const scope = (name: Scope): Access => ({ scope: name });

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Parameters in braces, as in OpenAPI. */
  path: string;
  access: Access;
  summary: string;
  tag:
    | 'Providers'
    | 'Listings'
    | 'Marketplace'
    | 'Orders'
    | 'Events'
    | 'Statistics'
    | 'API keys'
    | 'Profile'
    | 'Meta';
  query?: SchemaName;
  body?: SchemaName;
  success: {
    status: number;
    schema?: SchemaName;
    description: string;
    /** The response is a stream of server-sent events; the schema is that of the data of each. */
    stream?: true;
  };
  /** Errors in addition to those that follow from the route's access and body. */
  errors: readonly ErrorType[];
  /** Accepts `Prefer: wait=N`. */
  waits?: true;
  /** Accepts `Idempotency-Key`. */
  idempotent?: true;
}
