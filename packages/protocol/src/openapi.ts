import { HEADERS } from './headers.ts';
import { IDEMPOTENCY_HOURS, LIMITS } from './limits.ts';
import { content, RESPONSE_HEADERS, responses } from './openapi-responses.ts';
import { pathParameterNames } from './route-path.ts';
import { ROUTES, type Route } from './routes.ts';
import { SCHEMAS } from './schemas.ts';

export { pathParameterNames, pathPattern } from './route-path.ts';
export { errorsOf } from './openapi-responses.ts';

type Json = Record<string, unknown>;

/** The schema with its references pointing to OpenAPI's components. */
function asComponent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asComponent);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref'
        ? String(inner).replace('#/$defs/', '#/components/schemas/')
        : asComponent(inner),
    ]),
  );
}

const ofSlug = /^\/v1\/(providers|listings|marketplace)\//;

function pathParameters(route: Route): Json[] {
  return pathParameterNames(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: ofSlug.test(route.path) ? 'Id (a UUID) or slug.' : 'Id (a UUID).',
    schema: { type: 'string' },
  }));
}

function queryParameters(route: Route): Json[] {
  const query = route.query ? SCHEMAS[route.query] : {};
  return Object.entries((query['properties'] ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: asComponent(schema),
  }));
}

function headerParameters(route: Route): Json[] {
  const header = (name: string, schema: Json, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema,
  });
  const prefer = header(
    'Prefer',
    { type: 'string' },
    `\`wait=N\`: hold the response for up to N seconds (${LIMITS.maxWaitSeconds} at most) until the order is settled.`,
  );
  const idempotencyKey = header(
    'Idempotency-Key',
    { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength },
    `Requests with the same key and body return the same order for ${IDEMPOTENCY_HOURS} hours.`,
  );
  return [...(route.waits ? [prefer] : []), ...(route.idempotent ? [idempotencyKey] : [])];
}

function operation(id: string, route: Route): Json {
  const parameters = [
    ...pathParameters(route),
    ...queryParameters(route),
    ...headerParameters(route),
  ];
  const optionalBody = route.body && !SCHEMAS[route.body]['required'];
  return {
    operationId: id,
    summary: route.summary,
    tags: [route.tag],
    security: [
      ...(route.access === 'public' ? [{}] : []),
      { apiKey: [] },
      { bearer: [] },
      ...(route.access === 'public' ? [] : [{ session: [] }]),
    ],
    ...(typeof route.access === 'object' ? { 'x-required-scope': route.access.scope } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? { requestBody: { required: !optionalBody, content: content(route.body) } }
      : {}),
    responses: responses(route),
  };
}

/** OpenAPI 3.1 of the whole `/v1` API, built from the route table and the wire schemas. */
export function openApiDocument(options: { serverUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [id, route] of Object.entries(ROUTES)) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(id, route);
  }
  const routes: readonly Route[] = Object.values(ROUTES);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marketplace API',
      version: options.version,
      description: 'Sell and buy HTTP services per call.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(SCHEMAS).map(([name, schema]) => [name, asComponent(schema)]),
      ),
      headers: RESPONSE_HEADERS,
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: HEADERS.apiKey },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'mkt_…',
          description: 'The same API key, as a bearer token.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-mkt_session',
          description: 'The session of a person, on pages of the marketplace itself.',
        },
      },
    },
  };
}
