import { isKeyScope, LIMITS, type Done, type KeyScope } from '@mkt/protocol';
import type { RateLimits } from '../http/rate-limits.ts';
import type { Browser, WithCookies } from '../http/request-head.ts';
import { iso, OAuthError } from '../http/respond.ts';
import type { UseCase } from '../http/route.ts';
import type { revokeToken } from '../keys/key.ts';
import type { Caller } from '../market/caller.ts';
import {
  type approveDeviceLogin,
  claimedName,
  type denyDeviceLogin,
  type findDeviceLogin,
  type pollDeviceLogin,
  type PolledDeviceLogin,
  type startDeviceLogin,
} from './device-login.ts';
import type { AuthHandlers } from './http.ts';
import type { SignInLimits } from './sign-in-limits.ts';

export interface DeviceLoginDeps {
  startDeviceLogin: UseCase<typeof startDeviceLogin>;
  pollDeviceLogin: UseCase<typeof pollDeviceLogin>;
  findDeviceLogin: UseCase<typeof findDeviceLogin>;
  approveDeviceLogin: UseCase<typeof approveDeviceLogin>;
  denyDeviceLogin: UseCase<typeof denyDeviceLogin>;
  revokeToken: UseCase<typeof revokeToken>;
  authenticateSession(browser: Browser): Promise<WithCookies<Caller>>;
  /** The page on which people enter user codes. */
  devicePage(): string;
  rates: Pick<RateLimits, 'countFailedKey'>;
  attempts: Pick<SignInLimits, 'countDeviceLogin' | 'useCode'>;
}

type DeviceLoginHandlers = Pick<
  AuthHandlers,
  | 'startDeviceLogin'
  | 'pollDeviceLogin'
  | 'findDeviceLogin'
  | 'approveDeviceLogin'
  | 'denyDeviceLogin'
  | 'revokeToken'
>;

const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:device_code';
const DONE: Done = { success: true };

/** The response to a program, which has no cookies. */
const answer = <Result>(result: Result): WithCookies<Result> => ({ result, cookies: [] });

function programOf(clientId: string): string {
  const program = claimedName(clientId);
  if (program !== '') return program;
  throw new OAuthError('invalid_request', 'client_id must have visible characters.');
}

/** Every scope if the program names none: the person decides (RFC 6749, section 3.3). */
function scopesOf(scope = '*'): KeyScope[] {
  const names = scope.split(' ').filter((name) => name !== '');
  const scopes = names.filter(isKeyScope);
  if (scopes.length === names.length && scopes.length > 0) return scopes;
  throw new OAuthError('invalid_scope', 'scope names a scope that does not exist.');
}

type Refused = Exclude<PolledDeviceLogin, { kind: 'handed-over' }>['kind'];

const REFUSALS: Record<Refused, readonly [OAuthError['code'], string]> = {
  pending: ['authorization_pending', 'The login has not been allowed or denied yet.'],
  'too-fast': [
    'slow_down',
    `Wait ${LIMITS.deviceSlowDownSeconds} s longer between requests from now on.`,
  ],
  denied: ['access_denied', 'The login was denied.'],
  'too-many': ['access_denied', 'The account has reached its maximum number of valid API keys.'],
  expired: ['expired_token', 'The code has expired; ask for a new one.'],
  used: ['invalid_grant', 'The API key of this code has already been handed out.'],
  unknown: ['invalid_grant', 'The device code is unknown, or was given to another client_id.'],
};

/** Handles device login and the end of a key (docs/operate/accounts.md#device-login). */
export function deviceLoginHandlers(deps: DeviceLoginDeps): DeviceLoginHandlers {
  const { rates, attempts } = deps;

  /** Does something with a user code on behalf of the caller who entered it; refuses callers who guess. */
  async function withCode<Result>(
    { browser, address }: { browser: Browser; address: string },
    use: (caller: Caller) => Promise<Result>,
  ): Promise<WithCookies<Result>> {
    const { result: caller, cookies } = await deps.authenticateSession(browser);
    const who = { network: address, accountId: caller.accountId };
    return { result: await attempts.useCode(who, () => use(caller)), cookies };
  }

  return {
    async startDeviceLogin({ body, browser, address }) {
      const program = programOf(body.client_id);
      const scopes = scopesOf(body.scope);
      await attempts.countDeviceLogin(address);
      const hostName = claimedName(body.host_name ?? '') || null;
      const asks = { program, hostName, address: browser.address, scopes };
      const { deviceCode, userCode } = await deps.startDeviceLogin(asks);
      const page = deps.devicePage();
      return answer({
        device_code: deviceCode,
        user_code: userCode,
        verification_uri: page,
        // In the fragment, which browsers send to no server, so that it appears in no log.
        verification_uri_complete: `${page}#code=${userCode}`,
        expires_in: LIMITS.deviceCodeMs / 1_000,
        interval: LIMITS.devicePollSeconds,
      });
    },
    async pollDeviceLogin({ body, address }) {
      if (body.grant_type !== GRANT_TYPE) {
        throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT_TYPE}.`);
      }
      const program = programOf(body.client_id);
      const polled = await deps.pollDeviceLogin({ deviceCode: body.device_code, program });
      if (polled.kind === 'handed-over') {
        const { key, scopes, lifetimeSeconds } = polled;
        return answer({
          access_token: key,
          token_type: 'Bearer',
          scope: scopes.join(' '),
          ...(lifetimeSeconds === null ? {} : { expires_in: lifetimeSeconds }),
        });
      }
      if (polled.kind === 'unknown') await rates.countFailedKey(address);
      throw new OAuthError(...REFUSALS[polled.kind]);
    },
    findDeviceLogin: ({ body, ...from }) =>
      withCode(from, async () => {
        const { login, userCode } = await deps.findDeviceLogin(body.userCode);
        return {
          userCode,
          program: login.program,
          hostName: login.hostName,
          address: login.address,
          scopes: [...login.scopes],
          createdAt: iso(login.createdAtMs),
          expiresAt: iso(login.expiresAtMs),
        };
      }),
    approveDeviceLogin: ({ body, ...from }) =>
      withCode(from, async (caller) => {
        await deps.approveDeviceLogin(caller, body);
        return DONE;
      }),
    denyDeviceLogin: ({ body, ...from }) =>
      withCode(from, async (caller) => {
        await deps.denyDeviceLogin(caller, body.userCode);
        return DONE;
      }),
    async revokeToken({ body, address }) {
      if (!(await deps.revokeToken(body.token))) await rates.countFailedKey(address);
      return answer({});
    },
  };
}
