import { AUTH_ROUTES, type AuthRoute, type AuthRouteId } from '@mkt/protocol';
import type { Random } from '../random.ts';
import type { Draft, Operation } from './draft.ts';
import type { Targets } from './targets.ts';

const PASSWORDS = ['correct horse battery', 'another horse battery', 'wrong'] as const;
const PROGRAMS = ['mkt', 'Wörter', 'x y'] as const;
const SCOPES = ['*', 'order:read', 'order:read order:create', 'no:such'] as const;
const GRANT_TYPES = ['urn:ietf:params:oauth:grant-type:device_code', 'password'] as const;

const emailOf = (random: Random) => `person-${random.int(0, 99)}@example.com`;

type Fields = Record<string, unknown>;

/**
 * The body of each route, with its share of the requests. Passwords are hashed, which takes longer
 * than everything else, and a session that has ended is of no use to later requests.
 */
const BODIES: Record<
  AuthRouteId,
  [share: number, body?: (targets: Targets, random: Random) => Fields]
> = {
  signUp: [
    0.2,
    (_, random) => ({ name: 'Ann', email: emailOf(random), password: random.pick(PASSWORDS) }),
  ],
  signIn: [0.2, (_, random) => ({ email: emailOf(random), password: random.pick(PASSWORDS) })],
  resetPassword: [0.2, (_, random) => ({ token: 'none', newPassword: random.pick(PASSWORDS) })],
  signInDev: [0.5, (_, random) => (random.chance(0.5) ? { token: 'none' } : {})],
  signOut: [0.2, () => ({})],
  getSession: [2],
  listSessions: [1],
  endSession: [0.5, ({ orders }, random) => ({ id: random.pick(orders) })],
  endOtherSessions: [0.1, () => ({})],
  updateUser: [
    0.2,
    (_, random) => ({
      name: 'Ann',
      email: emailOf(random),
      currentPassword: random.pick(PASSWORDS),
    }),
  ],
  changePassword: [
    0.2,
    (_, random) => ({
      currentPassword: random.pick(PASSWORDS),
      newPassword: random.pick(PASSWORDS),
    }),
  ],
  // The account of the run has no password: there it is always refused.
  closeAccount: [0.2, (_, random) => ({ currentPassword: random.pick(PASSWORDS) })],
  startDeviceLogin: [
    2,
    (_, random) => ({
      client_id: random.pick(PROGRAMS),
      ...(random.chance(0.5) ? { host_name: 'a host' } : {}),
      ...(random.chance(0.5) ? { scope: random.pick(SCOPES) } : {}),
    }),
  ],
  pollDeviceLogin: [
    2,
    ({ deviceCodes }, random) => ({
      grant_type: random.pick(GRANT_TYPES),
      device_code: random.pick(deviceCodes),
      client_id: random.pick(PROGRAMS),
    }),
  ],
  findDeviceLogin: [1, ({ userCodes }, random) => ({ userCode: random.pick(userCodes) })],
  approveDeviceLogin: [
    1,
    ({ userCodes }, random) => ({
      userCode: random.pick(userCodes),
      scopes: random.pick(SCOPES).split(' '),
      ...(random.chance(0.3) ? { expiresAt: '2036-01-01T00:00:00Z' } : {}),
    }),
  ],
  denyDeviceLogin: [0.3, ({ userCodes }, random) => ({ userCode: random.pick(userCodes) })],
  revokeToken: [0.5, () => ({ token: 'mkt_none' })],
};

/** Every route below `/auth`: pages send JSON with the cookie of a session, programs a form. */
export const AUTH_OPERATIONS: Record<string, [share: number, Operation]> = Object.fromEntries(
  (Object.entries(BODIES) as [AuthRouteId, (typeof BODIES)[AuthRouteId]][]).map(
    ([id, [share, body]]) => {
      const { method, path, access }: AuthRoute = AUTH_ROUTES[id];
      const operation: Operation = (targets, random): Draft => {
        const fields = body?.(targets, random);
        if (access === 'program') return { method, path, form: fields ?? {} };
        const headers = { origin: targets.origin, cookie: random.pick(targets.cookies) };
        return { method, path, headers, ...(fields ? { json: fields } : {}) };
      };
      return [id, [share, operation]];
    },
  ),
);

/** Operations whose errors may have the form that OAuth prescribes. */
export const isForPrograms = (operation: string): boolean =>
  Object.hasOwn(AUTH_ROUTES, operation) &&
  AUTH_ROUTES[operation as AuthRouteId].access === 'program';
