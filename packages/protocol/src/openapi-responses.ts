import { ERROR_TYPES, type ErrorType } from './errors.ts';
import { errorExamples, referenceOf } from './openapi-examples.ts';
import type { MarketEvent } from './generated/wire-types.ts';
import { component } from './openapi-schemas.ts';
import type { Route } from './routes.ts';
import type { SchemaName } from './schemas.ts';

type Json = Record<string, unknown>;

/** A JSON body with an example; without a schema it is any object. */
export const content = (name: SchemaName | undefined, example: unknown) => ({
  'application/json': {
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

/** Records with a path of their own: a response that creates one says where it is. */
const LOCATED: ReadonlySet<SchemaName | undefined> = new Set(['Provider', 'Listing', 'Order']);

function success(id: string, { success, waits, idempotent }: Route): Json {
  const { status, schema, description, stream } = success;
  const names: ResponseHeader[] = [
    'RateLimit',
    'RateLimit-Policy',
    ...(status === 201 && LOCATED.has(schema) ? (['Location'] as const) : []),
    ...(idempotent ? (['Idempotent-Replayed'] as const) : []),
    ...(waits ? (['Preference-Applied', 'Retry-After'] as const) : []),
    ...(schema === 'SigningSecret' || schema === 'CreatedApiKey'
      ? (['Cache-Control'] as const)
      : []),
  ];
  const example = referenceOf(id).response;
  const body =
    stream && schema ? eventStream(schema, example as MarketEvent) : content(schema, example);
  return {
    description,
    headers: headers(names),
    ...(status === 204 ? {} : { content: body }),
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

export function responses(id: string, route: Route): Json {
  return {
    [route.success.status]: success(id, route),
    ...Object.fromEntries(
      errorsByStatus(route).map(([status, types]) => [
        status,
        error(types.map(meaningOf).join('\n\n'), types, status),
      ]),
    ),
    default: error('Any other error, by its `type`.', ['internal']),
  };
}
