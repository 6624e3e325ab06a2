import {
  ERROR_TYPES,
  GENERAL_ERROR_TYPES,
  isErrorType,
  pointerTo,
  type ErrorType,
} from '@mkt/protocol';
import {
  ALL_ROUTES,
  errorsOf,
  pathParameterNames,
  pathPattern,
  type AnyRoute,
} from '@mkt/protocol/openapi';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';
import type { ApiResponse, ResponseCheck } from '../../test-bed/api.ts';

const DOCUMENT = 'mkt:openapi';

const parameters = (route: AnyRoute) => pathParameterNames(route.path).length;

/** Every route with the pattern of its paths, those with fewer parameters first. */
const PATTERNS = Object.values<AnyRoute>(ALL_ROUTES)
  .toSorted((a, b) => parameters(a) - parameters(b))
  .map((route) => ({ route, pattern: pathPattern(route.path) }));

/** The route of a request; the one with fewer parameters if two match. */
function routeOf(method: string, path: string): AnyRoute | undefined {
  const [pathname = ''] = path.split('?');
  const routeMethod = method === 'HEAD' ? 'GET' : method;
  return PATTERNS.find(
    ({ route, pattern }) => route.method === routeMethod && pattern.test(pathname),
  )?.route;
}

const checks = new Map<string, ResponseCheck>();

/**
 * The check for a server. Servers of a version have the same document but for their address, and to
 * compile its schemas takes longer than most tests.
 */
export function responseCheckOf(openApi: any): ResponseCheck {
  const { servers: _, ...document } = openApi;
  const key = JSON.stringify(document);
  const check = checks.get(key) ?? createResponseCheck(document);
  checks.set(key, check);
  return check;
}

/** Fails a test whose response does not match the OpenAPI document. */
export function createResponseCheck(openApi: any): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ ...openApi, $id: DOCUMENT });

  function checkBody(pointer: string, what: string, body: unknown) {
    const validate = ajv.getSchema(`${DOCUMENT}#${pointer}`);
    if (!validate) throw new Error(`The OpenAPI document has no schema at ${pointer}.`);
    void validate(body);
    expect(validate.errors ?? [], `${what} does not fit ${pointer}`).toEqual([]);
  }

  return (method, path, response) => {
    if (!/^\/(v1|auth)\b/.test(path) || method === 'OPTIONS') return;
    const what = `${method} ${path.slice(0, 200)} → ${response.status} ${response.text.slice(0, 600)}`;
    expect(response.headers.get('x-request-id'), `${what}: x-request-id`).toMatch(/\S/);
    expect(response.status, what).not.toBe(500);
    if (response.status === 204 || method === 'HEAD') {
      expect(response.text, what).toBe('');
      return;
    }
    const route = routeOf(method, path);
    const isStream = route?.success.stream === true && response.status === 200;
    const type = isStream ? /^text\/event-stream$/ : /^application\/json(;|$)/;
    expect(response.headers.get('content-type'), what).toMatch(type);
    // The body of a stream is not read here.
    if (isStream) return;
    if (response.status === 400 && route?.access === 'program') {
      checkBody('/components/schemas/OAuthErrorBody', what, response.body);
      return;
    }
    if (response.status >= 400) {
      checkBody('/components/schemas/ErrorBody', what, response.body);
      checkErrorType(what, route, response);
      return;
    }
    if (!route) throw new Error(`${what}: a success on a path that is not documented`);
    expect(response.status, what).toBe(route.success.status);
    const { method: verb, path: pattern } = route;
    const responsePath = [
      'paths',
      pattern,
      verb.toLowerCase(),
      'responses',
      String(response.status),
    ];
    const schema = [...responsePath, 'content', 'application/json', 'schema'].reduce(pointerTo, '');
    checkBody(schema, what, response.body);
  };
}

function checkErrorType(
  what: string,
  route: AnyRoute | undefined,
  { status, headers, body }: ApiResponse,
) {
  expect(isErrorType(body.type), `${what}: type is in the table`).toBe(true);
  const entry = ERROR_TYPES[body.type as ErrorType];
  const statuses: number[] = [entry.status];
  if ('importStatus' in entry) statuses.push(entry.importStatus);
  expect(statuses, `${what}: status of the type`).toContain(status);
  const documented: ErrorType[] = [...GENERAL_ERROR_TYPES, ...(route ? errorsOf(route) : [])];
  expect(documented, `${what}: type is documented for the route`).toContain(body.type);
  expect(body.requestId, `${what}: requestId`).toBe(headers.get('x-request-id'));
  expect(body.error, `${what}: a sentence`).toMatch(/^\S.{3,}/);
  expect(body.error, `${what}: nothing internal`).not.toMatch(/node_modules|\.ts:\d|\bat .*\(/);
}
