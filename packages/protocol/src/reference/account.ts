import type { Reference } from './entry.ts';
import { API_KEY, BUYER_ID, KEY_ID, LISTING_ID, PROFILE, REQUEST_ID, SLUG } from './weather.ts';

const { lastUsedAt: _unused, ...CREATED } = API_KEY;
const FULL = { ...API_KEY.remaining, amount: 5 };

export const API_KEYS = {
  listApiKeys: {
    description:
      'Lists the API keys of your account that are not revoked, newest first. The keys themselves are not stored, so they cannot be shown again.',
    query: { limit: 20 },
    response: { data: [API_KEY], nextCursor: null },
  },
  createApiKey: {
    description:
      'Creates an API key. The response is the only one that contains the key, so store it immediately. A key can grant only scopes that it has itself, and no key outlives the key that created it. A `budget` limits what can be spent with the key and with the keys created with it.',
    request: {
      name: 'buying from CI',
      scopes: ['order:create', 'order:read'],
      budget: { limit: 5, currency: 'USD', period: 'day', maxPrice: 0.05 },
    },
    response: {
      ...CREATED,
      remaining: FULL,
      key: 'mkt_ExampleExampleExampleExampleExampleExampleExample',
    },
  },
  updateApiKey: {
    description:
      'Changes the name or the budget of an API key. The rules of `budget` that are given replace the stored ones, `null` removes one, and `budget: null` removes them all. What was already spent still counts. A key cannot change its own budget, or that of a key above it.',
    path: { id: KEY_ID },
    request: { budget: { limit: 10 } },
    response: {
      ...API_KEY,
      budget: { ...API_KEY.budget, limit: 10 },
      remaining: { ...API_KEY.remaining, amount: 9.98 },
    },
  },
  deleteApiKey: {
    description:
      'Revokes an API key and every key that was created with it. The next request with one of them is refused.',
    path: { id: KEY_ID },
  },
} satisfies Partial<Reference>;

const NAMED_KEY = { name: API_KEY.name, lastFour: API_KEY.lastFour };
const NO_KEY = { name: null, lastFour: null };

export const AUDIT = {
  listAudit: {
    description:
      'Lists what people, API keys and the operator did to your account, newest first: signing in and out, and changes to keys, listings and webhooks. Entries are kept for 400 days. Keys and listings are named even after they were revoked or deleted. IP addresses are not recorded.',
    query: { limit: 20, from: '2026-09-01T00:00:00Z' },
    response: {
      data: [
        {
          id: '1207',
          at: '2026-09-12T09:20:00.000Z',
          action: 'key.revoke',
          actor: { kind: 'session', id: '01993b40-11f0-7c52-b3d8-2e6f9a4c7b10', ...NO_KEY },
          subject: { id: KEY_ID, ...NAMED_KEY, exists: false },
          reason: null,
          requestId: REQUEST_ID,
        },
        {
          id: '1203',
          at: '2026-09-12T09:12:00.000Z',
          action: 'listing.update',
          actor: { kind: 'session', id: '01993b40-11f0-7c52-b3d8-2e6f9a4c7b10', ...NO_KEY },
          subject: { id: LISTING_ID, name: SLUG, lastFour: null, exists: true },
          changed: ['/price/amount', '/description'],
          reason: null,
          requestId: REQUEST_ID,
        },
        {
          id: '1198',
          at: '2026-09-12T09:05:00.000Z',
          action: 'listing.archive',
          actor: { kind: 'operator', id: null, ...NO_KEY },
          subject: { id: LISTING_ID, name: SLUG, lastFour: null, exists: true },
          reason: 'The seller asked for it.',
          requestId: null,
        },
      ],
      nextCursor: null,
    },
  },
} satisfies Partial<Reference>;

const { sellerId: _, ...REQUEST } = PROFILE;

export const PROFILES = {
  getProfile: {
    description:
      'Returns what buyers see of you as a seller. Every account has a profile; until you set a name, it is `Seller` and the start of the `sellerId`.',
    response: PROFILE,
  },
  updateProfile: {
    description:
      'Replaces your seller profile. Its texts are screened like those of a listing: if the `content` check fails, nothing changes. Listings show the new name immediately.',
    request: REQUEST,
    response: PROFILE,
  },
} satisfies Partial<Reference>;

const USER = { id: '01993b30-0b81-7aa3-9d27-5c3e1f8b6a44', name: 'Ann', email: 'ann@example.com' };

const SESSION = {
  id: '01993b40-11f0-7c52-b3d8-2e6f9a4c7b10',
  createdAt: '2026-09-12T08:58:00.000Z',
  expiresAt: '2026-09-19T08:58:00.000Z',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const PASSWORD = 'correct horse battery';
const DONE = { success: true } as const;

export const SESSIONS = {
  signUp: {
    description:
      'Creates a person and their account, and signs them in. Who may sign up is the decision of the operator (`MKT_SIGNUP`); `invitation` is the token of a link that the operator gave to the person. An email address that already has an account is refused.',
    request: { name: USER.name, email: USER.email, password: PASSWORD },
    response: { user: USER },
  },
  signIn: {
    description:
      'Starts a session of 7 days. A wrong email address and a wrong password get the same response after the same time.',
    request: { email: USER.email, password: PASSWORD },
    response: { user: USER },
  },
  resetPassword: {
    description:
      'Sets the password of an existing account with the token of a link from the operator. All sessions of the person end, and a new one starts here.',
    request: { token: 'Yk3pQ0v8x1m6N2s7R4t9W5z0B8c3D6f1G7h2J5k9L4n', newPassword: PASSWORD },
    response: { user: USER },
  },
  signInDev: {
    description:
      'Signs in as the account of dev mode, with the token of the address that the server printed (once, within 5 minutes) or with the API key that it printed.',
    request: { token: 'q7Vd2mX9sK4hT1bW8zN5cR0yJ6gF3pLaEuQoIiBtHvM' },
    response: { user: { ...USER, id: BUYER_ID, name: 'Developer', email: 'dev@localhost' } },
  },
  signOut: {
    description: 'Ends the session of the browser, if it has one, and removes its cookie.',
    request: {},
    response: DONE,
  },
  getSession: {
    description:
      'Returns who is signed in with this browser; `null` if no one is. A session that is more than a day old is renewed for another 7 days.',
    response: { session: SESSION, user: USER },
  },
  listSessions: {
    description: 'Lists every session of the person who is signed in, newest first.',
    response: [{ ...SESSION, current: true }],
  },
  endSession: {
    description:
      'Ends a session of the person who is signed in, such as one of a lost computer. If it is the session of the request itself, the person is signed out.',
    request: { id: SESSION.id },
    response: DONE,
  },
  endOtherSessions: {
    description: 'Signs the person out of every other browser.',
    request: {},
    response: DONE,
  },
  updateUser: {
    description:
      'Replaces the name and the email address of the person who is signed in. Another email address needs the password, since a session alone may be stolen: from then on the person signs in with the new address. An address that already has an account, or with which somebody else was invited, is refused.',
    request: { name: 'Ann Bell', email: 'ann.bell@example.com', currentPassword: PASSWORD },
    response: { user: { ...USER, name: 'Ann Bell', email: 'ann.bell@example.com' } },
  },
  changePassword: {
    description:
      'Replaces the password, ends all other sessions of the person, and replaces the session of the request.',
    request: { currentPassword: PASSWORD, newPassword: 'another horse battery' },
    response: DONE,
  },
  closeAccount: {
    description:
      'Closes the account of the person who is signed in, for good. Its keys and sessions end at once, its webhooks are deleted, its published listings are archived and the others deleted. Orders that wait, bought or sold, fail as `listing_unavailable`; those that are running finish. Names, the email address, the password and the profile are erased. Orders stay with the other side.',
    request: { currentPassword: PASSWORD },
    response: DONE,
  },
} satisfies Partial<Reference>;

const USER_CODE = 'WDJB-MJHT';
const DEVICE_CODE = 'Zt4nQ7w1Xc8vB2m5K9j3H6g0F4d8S1a7P5o2I9u6Y3r';
const CLIENT_ID = 'my-tool';
const KEY = 'mkt_ExampleExampleExampleExampleExampleExampleExample';
const SCOPES = ['order:create', 'order:read'] as const;

export const DEVICE_LOGINS = {
  startDeviceLogin: {
    description:
      'Returns a code for the program and one for its user, who enters it on the page `verification_uri`, on any machine ([RFC 8628](https://www.rfc-editor.org/rfc/rfc8628)). Both expire after 10 minutes.',
    request: { client_id: CLIENT_ID, host_name: 'ann-laptop', scope: SCOPES.join(' ') },
    response: {
      device_code: DEVICE_CODE,
      user_code: USER_CODE,
      verification_uri: 'https://market.example.com/device',
      verification_uri_complete: `https://market.example.com/device#code=${USER_CODE}`,
      expires_in: 600,
      interval: 5,
    },
  },
  pollDeviceLogin: {
    description:
      'Returns the API key once the user has allowed the login. Until then the program asks again every `interval` seconds, and waits 5 s longer after each `slow_down`. The key is handed out once.',
    request: {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: DEVICE_CODE,
      client_id: CLIENT_ID,
    },
    response: { access_token: KEY, token_type: 'Bearer', scope: SCOPES.join(' ') },
  },
  findDeviceLogin: {
    description:
      'Returns which program asks under this code, and for which scopes. The names are what the program claims. An unknown, expired or already decided code is not found; entered codes are limited, so that no one can guess them.',
    request: { userCode: USER_CODE },
    response: {
      userCode: USER_CODE,
      program: CLIENT_ID,
      hostName: 'ann-laptop',
      address: '203.0.113.7',
      scopes: [...SCOPES],
      createdAt: '2026-09-12T08:59:00.000Z',
      expiresAt: '2026-09-12T09:09:00.000Z',
    },
  },
  approveDeviceLogin: {
    description:
      'Lets the program fetch an API key of your account with these scopes, some or all of those that it asks for, and with this budget. Allow only a code that you see on a machine of your own.',
    request: {
      userCode: USER_CODE,
      scopes: [...SCOPES],
      budget: { limit: 5, currency: 'USD', period: 'day' },
    },
    response: DONE,
  },
  denyDeviceLogin: {
    description: 'Denies the program its key: the next time it asks, it gets `access_denied`.',
    request: { userCode: USER_CODE },
    response: DONE,
  },
  revokeToken: {
    description:
      'Revokes an API key, whatever its scopes, and every key that was created with it ([RFC 7009](https://www.rfc-editor.org/rfc/rfc7009)). The response does not say whether the key was valid.',
    request: { token: KEY },
    response: {},
  },
} satisfies Partial<Reference>;
