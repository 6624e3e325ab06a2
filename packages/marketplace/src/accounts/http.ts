import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  AUTH_ROUTES,
  type AuthRoute,
  type AuthRouteId,
  type BrowserSession,
  type Done,
  type User,
  type Wire,
} from '@mkt/protocol';
import type { BodyLimits } from '../http/body.ts';
import {
  type CallerAddress,
  checkLocalName,
  checkNotCrossOrigin,
  checkSameOrigin,
  type OwnOrigins,
} from '../http/origins.ts';
import type { RateLimits } from '../http/rate-limits.ts';
import { type Browser, browserOf, pageRequest, type WithCookies } from '../http/request-head.ts';
import {
  formBody,
  iso,
  pageText,
  requestIdOf,
  type ResponseHeaders,
  send,
} from '../http/respond.ts';
import { checkedBody, type Handlers, type UseCase } from '../http/route.ts';
import { catalogueText } from '../listings/present.ts';
import { byId } from '../market/ids.ts';
import type { JsonReader } from '../market/json-reader.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import type { App } from '../server/context.ts';
import { readProfile, readSeller, updateProfile } from './account.ts';
import { type DeviceLoginDeps, deviceLoginHandlers } from './http-device-login.ts';
import {
  canonicalEmail,
  type closeAccount,
  type resetPassword,
  type signUp,
  type updateUser,
} from './people.ts';
import type { DevSignIn, Session, Sessions, SignedInUser } from './session.ts';
import type { KnownDevices, SignInLimits } from './sign-in-limits.ts';

type BodyOf<Id extends AuthRouteId> = (typeof AUTH_ROUTES)[Id] extends {
  body: infer Name extends keyof Wire;
}
  ? Wire[Name]
  : undefined;

interface AuthInput<Id extends AuthRouteId> {
  body: BodyOf<Id>;
  browser: Browser;
  address: string;
  req: IncomingMessage;
  requestId: string;
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

export interface AuthDeps extends Omit<DeviceLoginDeps, 'rates' | 'attempts'> {
  sessions: Sessions;
  signUp: UseCase<typeof signUp>;
  resetPassword: UseCase<typeof resetPassword>;
  updateUser: UseCase<typeof updateUser>;
  closeAccount: UseCase<typeof closeAccount>;
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

const sessionEnded = () => new Refusal('unauthenticated', 'Your session has ended. Sign in again.');

const DONE: Done = { success: true };

/** The result of a change in sessions, with its cookies. */
const done = async (change: Promise<WithCookies<unknown>>) => ({
  ...(await change),
  result: DONE,
});

/** Tokens of sessions are in cookies only, which no script can read. */
function authHandlers(deps: AuthDeps): AuthHandlers {
  const { sessions, signUp, resetPassword, updateUser, closeAccount, attempts, devices, dev } =
    deps;

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
    async updateUser({ browser, body, address, requestId }) {
      const { result: current, cookies } = await sessions.current(browser);
      if (!current) throw sessionEnded();
      const change = () => updateUser(browser, current, body, requestId);
      const { email = current.user.email } = body;
      if (canonicalEmail(email) === current.user.email) {
        return { result: { user: presentUser(await change()) }, cookies };
      }
      // Each new address that is tried would say whether it has an account.
      await attempts.countSignUp(address);
      const user = await attempts.changePassword(current.session.id, change);
      return signedIn(browser, { result: user, cookies });
    },
    async closeAccount({ browser, body, requestId }) {
      const { result: current } = await sessions.current(browser);
      if (!current) throw sessionEnded();
      return done(
        attempts.changePassword(current.session.id, () =>
          closeAccount(browser, current, body, requestId),
        ),
      );
    },
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
type HandleAuth = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

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
      const requestId = requestIdOf(res);
      const input = { body, browser, address, req, requestId } as AuthInput<Id>;
      const { result, cookies } = await handlers[id](input);
      const headers: ResponseHeaders = cookies.length > 0 ? { 'Set-Cookie': [...cookies] } : {};
      send(res, { status: 200, json: result, headers }, requestId, rateHeaders);
    };
  return new Map(authRouteIds(deps).map((id) => [id, handlerOf(id)]));
}

/** The handlers of seller profiles. A profile is on the wire what it is in the domain. */
export function profileHandlers(app: App) {
  return {
    async getProfile({ caller }) {
      return { status: 200, json: await readProfile(app, caller) };
    },
    async updateProfile({ caller, body }) {
      return { status: 200, json: await updateProfile(app, caller, body) };
    },
    async getSeller({ params: { id }, query, reader }) {
      const list = `seller:${id}`;
      const { profile, listings } = await readSeller(app, id, pageRequest(list, query), reader);
      const known = JSON.stringify(profile).slice(0, -1);
      const text = `${known},"listings":${pageText(list, listings, byId, catalogueText)}}`;
      return { status: 200, text };
    },
  } satisfies Partial<Handlers>;
}
