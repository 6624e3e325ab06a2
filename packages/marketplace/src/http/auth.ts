import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  AUTH_ROUTES,
  type AuthRoute,
  type AuthRouteId,
  type BrowserSession,
  type Done,
  type User,
} from '@mkt/protocol';
import { notFound } from '../domain/refusal.ts';
import type { Session, Sessions, SignedInUser, WithCookies } from '../domain/session.ts';
import type { resetPassword } from '../flows/sign-in-link.ts';
import type { signUp } from '../flows/sign-up.ts';
import type { DevSignIn } from '../flows/dev-sign-in.ts';
import type { AuthHandlers, AuthInput } from './auth-route.ts';
import { browserOf } from './browser.ts';
import type { CallerAddress } from './caller-address.ts';
import { deviceLoginHandlers, type DeviceLoginDeps } from './device-login.ts';
import { checkLocalAddress, checkLocalName } from './dev-sign-in.ts';
import { formBody } from './oauth.ts';
import { iso } from './present-listing.ts';
import type { RateLimits } from './rate-limits.ts';
import { requestIdOf } from './request-id.ts';
import type { BodyLimits } from './request-body.ts';
import { send, type ResponseHeaders } from './response.ts';
import { checkedBody, type UseCase } from './route.ts';
import { checkSameOrigin, type OwnOrigins } from './same-origin.ts';

export interface AuthDeps extends Omit<DeviceLoginDeps, 'rates'> {
  sessions: Sessions;
  signUp: UseCase<typeof signUp>;
  resetPassword: UseCase<typeof resetPassword>;
  rates: Pick<RateLimits, 'take' | 'countSignIn'> & DeviceLoginDeps['rates'];
  callerAddress: CallerAddress;
  ownOrigins: OwnOrigins;
  /** Only in dev mode. */
  dev: DevSignIn | undefined;
  limits: BodyLimits;
}

const presentUser = ({ id, name, email }: SignedInUser): User => ({ id, name, email });

const presentSession = (session: Session): BrowserSession => ({
  id: session.id,
  createdAt: iso(session.createdAtMs),
  expiresAt: iso(session.expiresAtMs),
  ipAddress: session.address,
  userAgent: session.userAgent,
});

const DONE: Done = { success: true };

/** The result of a change in sessions, with its cookies. */
const done = async (change: Promise<WithCookies<unknown>>) => ({
  ...(await change),
  result: DONE,
});

/** Tokens of sessions are in cookies only, which no script can read. */
function authHandlers(deps: AuthDeps): AuthHandlers {
  const { sessions, signUp, resetPassword, rates, callerAddress, dev } = deps;
  return {
    async signUp({ browser, body, address }) {
      await rates.countSignIn(address, body.email);
      const { result, cookies } = await signUp(browser, body);
      return { result: { user: presentUser(result) }, cookies };
    },
    async signIn({ browser, body, address }) {
      await rates.countSignIn(address, body.email);
      const { result, cookies } = await sessions.signIn(browser, body);
      return { result: { user: presentUser(result) }, cookies };
    },
    async signInDev({ browser, body, req }) {
      if (!dev) throw notFound('Path');
      checkLocalName(req);
      if (body.token === undefined) checkLocalAddress(req, callerAddress);
      else dev.useToken(body.token);
      const { result, cookies } = await dev.signIn(browser);
      return { result: { user: presentUser(result) }, cookies };
    },
    async resetPassword({ browser, body, address }) {
      await rates.countSignIn(address, undefined);
      const { result, cookies } = await resetPassword(browser, body);
      return { result: { user: presentUser(result) }, cookies };
    },
    signOut: ({ browser }) => done(sessions.signOut(browser)),
    async getSession({ browser }) {
      const { result: found, cookies } = await sessions.current(browser);
      if (!found) return { result: null, cookies };
      const { session, user } = found;
      return { result: { session: presentSession(session), user: presentUser(user) }, cookies };
    },
    async listSessions({ browser }) {
      const { result, cookies } = await sessions.list(browser);
      const all = result.sessions.map((session) => ({
        ...presentSession(session),
        current: session.id === result.currentId,
      }));
      return { result: all, cookies };
    },
    async endSession({ browser, body }) {
      const { result: ended, cookies } = await sessions.end(browser, body.id);
      if (!ended) throw notFound('Session');
      return { result: DONE, cookies };
    },
    endOtherSessions: ({ browser }) => done(sessions.endOthers(browser)),
    async changePassword({ browser, body, address }) {
      await rates.countSignIn(address, undefined);
      return done(sessions.changePassword(browser, body));
    },
    ...deviceLoginHandlers(deps),
  };
}

/** The routes that exist: one only in dev mode. */
export const authRouteIds = ({ dev }: Pick<AuthDeps, 'dev'>): AuthRouteId[] =>
  (Object.keys(AUTH_ROUTES) as AuthRouteId[]).filter((id) => id !== 'signInDev' || dev);

/** Handles a request below `/auth`; rejects with what the error handler responds to. */
export type HandleAuth = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

/**
 * Handles every route below `/auth`, with the checks in this order: the origin, unless it is for
 * programs; the rate; the body.
 */
export function createAuthHandlers(deps: AuthDeps): ReadonlyMap<AuthRouteId, HandleAuth> {
  const handlers = authHandlers(deps);
  const handlerOf =
    <Id extends AuthRouteId>(id: Id): HandleAuth =>
    async (req, res) => {
      const route: AuthRoute = AUTH_ROUTES[id];
      const isForPrograms = route.access === 'program';
      if (!isForPrograms) checkSameOrigin(req, deps.ownOrigins);
      const address = deps.callerAddress(req);
      const rateHeaders = await deps.rates.take('requests', `address:${address}`);
      const body = isForPrograms
        ? await formBody(route, req, deps.limits)
        : (await checkedBody(route, req, deps.limits)).body;
      const browser = browserOf(req, deps.callerAddress);
      const input = { body, browser, address, req } as AuthInput<Id>;
      const { result, cookies } = await handlers[id](input);
      const headers: ResponseHeaders = cookies.length > 0 ? { 'Set-Cookie': [...cookies] } : {};
      send(res, { status: 200, json: result, headers }, requestIdOf(res), rateHeaders);
    };
  return new Map(authRouteIds(deps).map((id) => [id, handlerOf(id)]));
}
