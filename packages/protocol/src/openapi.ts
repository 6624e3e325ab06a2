import {
  content,
  RESPONSE_HEADERS,
  responses,
  securityOf,
  securitySchemes,
} from './openapi-responses.ts';
import { HEADERS } from './headers.ts';
import { LIMITS } from './limits.ts';
import { referenceOf, usedExamples, usedSchemas } from './openapi-components.ts';
import { parametersOf } from './openapi-parameters.ts';
import { TAGS } from './reference/meta.ts';
import { SETTLED_MESSAGE } from './reference/webhook.ts';
import { ALL_ROUTES, isAuthRoute, type AnyRoute } from './all-routes.ts';
import { SCHEMAS } from './schemas.ts';

export { pathParameterNames, pathPattern } from './route.ts';
export { ALL_ROUTES, isAuthRoute, type AnyRoute, type AnyRouteId } from './all-routes.ts';
export { errorsOf } from './openapi-responses.ts';

type Json = Record<string, unknown>;

/** The scope that a key needs, and the narrower one that shows less. */
function scopesOf({ access }: AnyRoute): Json {
  if (typeof access !== 'object') return {};
  const { scope, or } = access;
  return { 'x-required-scope': scope, ...(or === undefined ? {} : { 'x-or-scope': or }) };
}

function operation(id: string, route: AnyRoute): Json {
  const { description, request } = referenceOf(id);
  const parameters = parametersOf(id, route);
  const type =
    route.access === 'program' ? 'application/x-www-form-urlencoded' : 'application/json';
  const optionalBody = route.body && !SCHEMAS[route.body]['required'];
  return {
    operationId: id,
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
    tags: [route.tag],
    security: securityOf(route),
    ...scopesOf(route),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? { requestBody: { required: !optionalBody, content: content(route.body, request, type) } }
      : {}),
    responses: responses(id, route),
  };
}

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** What the marketplace sends to the URLs of webhooks. */
const WEBHOOKS = {
  'order.settled': {
    post: {
      operationId: 'orderSettled',
      summary: 'One of your orders has settled',
      description:
        'Sent to the URL of each active webhook whose filter the order meets, signed as Standard Webhooks prescribes. It is repeated until the response is 2xx, at most six times, and `webhook-id` is the same each time.',
      tags: ['Webhooks'],
      // Its signature says who sends it.
      security: [],
      parameters: [
        header('webhook-id', 'The same for every attempt to deliver this message.'),
        header('webhook-timestamp', 'The time of this attempt, in Unix seconds.'),
        header('webhook-signature', '`v1,` and the signature in base64, one for each secret.'),
      ],
      requestBody: { required: true, content: content('OrderSettled', SETTLED_MESSAGE) },
      responses: { '2XX': { description: 'Received. The body is ignored.' } },
    },
  },
} as const;

const DESCRIPTION = `Sell and buy HTTP services per call.

Send an API key in the header \`${HEADERS.apiKey}\`, or as a bearer token. Each operation names the scope that the key needs.

Bodies are JSON. Most responses of more than 1 KiB are compressed if \`Accept-Encoding\` allows gzip or br. Every error has the same shape: \`error\` is a sentence for people, \`type\` a code for programs, \`details\` lists what is wrong and where. Every response has an \`x-request-id\`; quote it when you report a problem.

Lists take \`limit\` (1 to ${LIMITS.pageMax}) and \`cursor\`. Pass \`nextCursor\` back as \`cursor\` to get the next page, until it is \`null\`.`;

export interface OpenApiOptions {
  serverUrl: string;
  version: string;
  /** The name of the cookie with a person's session. */
  cookieName: string;
  /** Whether the server is in dev mode, which has its own route. */
  devMode: boolean;
}

/** The groups of routes, in the order of `TAGS`. */
const tagsOf = (routes: readonly AnyRoute[]) =>
  Object.entries(TAGS)
    .filter(([name]) => routes.some(({ tag }) => tag === name))
    .map(([name, description]) => ({ name, description }));

/** OpenAPI 3.1 of everything below `/v1` and `/auth`, built from the routes and the wire schemas. */
export function openApiDocument(options: OpenApiOptions): Json {
  const paths: Record<string, Json> = {};
  const routes = Object.entries<AnyRoute>(ALL_ROUTES).filter(
    ([, route]) => options.devMode || !isAuthRoute(route) || !route.devOnly,
  );
  for (const [id, route] of routes) {
    (paths[route.path] ??= {})[route.method.toLowerCase()] = operation(id, route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Marketplace API',
      version: options.version,
      description: DESCRIPTION,
      contact: { name: 'The operator of this marketplace', url: options.serverUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    tags: tagsOf(routes.map(([, route]) => route)),
    paths,
    webhooks: WEBHOOKS,
    components: {
      schemas: usedSchemas({ paths, webhooks: WEBHOOKS }),
      examples: usedExamples(paths),
      headers: RESPONSE_HEADERS,
      securitySchemes: securitySchemes(options.cookieName),
    },
  };
}
