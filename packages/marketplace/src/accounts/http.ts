import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  AUTH_ROUTES,
  type AuthRoute,
  type AuthRouteId,
  type BrowserSession,
  type Done,
  type User,
} from '@mkt/protocol';
import type { JsonReader } from '../market/json-reader.ts';
import { notFound } from '../market/refusal.ts';
import type { Session, Sessions, SignedInUser } from './session-domain-session.ts';
import type { resetPassword } from './people.ts';
import type { signUp } from './sign-up.ts';
import type { DevSignIn } from './session.ts';
import type { AuthHandlers, AuthInput } from './auth-route.ts';
import { browserOf } from '../http/query-http-browser.ts';
import type { CallerAddress } from '../http/origins.ts';
import { deviceLoginHandlers, type DeviceLoginDeps } from './http-device-login.ts';
import { formBody } from '../http/oauth.ts';
import type { KnownDevices } from './known-device.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { requestIdOf } from '../http/request-id.ts';
import type { BodyLimits } from '../http/body.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { iso, type ResponseHeaders, send } from '../http/response.ts';
import { checkedBody, type UseCase } from '../http/route.ts';
import {
  checkLocalName,
  checkNotCrossOrigin,
  checkSameOrigin,
  type OwnOrigins,
} from '../http/same-origin.ts';
import type { Browser, WithCookies } from '../http/browser.ts';

export interface AuthDeps extends Omit<DeviceLoginDeps, 'rates' | 'attempts'> {
  sessions: Sessions;
  signUp: UseCase<typeof signUp>;
  resetPassword: UseCase<typeof resetPassword>;
  rates: Pick<RateLimits, 'take' | 'takeBytes'> & DeviceLoginDeps['rates'];
  attempts: SignInLimits;
  devices: KnownDevices;
  callerAddress: CallerAddress;
  ownOrigins: OwnOrigins;
  /** Only in dev mode. */
  dev: DevSignIn | undefined;
  limits: BodyLimits;
  json: JsonReader;
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
  const { sessions, signUp, resetPassword, attempts, devices, dev } = deps;

  /** The response to a person who has just given a valid password, which makes the browser a known one. */
  const signedIn = (browser: Browser, { result: user, cookies }: WithCookies<SignedInUser>) => ({
    result: { user: presentUser(user) },
    cookies: [...cookies, devices.remember(browser.cookie, user.email)],
  });

  return {
    async signUp({ browser, body, address }) {
      const { invitation: token } = body;
      if (token === undefined) {
        await attempts.countSignUp(address);
        return signedIn(browser, await signUp(browser, body));
      }
      const link = { network: address, token };
      return signedIn(browser, await attempts.useLink(link, () => signUp(browser, body)));
    },
    async signIn({ browser, body, address }) {
      const { email } = body;
      const who = { email, network: address, device: devices.idOf(browser.cookie, email) };
      return signedIn(browser, await attempts.signIn(who, () => sessions.signIn(browser, body)));
    },
    async signInDev({ browser, body, req }) {
      if (!dev) throw notFound('Path');
      checkLocalName(req);
      const { result, cookies } = await dev.signIn(browser, body.token);
      return { result: { user: presentUser(result) }, cookies };
    },
    async resetPassword({ browser, body, address }) {
      const link = { network: address, token: body.token };
      return signedIn(browser, await attempts.useLink(link, () => resetPassword(browser, body)));
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
    async changePassword({ browser, body }) {
      const { result: current } = await sessions.current(browser);
      const change = () => done(sessions.changePassword(browser, body));
      // Without a session, the change is refused.
      return current ? attempts.changePassword(current.session.id, change) : change();
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
 * Handles every route below `/auth`, with the checks in this order: the origin; the rate; the body.
 */
export function createAuthHandlers(deps: AuthDeps): ReadonlyMap<AuthRouteId, HandleAuth> {
  const handlers = authHandlers(deps);
  const handlerOf =
    <Id extends AuthRouteId>(id: Id): HandleAuth =>
    async (req, res) => {
      const route: AuthRoute = AUTH_ROUTES[id];
      const isForPrograms = route.access === 'program';
      if (isForPrograms) checkNotCrossOrigin(req, deps.ownOrigins);
      else checkSameOrigin(req, deps.ownOrigins);
      const address = deps.callerAddress(req);
      const group = `address:${address}`;
      const rateHeaders = await deps.rates.take('requests', group);
      const charge = (size: number) => deps.rates.takeBytes(group, size);
      const body = isForPrograms
        ? await formBody(route, req, deps.limits, { charge })
        : (await checkedBody(route, req, deps.limits, { json: deps.json, group, charge })).body;
      const browser = browserOf(req, deps.callerAddress);
      const input = { body, browser, address, req } as AuthInput<Id>;
      const { result, cookies } = await handlers[id](input);
      const headers: ResponseHeaders = cookies.length > 0 ? { 'Set-Cookie': [...cookies] } : {};
      send(res, { status: 200, json: result, headers }, requestIdOf(res), rateHeaders);
    };
  return new Map(authRouteIds(deps).map((id) => [id, handlerOf(id)]));
}
