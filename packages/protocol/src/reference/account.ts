import type { Reference } from './entry.ts';
import { BUYER_ID } from './weather.ts';

const USER = { id: '01993b30-0b81-7aa3-9d27-5c3e1f8b6a44', name: 'Ann', email: 'ann@example.com' };

const SESSION = {
  id: '01993b40-11f0-7c52-b3d8-2e6f9a4c7b10',
  createdAt: '2026-09-12T08:58:00.000Z',
  expiresAt: '2026-09-19T08:58:00.000Z',
  ipAddress: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

const PASSWORD = 'correct horse battery';
export const DONE = { success: true } as const;

export const SESSIONS = {
  signUp: {
    description:
      'Creates a person and their account, and signs them in. Who may sign up is the decision of the operator (`MKT_SIGNUP`); `invitation` is the token of a link that the operator gave to the person. An e-mail address that already has an account is refused.',
    request: { name: USER.name, email: USER.email, password: PASSWORD },
    response: { user: USER },
  },
  signIn: {
    description:
      'Starts a session of 7 days. A wrong e-mail address and a wrong password get the same response after the same time.',
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
  changePassword: {
    description:
      'Replaces the password, ends all other sessions of the person, and replaces the session of the request.',
    request: { currentPassword: PASSWORD, newPassword: 'another horse battery' },
    response: DONE,
  },
} satisfies Partial<Reference>;
