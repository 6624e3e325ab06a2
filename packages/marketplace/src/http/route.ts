import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type PathParameters,
  type ReadJson,
  type Route,
  type RouteId,
  ROUTES,
  type Wire,
} from '@mkt/protocol';
import { pathPattern } from '@mkt/protocol/openapi';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import type { RequestHandler } from 'express';
import type { Caller, Reader } from '../market/caller.ts';
import { canonicalRef } from '../market/ids.ts';
import type { JsonReader } from '../market/json-reader.ts';
import { notFound, Refusal } from '../market/refusal.ts';
import { type Disconnect, DisconnectSource } from '../structures/async.ts';
import { type BodyLimits, type BodySource, inexactFields, readJsonBody } from './body.ts';
import type { Compress } from './compression.ts';
import type { RateClass, RateLimits } from './rate-limits.ts';
import { readQuery, type RequesterDeps, requesterOf } from './request-head.ts';
import {
  isForAnyPage,
  requestIdOf,
  type ResponseHeaders,
  type RouteResponse,
  send,
} from './respond.ts';

type RouteOf<Id extends RouteId> = (typeof ROUTES)[Id];
type Named<R, Key extends string, Default> = R extends { [K in Key]: infer Name extends keyof Wire }
  ? Wire[Name]
  : Default;

/** A use case bound to its dependencies, as handlers call it. */
export type UseCase<Flow> = Flow extends (deps: never, ...args: infer Args) => infer Result
  ? (...args: Args) => Result
  : never;

/** The input of a handler; everything that its route declares has been checked. */
export interface RouteInput<Id extends RouteId> {
  caller: RouteOf<Id>['access'] extends 'public' ? Caller | undefined : Caller;
  /** The path parameters; `id` may be a slug where the route names a listing. */
  params: PathParameters<RouteOf<Id>['path']>;
  query: Named<RouteOf<Id>, 'query', Record<string, never>>;
  body: Named<RouteOf<Id>, 'body', undefined>;
  /** The parsed body with the exact numbers. */
  document: RouteOf<Id> extends { body: string } ? ReadJson : undefined;
  /** The input of an activation, if it has one: `body` and `document` have `null` instead. */
  apart: ReadJson | undefined;
  /** The bytes of the body. */
  bytes: Uint8Array;
  req: IncomingMessage;
  requestId: string;
  /** The disconnect of the caller. */
  disconnect: Disconnect;
  /** Counts this change, at most once, against the limit of requests that call a URL of the caller. */
  takeOutbound: RouteOf<Id> extends (typeof ROUTES)['updateListing' | 'updateWebhook']
    ? () => Promise<void>
    : undefined;
  /** The caller as a reader of lists, who take turns. */
  reader: Reader;
}

type Handler<Id extends RouteId> = (
  input: RouteInput<Id>,
) => Promise<RouteResponse> | RouteResponse;
export type Handlers = { [Id in RouteId]: Handler<Id> };

export interface RouteDeps extends RequesterDeps {
  /** Called when the body of an activation has been received and checked. */
  received(res: ServerResponse): void;
  rates: RateLimits;
  limits: BodyLimits;
  json: JsonReader;
}

/** The member of an activation that may be large, and is only checked, stored and passed on. */
const INPUT = 'requestBody';

/** The group of readers without a key. */
export const ANONYMOUS = 'anonymous';

const CALLS_OUT: ReadonlySet<RouteId> = new Set([
  'createProvider',
  'submitProvider',
  'previewService',
  'importService',
  'createWebhook',
  'testWebhook',
  'sendDelivery',
]);

function rateClassOf(id: RouteId): RateClass {
  if (id === 'getOrder') return 'order-reads';
  return CALLS_OUT.has(id) ? 'outbound' : 'requests';
}

const queryStringOf = (url: string) => {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
};

interface CheckedBody {
  body: unknown;
  document: ReadJson | undefined;
  apart: ReadJson | undefined;
  bytes: Uint8Array;
}

const NO_BODY: CheckedBody = {
  body: undefined,
  document: undefined,
  apart: undefined,
  bytes: new Uint8Array(),
};

/** Reads the body that a route declares, and checks it against its schema. */
export async function checkedBody(
  route: Pick<Route, 'body' | 'method'>,
  req: IncomingMessage,
  limits: BodyLimits,
  source: BodySource,
  parts?: string,
): Promise<CheckedBody> {
  if (!route.body) return NO_BODY;
  const optional = SCHEMAS[route.body]['required'] === undefined && route.method === 'POST';
  const { document, apart, bytes } = await readJsonBody(req, limits, source, {
    optional,
    apart: parts,
  });
  const checked = validate(route.body as ValidatedName, document.value);
  if (!checked.ok) {
    throw new Refusal('invalid_request', 'The body has invalid fields.', {
      details: checked.details,
    });
  }
  const inexact = inexactFields(document);
  if (inexact.length > 0) {
    throw new Refusal('invalid_request', 'The body has invalid fields.', { details: inexact });
  }
  return { body: checked.value, document, apart, bytes };
}

function once(take: () => Promise<unknown>): () => Promise<void> {
  let taken = false;
  return async () => {
    if (taken) return;
    taken = true;
    await take();
  };
}

/** Triggers if the connection closes before the response is sent. */
function disconnectOf(res: ServerResponse): Disconnect {
  const source = new DisconnectSource();
  res.on('close', () => {
    if (!res.writableFinished) source.trigger();
  });
  return source;
}

/** Handles a request; rejects with what the error handler responds to. */
export type HandleRoute = (
  req: IncomingMessage,
  res: ServerResponse,
  /** The path parameters. */
  params: Readonly<Record<string, string>>,
  /** If the route's response may be compressed. */
  compress?: Compress,
) => Promise<void>;

/** The path parameters, with ids in lower case, as they are stored. */
const canonicalParameters = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, canonicalRef(value)]));

/**
 * Runs a route with its checks in the protocol's order: key, scope, rate, query, size, JSON and
 * schema, then the handler.
 */
export function routeHandler<Id extends RouteId>(
  deps: RouteDeps,
  id: Id,
  handler: Handler<Id>,
): HandleRoute {
  const route: Route = ROUTES[id];
  const rateClass = rateClassOf(id);
  const { rates, json, limits } = deps;
  const member = id === 'createOrder' ? INPUT : undefined;
  // Orders are most requests, and neither they nor reads are in the audit.
  const isAudited = route.method !== 'GET' && id !== 'createOrder';
  return async function handleRoute(req, res, params, compress) {
    const { caller, rateKey, cookies } = await requesterOf(deps, req, route.access);
    if (cookies && cookies.length > 0) res.setHeader('Set-Cookie', cookies);
    const rateHeaders: ResponseHeaders = await rates.take(rateClass, rateKey);
    const query = readQuery(
      (route.query ?? 'NoQuery') as ValidatedName & keyof typeof SCHEMAS,
      queryStringOf(req.url ?? ''),
    );
    const source = {
      json,
      group: rateKey,
      charge: (size: number) => rates.takeBytes(rateKey, size),
    };
    const { body, document, apart, bytes } = await checkedBody(route, req, limits, source, member);
    if (member !== undefined) deps.received(res);
    const takeOutbound =
      id === 'updateListing' || id === 'updateWebhook'
        ? once(() => rates.take('outbound', rateKey))
        : undefined;
    if (takeOutbound && 'runContract' in (body as object)) await takeOutbound();
    const disconnect = disconnectOf(res);
    const requestId = requestIdOf(res);
    const input = {
      caller: caller && isAudited ? { ...caller, actor: { ...caller.actor, requestId } } : caller,
      params: canonicalParameters(params),
      query,
      body,
      document,
      apart,
      bytes,
      req,
      requestId,
      disconnect,
      reader: { name: rateKey, group: caller ? undefined : ANONYMOUS, disconnect },
      takeOutbound,
    } as unknown as RouteInput<Id>;
    const made = await handler(input);
    const response = compress ? await compress(made, { group: rateKey, disconnect }) : made;
    rates.addSent(rateKey, send(res, response, requestId, rateHeaders));
  };
}

export interface Endpoint {
  method: string;
  /** With parameters in braces, as in OpenAPI. */
  path: string;
}

/** Paths that callers try when they know the term activation, but not the request for it. */
const ACTIVATION =
  /^\/v1\/(?:(?:marketplace\/)?(?:listings|providers)\/[^/]+\/(?:activate|activations?|runs?|orders?|invoke|invocations?|calls?|execute|executions?|buy|purchases?)|activations?|activate|runs?|order|calls?|invocations?|purchases?)\/?$/;

const noActivation = () =>
  new Refusal(
    'not_found',
    'Path not found. To activate a listing, send POST /v1/orders with { "listingId": "<id or slug>", "requestBody": <the input> }.',
  );

/** The base address of many other APIs ends with `/v1`; ours does not. */
const DOUBLED = /^\/v1\/v1(?:\/|$)/;

const doubled = () =>
  new Refusal(
    'not_found',
    'Path not found: it begins with /v1 twice. Remove /v1 from the base address of your client.',
  );

function unknownPath(path: string): Refusal {
  if (DOUBLED.test(path)) return doubled();
  return ACTIVATION.test(path) ? noActivation() : notFound('Path');
}

/** The asterisk covers every header but this one (Fetch standard, CORS unsafe request headers). */
const ALLOWED_HEADERS = '*, authorization';
const PREFLIGHT_SECONDS = 86_400;

/**
 * Handles requests that match no route: a preflight, a wrong method (with the methods of the path),
 * or an unknown path. It runs after the routes, and so before any authentication.
 */
export function unmatchedHandler(endpoints: readonly Endpoint[]): RequestHandler {
  const known = endpoints.map(({ method, path }) => ({ method, pattern: pathPattern(path) }));

  function methodsOf(path: string): string[] {
    const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    if (methods.length === 0) return [];
    return [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])];
  }

  const everyMethod = [
    ...new Set(['GET', 'HEAD', ...known.map(({ method }) => method), 'OPTIONS']),
  ];

  return function handleUnmatched(req, res) {
    // `OPTIONS *` applies to the server as a whole (RFC 9110, 9.3.7).
    const isServerWide = req.method === 'OPTIONS' && req.url === '*';
    const methods = isServerWide ? everyMethod : methodsOf(req.path);
    const allow = methods.join(', ');
    // A path for operators exists in one spelling only.
    const isMisspelled = req.method !== 'OPTIONS' && methods.includes(req.method);
    if (allow === '' || isMisspelled) throw unknownPath(req.path);
    if (req.method !== 'OPTIONS') {
      res.setHeader('Allow', allow);
      throw new Refusal(
        'method_not_allowed',
        `${req.method} is not allowed for this path; use one of ${allow}.`,
      );
    }
    const preflight = {
      'Access-Control-Allow-Methods': allow,
      'Access-Control-Allow-Headers': ALLOWED_HEADERS,
      'Access-Control-Max-Age': PREFLIGHT_SECONDS,
    };
    const headers = { Allow: allow, ...(isForAnyPage(req.path) ? preflight : {}) };
    send(res, { status: 204, headers }, requestIdOf(res));
  };
}
