import { KEY_SCOPES } from '@mkt/protocol';
import type { Caller } from '../market/caller.ts';
import { Refusal } from '../market/refusal.ts';
import type { Sessions } from './session-domain-session.ts';
import type { UserStore } from './user-store.ts';
import { accountSuspended } from '../keys/authenticate.ts';
import type { Browser, WithCookies } from '../http/browser.ts';

export interface AuthenticateSessionDeps {
  sessions: Pick<Sessions, 'current'>;
  users: Pick<UserStore, 'membership'>;
}

/**
 * Finds the caller of a session: the account of its person, with every scope. The cookies renew the
 * session. A suspended account cannot even read.
 */
export async function authenticateSession(
  { sessions, users }: AuthenticateSessionDeps,
  browser: Browser,
): Promise<WithCookies<Caller>> {
  const { result: found, cookies } = await sessions.current(browser);
  const membership = found && (await users.membership(found.user.id));
  if (!membership) throw new Refusal('unauthenticated', 'Your session has ended. Sign in again.');
  if (membership.suspended) throw accountSuspended();
  const { accountId } = membership;
  const sessionId = found.session.id;
  return {
    result: { accountId, actor: { kind: 'session', sessionId }, scopes: KEY_SCOPES },
    cookies,
  };
}
