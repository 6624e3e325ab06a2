import type { ErrorType } from './errors.ts';
import type { OAuthErrorCode } from './generated/wire-types.ts';
import { API_KEYS, AUDIT, DEVICE_LOGINS, PROFILES, SESSIONS } from './reference/account.ts';
import type { ErrorExample, Reference } from './reference/entry.ts';
import { CONTRACT_NOT_JSON, ERROR_EXAMPLES, OAUTH_ERRORS } from './reference/errors.ts';
import { CATALOGUE, HISTORY, LISTINGS, PROVIDERS } from './reference/listing.ts';
import { META } from './reference/meta.ts';
import { EVENTS, ORDERS, STATS } from './reference/order.ts';
import { REQUEST_ID } from './reference/weather.ts';
import { WEBHOOKS } from './reference/webhook.ts';
import type { AnyRouteId } from './all-routes.ts';
import { type SchemaName, SCHEMAS } from './schemas.ts';

/** What the reference says of each route, with an example of a call. */
const REFERENCE: Reference = {
  ...PROVIDERS,
  ...LISTINGS,
  ...CATALOGUE,
  ...HISTORY,
  ...ORDERS,
  ...EVENTS,
  ...STATS,
  ...WEBHOOKS,
  ...API_KEYS,
  ...AUDIT,
  ...PROFILES,
  ...META,
  ...SESSIONS,
  ...DEVICE_LOGINS,
};

const SCHEMA_COMPONENT = '#/components/schemas/';

/** Proxies and code generators that copy a pattern into code fail at a raw U+2028 or C1 character. */
const escaped = (pattern: string): string =>
  pattern.replaceAll(
    /[^ -~]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

function componentPart(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return asComponent(value);
  if (key === '$ref') return value.replace('#/$defs/', SCHEMA_COMPONENT);
  return key === 'pattern' ? escaped(value) : value;
}

/** The schema with references to OpenAPI's components, and patterns of ASCII characters. */
export function asComponent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asComponent);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, componentPart(key, inner)]),
  );
}

export const component = (name: SchemaName) => ({ $ref: `${SCHEMA_COMPONENT}${name}` });

/** The schema of a member, which may be a reference with its own description. */
export function descriptionOf(schema: { $ref?: string; description?: string }): string | undefined {
  if (schema.description !== undefined || schema.$ref === undefined) return schema.description;
  const name = schema.$ref.replace('#/$defs/', '') as SchemaName;
  return SCHEMAS[name]['description'] as string | undefined;
}

/** The targets of every `$ref` in a value. */
function* referencesIn(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === '$ref' && typeof inner === 'string') yield inner;
    else yield* referencesIn(inner);
  }
}

/** The schemas that these paths refer to, directly or not. */
export function usedSchemas(paths: unknown): Record<string, unknown> {
  const used: Record<string, unknown> = {};
  function collect(value: unknown): void {
    for (const target of referencesIn(value)) {
      const name = target.slice(SCHEMA_COMPONENT.length) as SchemaName;
      if (!target.startsWith(SCHEMA_COMPONENT) || used[name]) continue;
      used[name] = asComponent(SCHEMAS[name]);
      collect(used[name]);
    }
  }
  collect(paths);
  return used;
}

/** An entry of the reference, for code that handles every route alike. */
interface RouteReference {
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
