import type { AuthRoute } from './auth-routes.ts';
import { ERROR_TYPES, type ErrorType } from './errors.ts';
import type { MarketEvent, OAuthErrorCode, Usage } from './generated/wire-types.ts';
import { HEADERS } from './headers.ts';
import { component, errorExamples, oauthErrorExamples, referenceOf } from './openapi-components.ts';
import { OAUTH_ERRORS } from './reference/errors.ts';
import type { Route } from './route.ts';
import { type AnyRoute, isAuthRoute } from './all-routes.ts';
import type { SchemaName } from './schemas.ts';
import { usageCsv } from './csv.ts';

const ANYONE = {};
const KEY = [{ apiKey: [] }, { bearer: [] }];
const SESSION = { session: [] };

/** The ways to authenticate, by the names that `securityOf` uses. */
export const securitySchemes = (cookieName: string): Record<string, object> => ({
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: HEADERS.apiKey,
    description: 'An API key, which begins with `mkt_`.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mkt_…',
    description: 'The same API key, as a bearer token.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: cookieName,
    description: 'The session of a person, on pages of the marketplace itself.',
  },
});

/** What a request may or must be sent with: one of these. */
export function securityOf({ access }: AnyRoute): object[] {
  if (access === 'public') return [ANYONE, ...KEY];
  if (access === 'page') return [ANYONE, SESSION];
  if (access === 'session') return [SESSION];
  if (access === 'program') return [ANYONE];
  return [...KEY, SESSION];
}

const WITH_JSON: readonly ErrorType[] = [
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
];

/** A key is checked on public routes too, if one is sent. A path may have an id that is badly encoded. */
const ofAccess = ({ access, path, body }: Route): ErrorType[] => [
  ...(path.includes('{') ? (['malformed_request'] as const) : []),
  'invalid_request',
  'unauthenticated',
  'account_suspended',
  ...(access === 'public' ? [] : (['forbidden_origin'] as const)),
  ...(typeof access === 'object' ? (['insufficient_scope'] as const) : []),
  ...(body ? WITH_JSON : []),
];

/** A form that is not valid is refused in the form of OAuth. */
function ofAuthAccess({ access, body }: AuthRoute): ErrorType[] {
  if (access === 'program') return ['payload_too_large', 'unsupported_media_type'];
  return [
    'forbidden_origin',
    ...(access === 'session' ? (['unauthenticated'] as const) : []),
    ...(body ? (['invalid_request', ...WITH_JSON] as const) : []),
  ];
}

/** Any route may be over a rate, or find the server or its database busy. */
const EVERYWHERE = ['rate_limited', 'overloaded', 'storage_unavailable'] as const;

/** The errors of a route: its own, and those that follow from its access and its body. */
export function errorsOf(route: AnyRoute): ErrorType[] {
  const following = isAuthRoute(route) ? ofAuthAccess(route) : ofAccess(route);
  return [...new Set([...route.errors, ...following, ...EVERYWHERE] as const)];
}

type Json = Record<string, unknown>;

type MediaType = 'application/json' | 'application/x-www-form-urlencoded';

/** A body with an example; without a schema it is any object. */
export const content = (
  name: SchemaName | undefined,
  example: unknown,
  type: MediaType = 'application/json',
) => ({
  [type]: {
    schema: name ? component(name) : { type: 'object' },
    ...(example === undefined ? {} : { example }),
  },
});

/** OpenAPI 3.1 has no schema for single events, so it is a text, and `contentSchema` has theirs. */
const eventStream = (name: SchemaName, { type, id }: MarketEvent) => ({
  'text/event-stream': {
    schema: {
      type: 'string',
      description: `The data of each event is a ${name}, as JSON.`,
      contentMediaType: 'text/event-stream',
      contentSchema: component(name),
    },
    example: `id: 7f2c-1\nevent: ${type}\ndata: ${JSON.stringify({ type, id })}\n\n`,
  },
});

/** The same as comma-separated values. */
const table = (example: Usage) => ({
  'text/csv': {
    schema: {
      type: 'string',
      description:
        'With `Accept: text/csv`: a head and a line for each row, with a column for each currency and each kind of failure.',
      contentMediaType: 'text/csv',
    },
    example: usageCsv(example),
  },
});

const text = (description: string) => ({ description, schema: { type: 'string' } });
const always = (description: string) => ({ ...text(description), required: true });

/** Response headers by name; operations refer to them. */
export const RESPONSE_HEADERS = {
  'x-request-id': always(
    'Identifies the request in the logs; include it when you report a problem.',
  ),
  'Retry-After': text('Seconds to wait before retrying.'),
  'WWW-Authenticate': always('How to authenticate.'),
  RateLimit: text('How much of the limit remains, and when it resets.'),
  'RateLimit-Policy': text('The limit that applies.'),
  Location: always('Path of the new record.'),
  'Preference-Applied': text('The wait that was applied, if `Prefer` requested one.'),
  'Idempotent-Replayed': text('`true` when an earlier request created the order.'),
  'Cache-Control': text('`no-store`.'),
  'Set-Cookie': text('The cookie of a session that begins, is renewed or ends.'),
} as const;

type ResponseHeader = keyof typeof RESPONSE_HEADERS;

const ERROR_HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After', 'RateLimit', 'RateLimit-Policy'],
  503: ['Retry-After'],
};

function headers(names: readonly ResponseHeader[]): Json {
  const all: readonly ResponseHeader[] = ['x-request-id', ...names];
  return Object.fromEntries(all.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function errorsByStatus(route: AnyRoute): [number, ErrorType[]][] {
  const byStatus = new Map<number, ErrorType[]>();
  for (const type of errorsOf(route)) {
    const info = ERROR_TYPES[type];
    const imports = 'importStatus' in info && route.errors.includes(type);
    const statuses = imports ? [info.status, info.importStatus] : [info.status];
    for (const each of statuses) byStatus.set(each, [...(byStatus.get(each) ?? []), type]);
  }
  return [...byStatus].toSorted(([a], [b]) => a - b);
}

const meaningOf = (type: ErrorType) => `\`${type}\`: ${ERROR_TYPES[type].meaning}`;

/** Records with a path of their own: a response that creates one says where it is. */
const LOCATED: ReadonlySet<SchemaName | undefined> = new Set([
  'Provider',
  'Listing',
  'Order',
  'CreatedWebhook',
]);

const NO_STORE: ReadonlySet<SchemaName | undefined> = new Set([
  'SigningSecret',
  'CreatedWebhook',
  'WebhookSecret',
  'CreatedApiKey',
  'DeviceToken',
]);

/** The headers of a success that depend on who is served. */
function ownHeaders(route: AnyRoute): ResponseHeader[] {
  if (isAuthRoute(route)) return route.access === 'program' ? [] : ['Set-Cookie'];
  return [
    ...(route.idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(route.waits ? (['Preference-Applied', 'Retry-After'] as const) : []),
  ];
}

function success(id: string, route: AnyRoute): Json {
  const { status, schema, description, stream, csv } = route.success;
  const names: ResponseHeader[] = [
    'RateLimit',
    'RateLimit-Policy',
    ...(status === 201 && LOCATED.has(schema) ? (['Location'] as const) : []),
    ...ownHeaders(route),
    ...(NO_STORE.has(schema) ? (['Cache-Control'] as const) : []),
  ];
  const example = referenceOf(id).response;
  const body =
    stream && schema ? eventStream(schema, example as MarketEvent) : content(schema, example);
  return {
    description,
    headers: headers(names),
    ...(status === 204 ? {} : { content: csv ? { ...body, ...table(example as Usage) } : body }),
  };
}

function error(description: string, types: readonly ErrorType[], status?: number) {
  return {
    description,
    headers: headers((status && ERROR_HEADERS[status]) || []),
    content: {
      'application/json': {
        schema: component('ErrorBody'),
        examples: errorExamples(types, status === ERROR_TYPES.invalid_json.importStatus),
      },
    },
  };
}

/** A refusal of a program, in the form of OAuth. */
const oauthError = (codes: readonly OAuthErrorCode[]) => ({
  description: codes.map((code) => `\`${code}\`: ${OAUTH_ERRORS[code].meaning}`).join('\n\n'),
  headers: headers([]),
  content: {
    'application/json': {
      schema: component('OAuthErrorBody'),
      examples: oauthErrorExamples(codes),
    },
  },
});

export function responses(id: string, route: AnyRoute): Json {
  const oauthErrors = isAuthRoute(route) ? route.oauthErrors : undefined;
  return {
    [route.success.status]: success(id, route),
    ...(oauthErrors ? { 400: oauthError(oauthErrors) } : {}),
    ...Object.fromEntries(
      errorsByStatus(route).map(([status, types]) => [
        status,
        error(types.map(meaningOf).join('\n\n'), types, status),
      ]),
    ),
    default: error('Any other error, by its `type`.', ['internal']),
  };
}
