// The API reference of the page at /docs/api: what it shows of the OpenAPI document, made with the pages, so
// that a browser loads a tenth of it and builds nothing.
import type { Plugin } from 'vite';
// By their paths: Vite reads its configuration before any package is built.
import { ALL_ROUTES, type AnyRoute, openApiDocument } from '../protocol/src/openapi.ts';
import { ERROR_GUIDES } from '../../scripts/error-guides.mjs';
import type {
  ApiReference,
  ErrorGuide,
  Operation,
  OperationError,
  Parameter,
  Schema,
} from './src/pages/reference/model.ts';
import { placeOf, TASKS } from './src/pages/reference/tasks.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the document has no types of its own
type Json = Record<string, any>;

/** What the page says of a schema. */
const SHOWN = new Set(
  (
    'type description format enum const default required items anyOf additionalProperties ' +
    'minimum maximum minLength maxLength minItems maxItems'
  ).split(' '),
);

function shownSchema(schema: Json): Schema {
  const shown: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$ref') shown[key] = value.replace(/^.*\//, '');
    else if (key === 'properties') {
      shown[key] = Object.fromEntries(
        Object.entries<Json>(value).map(([name, member]) => [name, shownSchema(member)]),
      );
    } else if (key === 'anyOf') shown[key] = value.map(shownSchema);
    else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      if (SHOWN.has(key)) shown[key] = shownSchema(value);
    } else if (SHOWN.has(key)) shown[key] = value;
  }
  return shown;
}

function parameterOf(parameter: Json): Parameter {
  const { name, in: place, required, description, schema, style, example } = parameter;
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema: shownSchema({ ...schema, description: undefined }),
    ...(example === undefined ? {} : { example: String(example) }),
    ...(style === 'deepObject' ? { isMap: true } : {}),
  };
}

function bodyOf({ requestBody }: Json): Pick<Operation, 'body'> {
  if (!requestBody) return {};
  const [[type, { schema, example }] = ['', {}]] = Object.entries<Json>(requestBody.content);
  const isForm = type === 'application/x-www-form-urlencoded';
  return {
    body: { schema: shownSchema(schema), example: example ?? {}, ...(isForm ? { isForm } : {}) },
  };
}

const [FIRST_ERROR, MEANING] = [400, /^`(\w+)`: (.*)$/s];

const oauthErrorsOf = (route: AnyRoute | undefined): readonly string[] =>
  route && 'oauthErrors' in route ? (route.oauthErrors ?? []) : [];

/** What an error means is in the description of its response. */
function errorsOf(
  { responses }: Json,
  route: AnyRoute | undefined,
  errors: Record<string, ErrorGuide>,
): OperationError[] {
  const own = new Set<string>([...(route?.errors ?? []), ...oauthErrorsOf(route)]);
  const found: OperationError[] = [];
  for (const [status, { description, content }] of Object.entries<Json>(responses)) {
    if (!(Number(status) >= FIRST_ERROR)) continue;
    const examples = content?.['application/json']?.examples ?? {};
    const meanings = new Map(
      String(description)
        .split('\n\n')
        .flatMap((line) => {
          const [, type = '', meaning = ''] = MEANING.exec(line) ?? [];
          return type === '' ? [] : [[type, meaning] as const];
        }),
    );
    for (const type of Object.keys(examples)) {
      found.push({ status: Number(status), type, ...(own.has(type) ? {} : { isCommon: true }) });
      const next = (ERROR_GUIDES as Record<string, string>)[type];
      errors[type] ??= {
        meaning: meanings.get(type) ?? '',
        ...(next === undefined ? {} : { next: served(next) }),
      };
    }
  }
  return found;
}

/** Links of docs/reference/errors.md as paths of a server, which has the same pages. */
const served = (text: string): string =>
  text.replaceAll(/\]\((?!\/)([^)]+)\)/g, (_, to: string) => {
    const { pathname, hash } = new URL(to, 'http://mkt/docs/reference/errors.md');
    return `](${pathname}${hash})`;
  });

function senderOf(route: AnyRoute | undefined): Operation['sender'] {
  if (!route) return 'webhook';
  return typeof route.access === 'object' ? 'scope' : route.access;
}

function successOf({ responses }: Json, route: AnyRoute | undefined): Operation['success'] {
  const [[status, response] = ['204', {}]] = Object.entries<Json>(responses);
  const [media] = Object.values<Json>(response.content ?? {});
  const isStream = route?.success.stream === true;
  return {
    status: Number.parseInt(status, 10) || 200,
    description: response.description,
    ...(media?.schema
      ? { schema: shownSchema(isStream ? media.schema.contentSchema : media.schema) }
      : {}),
    ...(media?.example === undefined ? {} : { example: media.example }),
    ...(isStream ? { isStream } : {}),
  };
}

/** The parts of the OpenAPI document that the page shows, task by task. */
export function createApiReference(): ApiReference {
  const document: Json = openApiDocument({
    serverUrl: '',
    version: '',
    cookieName: '',
    devMode: true,
  });
  const errors: Record<string, ErrorGuide> = {};
  const all = [
    ...Object.entries<Json>(document['paths']),
    ...Object.entries<Json>(document['webhooks']),
  ].flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const operations = all.map(({ path, method, operation }) => {
    const id: string = operation.operationId;
    const route = (ALL_ROUTES as Record<string, AnyRoute>)[id];
    const place = placeOf(id, operation.tags[0]);
    const { 'x-required-scope': scope, 'x-or-scope': orScope } = operation;
    const shown: Operation = {
      id,
      method: method.toUpperCase(),
      path,
      task: TASKS[place[0]]?.title ?? '',
      summary: operation.summary,
      description: operation.description ?? '',
      sender: senderOf(route),
      ...(scope === undefined ? {} : { scope }),
      ...(orScope === undefined ? {} : { orScope }),
      parameters: (operation.parameters ?? []).map(parameterOf),
      ...bodyOf(operation),
      success: successOf(operation, route),
      errors: errorsOf(operation, route, errors),
      ...(route && 'devOnly' in route ? { devOnly: true } : {}),
    };
    return { place, shown };
  });
  const inOrder = operations.toSorted(
    ({ place: [task, at] }, { place: [other, otherAt] }) =>
      task - other || (at === otherAt ? 0 : at - otherAt),
  );
  const schemas = Object.entries<Json>(document['components'].schemas);
  return {
    operations: inOrder.map(({ shown }) => shown),
    schemas: Object.fromEntries(schemas.map(([name, schema]) => [name, shownSchema(schema)])),
    errors,
  };
}

const NAME = 'virtual:api-reference';

/** `import reference from 'virtual:api-reference'`: as text, which browsers parse faster than code. */
export const apiReference = (): Plugin => ({
  name: 'mkt-api-reference',
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) =>
    id === `\0${NAME}`
      ? `export default JSON.parse(${JSON.stringify(JSON.stringify(createApiReference()))});`
      : undefined,
});
