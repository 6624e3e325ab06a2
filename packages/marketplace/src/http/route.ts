import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  ROUTES,
  type PathParameters,
  type ReadJson,
  type Route,
  type RouteId,
  type Wire,
} from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import type { Caller } from '../market/caller.ts';
import { DisconnectSource, type Disconnect } from '../structures/disconnect.ts';
import type { JsonReader } from '../market/json-reader.ts';
import type { Reader } from '../market/reader.ts';
import { Refusal } from '../market/refusal.ts';
import { send, type RouteResponse, type ResponseHeaders } from './response.ts';
import { readQuery } from './query.ts';
import type { RateClass, RateLimits } from './rate-limits.ts';
import { inexactFields } from './exact-body.ts';
import { readJsonBody, type BodyLimits, type BodySource } from './body.ts';
import { requestIdOf } from './request-id.ts';
import { requesterOf, type RequesterDeps } from './requester.ts';

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
  /** The disconnect of the caller. */
  disconnect: Disconnect;
  /** Counts this change, at most once, against the limit of requests that call sellers. */
  takeOutbound: RouteOf<Id> extends (typeof ROUTES)['updateListing' | 'updateWebhook']
    ? () => Promise<void>
    : undefined;
  /** The caller as a reader of lists, who take turns. */
  reader: Reader;
}

export type Handler<Id extends RouteId> = (
  input: RouteInput<Id>,
) => Promise<RouteResponse> | RouteResponse;
export type Handlers = { [Id in RouteId]: Handler<Id> };

export interface RouteDeps extends RequesterDeps {
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
) => Promise<void>;

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
  return async function handleRoute(req, res, params) {
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
    const takeOutbound =
      id === 'updateListing' || id === 'updateWebhook'
        ? once(() => rates.take('outbound', rateKey))
        : undefined;
    if (takeOutbound && 'runContract' in (body as object)) await takeOutbound();
    const disconnect = disconnectOf(res);
    const input = {
      caller,
      params,
      query,
      body,
      document,
      apart,
      bytes,
      req,
      disconnect,
      reader: { name: rateKey, group: caller ? undefined : ANONYMOUS, disconnect },
      takeOutbound,
    } as unknown as RouteInput<Id>;
    const response = await handler(input);
    rates.addSent(rateKey, send(res, response, requestIdOf(res), rateHeaders));
  };
}
