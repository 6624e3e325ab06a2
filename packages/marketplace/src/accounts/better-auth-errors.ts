import { Refusal, StorageUnavailable } from '../market/refusal.ts';

/** An error of better-auth about the request; `body.code` names it. */
interface ApiError extends Error {
  statusCode: number;
  body?: { code?: string };
}

const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && error.name === 'APIError' && 'statusCode' in error;

const wrongField = (path: string, message: string) =>
  new Refusal('invalid_request', 'The body has invalid fields.', {
    details: [{ path, message, keyword: path.slice(1) }],
  });

/** The same for an unknown e-mail address and a wrong password, so that it reveals no addresses. */
const wrongCredentials = () =>
  new Refusal('unauthenticated', 'The e-mail address or the password is wrong.');

export const notSignedIn = () =>
  new Refusal('unauthenticated', 'Your session has ended. Sign in again.');

/** The refusal for an error of better-auth, or the error that caused it. */
export function toRefusal(error: unknown): unknown {
  if (!isApiError(error)) return error;
  const code = error.body?.code ?? '';
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
    case 'INVALID_EMAIL':
      return wrongCredentials();
    case 'INVALID_PASSWORD':
    case 'CREDENTIAL_ACCOUNT_NOT_FOUND':
      return wrongField('/currentPassword', 'is wrong');
    default:
  }
  const { cause } = error;
  if (cause instanceof StorageUnavailable || cause instanceof Refusal) return cause;
  if (error.statusCode === 401) return notSignedIn();
  return error;
}
