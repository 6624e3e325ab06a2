import { IDEMPOTENCY_HOURS, LIMITS } from './limits.ts';
import { asComponent, descriptionOf, referenceOf } from './openapi-components.ts';
import { pathParameterNames, type Route } from './route.ts';
import { isAuthRoute, type AnyRoute } from './all-routes.ts';
import { isObjectSchema, SCHEMAS } from './schemas.ts';

type Json = Record<string, unknown>;

const ofSlug = /^\/v1\/(providers|listings|marketplace\/listings)\//;

function exampleOf(examples: object = {}, name: string): Json {
  const example = Object.entries(examples).find(([each]) => each === name);
  return example ? { example: example[1] } : {};
}

function pathParameters(id: string, route: Route): Json[] {
  return pathParameterNames(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: ofSlug.test(route.path) ? 'Id (a UUID) or slug.' : 'Id (a UUID).',
    schema: { type: 'string' },
    ...exampleOf(referenceOf(id).path, name),
  }));
}

/**
 * Tools that make a request of every parameter take the first value of a list without an example: that
 * would be a search for prices in dirhams. `examples`, because the page at /docs/api fills in an `example`.
 */
const currencyExample = ({ $ref }: Json): Json =>
  $ref === '#/$defs/Currency' ? { examples: { dollars: { value: 'USD' } } } : {};

function queryParameters(id: string, route: Route): Json[] {
  const properties = route.query ? SCHEMAS[route.query]['properties'] : {};
  return Object.entries(properties as Record<string, Json>).map(([name, schema]) => {
    const description = descriptionOf(schema);
    return {
      name,
      in: 'query',
      required: false,
      ...(description === undefined ? {} : { description }),
      ...(isObjectSchema(schema) ? { style: 'deepObject', explode: true } : {}),
      schema: asComponent(schema),
      ...currencyExample(schema),
      ...exampleOf(referenceOf(id).query, name),
    };
  });
}

const header = (name: string, schema: Json, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});

const PREFER = {
  ...header(
    'Prefer',
    { type: 'string' },
    `\`wait=N\`: hold the response for up to N seconds (${LIMITS.maxWaitSeconds} at most) until the order is settled.`,
  ),
  example: 'wait=10',
};

const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  { type: 'string', minLength: 1, maxLength: LIMITS.idempotencyKeyLength },
  `Requests with the same key and body return the same order for ${IDEMPOTENCY_HOURS} hours.`,
);

/**
 * The page at /docs/api fills in parameters that have an example. An `Idempotency-Key` has none, because
 * a second try would return the order of the first.
 */
export function parametersOf(id: string, route: AnyRoute): Json[] {
  if (isAuthRoute(route)) return [];
  return [
    ...pathParameters(id, route),
    ...queryParameters(id, route),
    ...(route.waits ? [PREFER] : []),
    ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
}
