import {
  approveDeviceLogin,
  denyDeviceLogin,
  findDeviceLogin,
  pollDeviceLogin,
  startDeviceLogin,
} from '../accounts/device-login.ts';
import type { DeviceLoginDeps } from '../accounts/http-device-login.ts';
import type { AuthDeps } from '../accounts/http.ts';
import { closeAccount, resetPassword, signUp, updateUser } from '../accounts/people.ts';
import { authenticateSession, createDevSignIn, sessionCookieName } from '../accounts/session.ts';
import { createSessions } from '../accounts/sessions.ts';
import { createKnownDevices } from '../accounts/sign-in-limits.ts';
import type { EventFeed, OrderEvents } from '../events/event.ts';
import type { RequesterDeps } from '../http/request-head.ts';
import { revokeToken } from '../keys/key.ts';
import type { Clock, Identity, Log } from '../market/outside.ts';
import type { Config } from './config.ts';
import type { Store } from './context.ts';
import { DEVELOPER } from './dev-account.ts';
import { cookieKey } from './keys.ts';
import type { Storage } from './storage.ts';

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * The origins whose pages may use sessions: that of the marketplace's address; in dev mode also the
 * other names of this machine, by which people open it.
 */
function ownOrigins({ dev }: Pick<Config, 'dev'>, url: string): ReadonlySet<string> {
  const { origin, protocol, port } = new URL(url);
  const names = dev ? LOOPBACK.map((name) => `${protocol}//${name}${port && `:${port}`}`) : [];
  return new Set([origin, ...names]);
}

export interface SignInParts {
  config: Config;
  storage: Pick<Storage, 'auth'>;
  store: Store;
  identity: Identity;
  clock: Clock;
  log: Log;
  feed: EventFeed;
  events: OrderEvents;
  /** The printed API key of dev mode. */
  devApiKey: string | undefined;
  /** The address of the marketplace, once it listens. */
  url(): string;
}

export type SignIn = Pick<
  AuthDeps,
  | 'sessions'
  | 'signUp'
  | 'resetPassword'
  | 'updateUser'
  | 'closeAccount'
  | 'devices'
  | 'ownOrigins'
  | 'dev'
> &
  Omit<DeviceLoginDeps, 'rates' | 'attempts'> &
  Pick<RequesterDeps, 'authenticateSession' | 'sessionCookie'>;

/** A use case with its dependencies. */
function bind<Deps, Args extends unknown[], Result>(
  flow: (deps: Deps, ...args: Args) => Result,
  deps: Deps,
): (...args: Args) => Result {
  return (...args) => flow(deps, ...args);
}

/** What device login needs: programs ask for a key, people approve it. */
function deviceLogin({ config, store, identity, clock, log, url }: SignInParts) {
  const { deviceLogins } = store;
  const deps = { deviceLogins, identity, clock, log, maxActiveKeys: config.shares.apiKeys };
  return {
    startDeviceLogin: bind(startDeviceLogin, deps),
    pollDeviceLogin: bind(pollDeviceLogin, deps),
    findDeviceLogin: bind(findDeviceLogin, deps),
    approveDeviceLogin: bind(approveDeviceLogin, { ...deps, store }),
    denyDeviceLogin: bind(denyDeviceLogin, deps),
    revokeToken: bind(revokeToken, { store, identity, log }),
    devicePage: () => `${url()}/device`,
  };
}

/** What people need to sign up, to sign in and to act in sessions. */
export async function openSignIn(parts: SignInParts): Promise<SignIn> {
  const { config, storage, store, identity, clock, log, devApiKey, url, feed, events } = parts;
  const sessions = createSessions({
    database: storage.auth,
    cookieKey: await cookieKey(store),
    secureCookies: !config.dev,
    baseUrl: url,
    id: identity.id,
  });
  const signUpDeps = { users: store.users, sessions, identity, policy: config.signUp };
  const devEmail = config.dev ? DEVELOPER.email : undefined;
  const updateDeps = { users: store.users, sessions, devEmail };
  const closeDeps = { accounts: store.accounts, sessions, feed, events, log, devEmail };
  return {
    ...deviceLogin(parts),
    sessions,
    signUp: (browser, person) => signUp(signUpDeps, browser, person),
    resetPassword: (browser, reset) => resetPassword(signUpDeps, browser, reset),
    updateUser: (...change) => updateUser(updateDeps, ...change),
    closeAccount: (...closing) => closeAccount(closeDeps, ...closing),
    authenticateSession: (browser) =>
      authenticateSession({ sessions, users: store.users }, browser),
    dev:
      devApiKey === undefined
        ? undefined
        : createDevSignIn({
            sessions,
            users: store.users,
            apiKeys: store.apiKeys,
            identity,
            clock,
            email: DEVELOPER.email,
            apiKey: devApiKey,
          }),
    devices: createKnownDevices(identity, !config.dev),
    sessionCookie: sessionCookieName(!config.dev),
    ownOrigins: () => ownOrigins(config, url()),
  };
}
