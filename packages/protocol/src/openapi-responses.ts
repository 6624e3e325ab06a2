import { ERROR_TYPES, type ErrorType } from './errors.ts';
import type { Route } from './routes.ts';
import type { SchemaName } from './schemas.ts';

type Json = Record<string, unknown>;

const component = (name: SchemaName) => ({ $ref: `#/components/schemas/${name}` });
export const content = (name: SchemaName) => ({ 'application/json': { schema: component(name) } });

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Response headers by name; operations refer to them. */
export const RESPONSE_HEADERS = {
  'x-request-id': text('Identifies the request in the logs; include it when you report a problem.'),
  'Retry-After': text('Seconds to wait before retrying.'),
  'WWW-Authenticate': text('How to authenticate.'),
  RateLimit: text('How much of the limit remains, and when it resets.'),
  'RateLimit-Policy': text('The limit that applies.'),
  Location: text('Path of the order.'),
  'Preference-Applied': text('The wait that was applied, if `Prefer` requested one.'),
  'Idempotent-Replayed': text('`true` when an earlier request created the order.'),
  'Cache-Control': text('`no-store`.'),
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

/**
 * The errors of a route: its own, and those that follow from its access and its body. A key is
 * checked on public routes too, if one is sent.
 */
export function errorsOf(route: Route): ErrorType[] {
  const errors = new Set<ErrorType>(route.errors);
  errors.add('invalid_request');
  errors.add('unauthenticated');
  errors.add('account_suspended');
  if (route.access !== 'public') errors.add('forbidden_origin');
  if (typeof route.access === 'object') errors.add('insufficient_scope');
  if (route.body) {
    for (const type of ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const) {
      errors.add(type);
    }
  }
  for (const type of ['rate_limited', 'storage_unavailable'] as const) errors.add(type);
  return [...errors];
}

function errorsByStatus(route: Route): [number, ErrorType[]][] {
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

function success({ success: { status, schema, description }, waits, idempotent }: Route): Json {
  const names: ResponseHeader[] = [
    ...(idempotent ? (['Location', 'Idempotent-Replayed'] as const) : []),
    ...(waits ? (['Preference-Applied', 'Retry-After'] as const) : []),
    ...(schema === 'SigningSecret' || schema === 'CreatedApiKey'
      ? (['Cache-Control'] as const)
      : []),
  ];
  const anyDocument = { 'application/json': { schema: { type: 'object' } } };
  const body = schema ? content(schema) : anyDocument;
  return {
    description,
    headers: headers(names),
    ...(status === 204 ? {} : { content: body }),
  };
}

export function responses(route: Route): Json {
  const error = (description: string, names: readonly ResponseHeader[] = []) => ({
    description,
    headers: headers(names),
    content: content('ErrorBody'),
  });
  return {
    [route.success.status]: success(route),
    ...Object.fromEntries(
      errorsByStatus(route).map(([status, types]) => [
        status,
        error(types.map(meaningOf).join('\n\n'), ERROR_HEADERS[status]),
      ]),
    ),
    default: error('Any other error, by its `type`.'),
  };
}
