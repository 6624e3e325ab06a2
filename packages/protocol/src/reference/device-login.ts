import type { Reference } from './entry.ts';
import { DONE } from './account.ts';

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
      'Lets the program fetch an API key of your account with these scopes, some or all of those that it asks for. Allow only a code that you see on a machine of your own.',
    request: { userCode: USER_CODE, scopes: [...SCOPES] },
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
