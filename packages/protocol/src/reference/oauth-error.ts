import type { OAuthErrorCode } from '../generated/wire-types.ts';

interface OAuthReference {
  meaning: string;
  /** An example of `error_description`. */
  example: string;
}

/** What each refusal of a program means. */
export const OAUTH_ERRORS: Record<OAuthErrorCode, OAuthReference> = {
  authorization_pending: {
    meaning: 'The login has not been allowed or denied yet.',
    example: 'The login has not been allowed or denied yet.',
  },
  slow_down: {
    meaning: 'The program asked too early; it must wait 5 s longer from now on.',
    example: 'Wait 5 s longer between requests from now on.',
  },
  access_denied: {
    meaning:
      'The login was denied, or the account has reached its maximum number of valid API keys.',
    example: 'The login was denied.',
  },
  expired_token: {
    meaning: 'The codes have expired.',
    example: 'The code has expired; ask for a new one.',
  },
  invalid_grant: {
    meaning:
      'The device code is unknown, belongs to another `client_id`, or was already exchanged for a key.',
    example: 'The device code is unknown, or was given to another client_id.',
  },
  invalid_request: {
    meaning: 'A parameter is missing, repeated or too long, or the body is not a form.',
    example: 'client_id is required.',
  },
  invalid_scope: {
    meaning: '`scope` names a scope that does not exist.',
    example: 'scope names a scope that does not exist.',
  },
  unsupported_grant_type: {
    meaning: '`grant_type` is not that of a device login.',
    example: 'grant_type must be urn:ietf:params:oauth:grant-type:device_code.',
  },
};
