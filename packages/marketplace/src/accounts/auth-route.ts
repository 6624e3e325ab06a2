import type { IncomingMessage } from 'node:http';
import type { AUTH_ROUTES, AuthRouteId, Wire } from '@mkt/protocol';
import type { Browser, WithCookies } from '../http/browser.ts';

type BodyOf<Id extends AuthRouteId> = (typeof AUTH_ROUTES)[Id] extends {
  body: infer Name extends keyof Wire;
}
  ? Wire[Name]
  : undefined;

export interface AuthInput<Id extends AuthRouteId> {
  body: BodyOf<Id>;
  browser: Browser;
  address: string;
  req: IncomingMessage;
}

/** What a route returns; without a schema any object. */
type ResultOf<Id extends AuthRouteId> = (typeof AUTH_ROUTES)[Id]['success'] extends {
  schema: infer Name extends keyof Wire;
}
  ? Wire[Name]
  : object;

export type AuthHandlers = {
  [Id in AuthRouteId]: (input: AuthInput<Id>) => Promise<WithCookies<ResultOf<Id>>>;
};
