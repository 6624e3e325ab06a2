import { DatabaseFailure, isMissingReference } from '../database/failure.ts';
import type { Browser, WithCookies } from '../http/request-head.ts';
import { accountClosed } from '../keys/key.ts';
import { invalidField, Refusal, StorageUnavailable } from '../market/refusal.ts';
import { loadOnce } from '../structures/async.ts';
import type { Auth, AuthOptions } from './better-auth.ts';
import type { CurrentSession, Session, Sessions, SignedInUser } from './session.ts';

/** An error of better-auth about the request; `body.code` names it. */
interface ApiError extends Error {
  statusCode: number;
  body?: { code?: string };
}

const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'APIError' && 'statusCode' in error;

/** The same for an unknown email address and a wrong password, so that it reveals no addresses. */
const wrongCredentials = () =>
  new Refusal('unauthenticated', 'The email address or the password is wrong.');

const notSignedIn = () => new Refusal('unauthenticated', 'Your session has ended. Sign in again.');

/** Whether a session was not stored because its person no longer exists: the account was closed meanwhile. */
const isOfNobody = (error: unknown) =>
  error instanceof DatabaseFailure && isMissingReference(error);

/** The refusal for an error of better-auth, or the error that caused it. */
function toRefusal(error: unknown): unknown {
  if (isOfNobody(error)) return accountClosed();
  if (!isApiError(error)) return error;
  const code = error.body?.code ?? '';
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
    case 'INVALID_EMAIL':
      return wrongCredentials();
    case 'INVALID_PASSWORD':
    case 'CREDENTIAL_ACCOUNT_NOT_FOUND':
      return invalidField('/currentPassword', 'is wrong');
    default:
  }
  const { cause } = error;
  if (isOfNobody(cause)) return accountClosed();
  if (cause instanceof StorageUnavailable || cause instanceof Refusal) return cause;
  if (error.statusCode === 401) return notSignedIn();
  return error;
}

interface SessionsOptions extends Omit<AuthOptions, 'database' | 'baseUrl'> {
  /** A kysely instance, and the type of its database. */
  database: { db: unknown; type: 'sqlite' | 'postgres' };
  /** Available once the server listens. */
  baseUrl(): string;
}

/** The loaded library. */
interface Library {
  auth: Auth;
  addressHeader: string;
}

interface SessionRow {
  id: string;
  token: string;
  createdAt: Date;
  expiresAt: Date;
  ipAddress?: string | null | undefined;
  userAgent?: string | null | undefined;
}

const toSession = (row: SessionRow): Session => ({
  id: row.id,
  createdAtMs: row.createdAt.getTime(),
  expiresAtMs: row.expiresAt.getTime(),
  address: row.ipAddress || null,
  userAgent: row.userAgent || null,
});

const toUser = ({ id, name, email }: SignedInUser): SignedInUser => ({ id, name, email });

/** Only the session's own members go to better-auth, never headers that the request chose. */
function headersOf({ cookie, address, userAgent }: Browser, { addressHeader }: Library): Headers {
  const headers = new Headers({ [addressHeader]: address });
  if (cookie !== undefined) headers.set('cookie', cookie);
  if (userAgent !== undefined) headers.set('user-agent', userAgent);
  return headers;
}

/**
 * Sessions by better-auth, which is loaded at the first call: importing it takes 0.3 s, which a
 * marketplace that only sees API keys saves.
 */
export function createSessions({ baseUrl, database, ...options }: SessionsOptions): Sessions {
  async function load(): Promise<Library> {
    const { ADDRESS_HEADER, createAuth } = await import('./better-auth.ts');
    const auth = createAuth({
      ...options,
      database: database as AuthOptions['database'],
      baseUrl: baseUrl(),
    });
    await auth.$context;
    return { auth, addressHeader: ADDRESS_HEADER };
  }

  const loaded = loadOnce(load);

  /** Calls an endpoint of better-auth for a browser. */
  async function call<Response>(
    browser: Browser,
    endpoint: (
      api: Auth['api'],
      request: { headers: Headers; returnHeaders: true },
    ) => Promise<{ headers?: Headers | null | undefined; response: Response }>,
  ): Promise<WithCookies<Response>> {
    try {
      const found = await loaded();
      const request = { headers: headersOf(browser, found), returnHeaders: true } as const;
      const { headers, response } = await endpoint(found.auth.api, request);
      return { result: response, cookies: headers?.getSetCookie() ?? [] };
    } catch (error) {
      throw toRefusal(error);
    }
  }

  const find = (browser: Browser) => call(browser, (api, request) => api.getSession(request));

  /**
   * Looks the session up before better-auth does, because better-auth takes a failing database for a
   * missing session.
   */
  async function required(browser: Browser) {
    const found = await find(browser);
    if (!found.result) throw notSignedIn();
    return { ...found.result, cookies: found.cookies };
  }

  async function rowsOf(browser: Browser): Promise<WithCookies<SessionRow[]>> {
    return call(browser, (api, request) => api.listSessions(request));
  }

  return {
    async hashPassword(password) {
      const { auth } = await loaded();
      return (await auth.$context).password.hash(password);
    },
    async signIn(browser, body) {
      const { result, cookies } = await call(browser, (api, request) =>
        api.signInEmail({ ...request, body }),
      );
      return { result: toUser(result.user), cookies };
    },
    async signInAs(browser, userId) {
      const { result, cookies } = await call(browser, (api, request) =>
        api.startSession({ ...request, body: { userId } }),
      );
      return { result: toUser(result.user), cookies };
    },
    async signOut(browser) {
      const { cookies } = await call(browser, (api, request) => api.signOut(request));
      return { result: undefined, cookies };
    },
    async current(browser): Promise<WithCookies<CurrentSession | undefined>> {
      const { result, cookies } = await find(browser);
      if (!result) return { result: undefined, cookies };
      return {
        result: { session: toSession(result.session), user: toUser(result.user) },
        cookies,
      };
    },
    async list(browser) {
      const { session, cookies } = await required(browser);
      const { result: rows } = await rowsOf(browser);
      const sessions = rows.map(toSession).toSorted((a, b) => b.createdAtMs - a.createdAtMs);
      return { result: { sessions, currentId: session.id }, cookies };
    },
    async end(browser, id) {
      const { cookies } = await required(browser);
      const { result: rows } = await rowsOf(browser);
      const row = rows.find((each) => each.id === id);
      if (!row) return { result: false, cookies };
      const ended = await call(browser, (api, request) =>
        api.revokeSession({ ...request, body: { token: row.token } }),
      );
      return { result: true, cookies: ended.cookies };
    },
    async endOthers(browser) {
      const { cookies } = await required(browser);
      await call(browser, (api, request) => api.revokeOtherSessions(request));
      return { result: undefined, cookies };
    },
    async checkPassword(browser, password) {
      await required(browser);
      await call(browser, (api, request) => api.verifyPassword({ ...request, body: { password } }));
    },
    async changePassword(browser, passwords) {
      await required(browser);
      const { cookies } = await call(browser, (api, request) =>
        api.changePassword({ ...request, body: { ...passwords, revokeOtherSessions: true } }),
      );
      return { result: undefined, cookies };
    },
  };
}
