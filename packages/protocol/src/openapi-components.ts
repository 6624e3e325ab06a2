import type { ErrorType } from './errors.ts';
import type { OAuthErrorCode } from './generated/wire-types.ts';
import { referencesIn } from './openapi-schemas.ts';
import type { ErrorExample } from './reference/entry.ts';
import { CONTRACT_NOT_JSON, ERROR_EXAMPLES } from './reference/errors.ts';
import { REQUEST_ID } from './reference/weather.ts';
import { OAUTH_ERRORS } from './reference/oauth-error.ts';
import { REFERENCE } from './reference.ts';
import type { AnyRouteId } from './all-routes.ts';

/** An entry of the reference, for code that handles every route alike. */
export interface RouteReference {
  description?: string;
  path?: object;
  query?: object;
  request?: unknown;
  response?: unknown;
}

/** What the reference says of a route; empty if it was forgotten, which a test reports in words. */
export function referenceOf(id: string): RouteReference {
  const entries: Partial<Record<AnyRouteId, RouteReference>> = REFERENCE;
  return entries[id as AnyRouteId] ?? {};
}

/** The example of a type in an import: there it is about the seller's contract. */
const CONTRACT_EXAMPLE = 'invalid_json_in_contract';

function errorBody(type: ErrorType, { error, ...rest }: ErrorExample) {
  return { value: { error, type, ...rest, requestId: REQUEST_ID } };
}

/** Some codes are also types of our own errors. */
const oauthName = (code: string) => `oauth_${code}`;

/** Error bodies by name; responses refer to them. */
const EXAMPLES = {
  ...Object.fromEntries(
    Object.entries(ERROR_EXAMPLES).map(([type, example]) => [
      type,
      errorBody(type as ErrorType, example),
    ]),
  ),
  [CONTRACT_EXAMPLE]: errorBody('invalid_json', CONTRACT_NOT_JSON),
  ...Object.fromEntries(
    Object.entries(OAUTH_ERRORS).map(([code, { example }]) => [
      oauthName(code),
      { value: { error: code, error_description: example } },
    ]),
  ),
};

const EXAMPLE_COMPONENT = '#/components/examples/';

/** The examples that these paths refer to. */
export function usedExamples(paths: unknown): Record<string, unknown> {
  const used = new Set(referencesIn(paths));
  return Object.fromEntries(
    Object.entries(EXAMPLES).filter(([name]) => used.has(EXAMPLE_COMPONENT + name)),
  );
}

/** References to the examples of a response's errors, by type. */
export function errorExamples(types: readonly ErrorType[], isImport: boolean) {
  return Object.fromEntries(
    types.map((type) => {
      const name = isImport && type === 'invalid_json' ? CONTRACT_EXAMPLE : type;
      return [type, { $ref: EXAMPLE_COMPONENT + name }];
    }),
  );
}

/** The same for a request of a program. */
export const oauthErrorExamples = (codes: readonly OAuthErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { $ref: EXAMPLE_COMPONENT + oauthName(code) }]));
