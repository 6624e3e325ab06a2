import { HEADERS } from './headers.ts';
import { LIMITS } from './limits.ts';
import { referenceOf, usedExamples } from './openapi-examples.ts';
import { parametersOf } from './openapi-parameters.ts';
import { content, RESPONSE_HEADERS, responses } from './openapi-responses.ts';
import { usedSchemas } from './openapi-schemas.ts';
import { TAGS } from './reference/tags.ts';
import { ROUTES, type Route } from './routes.ts';
import { SCHEMAS } from './schemas.ts';

export { pathParameterNames, pathPattern } from './route-path.ts';
export { errorsOf } from './openapi-responses.ts';

type Json = Record<string, unknown>;

function operation(id: string, route: Route): Json {
  const { description, request } = referenceOf(id);
  const parameters = parametersOf(id, route);
  const optionalBody = route.body && !SCHEMAS[route.body]['required'];
  return {
    operationId: id,
    summary: route.summary,
    ...(description === undefined ? {} : { description }),
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
      ? { requestBody: { required: !optionalBody, content: content(route.body, request) } }
      : {}),
    responses: responses(id, route),
  };
}

const DESCRIPTION = `Sell and buy HTTP services per call.

Send an API key in the header \`${HEADERS.apiKey}\`, or as a bearer token. Each operation names the scope that the key needs.

Bodies are JSON. Every error has the same shape: \`error\` is a sentence for people, \`type\` a code for programs, \`details\` lists what is wrong and where. Every response has an \`x-request-id\`; quote it when you report a problem.

Lists take \`limit\` (1 to ${LIMITS.pageMax}) and \`cursor\`. Pass \`nextCursor\` back as \`cursor\` to get the next page, until it is \`null\`.`;

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
      description: DESCRIPTION,
      contact: { name: 'The operator of this marketplace', url: options.serverUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: options.serverUrl }],
    tags: [...new Set(routes.map(({ tag }) => tag))].map((name) => ({
      name,
      ...(TAGS[name] === undefined ? {} : { description: TAGS[name] }),
    })),
    paths,
    components: {
      schemas: usedSchemas(paths),
      examples: usedExamples(paths),
      headers: RESPONSE_HEADERS,
      securitySchemes: {
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
          name: '__Host-mkt_session',
          description: 'The session of a person, on pages of the marketplace itself.',
        },
      },
    },
  };
}
