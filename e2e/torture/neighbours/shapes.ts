import { AUTH_ROUTES, ROUTES as API, type AuthRoute, type Route } from '@mkt/protocol';

const BODY_BYTES = 240_000;
/** Percent-encoded three times as long at most, which a request line may still be. */
const LINE_CHARACTERS = 4_000;

/** As many items as fit into a body; each gets its number, from 10,000 on. */
function fill(item: (n: number) => string, bytes = BODY_BYTES): string {
  const count = Math.floor(bytes / (item(10_000).length + 1));
  return Array.from({ length: count }, (_, n) => item(10_000 + n)).join(',');
}

const array = (item: (n: number) => string) => (bytes?: number) => `[${fill(item, bytes)}]`;
const object = (item: (n: number) => string) => (bytes?: number) => `{${fill(item, bytes)}}`;

/** JSON texts that take long to read, or once did: the parser, the scans, numbers, names, depth. */
export const SHAPES: Record<string, (bytes?: number) => string> = {
  'one string': (bytes = BODY_BYTES) => `"${'a'.repeat(bytes)}"`,
  escapes: (bytes = BODY_BYTES) => `"${String.raw`\u0041`.repeat(bytes / 6)}"`,
  quotes: (bytes = BODY_BYTES) => `"${String.raw`\"`.repeat(bytes / 2)}"`,
  members: object((n) => `"k${n}":1`),
  'escaped members': object((n) => String.raw`"\u006b${n}":1`),
  'long names': object((n) => `"${'n'.repeat(200)}${n}":1`),
  'numbers as names': object((n) => `"${n}":1`),
  'small objects': array((n) => `{"a${n}":1}`),
  'empty arrays': array(() => '[]'),
  integers: array(String),
  'long decimals': array((n) => `0.${n}123456789012345678`),
  exponents: array((n) => `${n}e-300`),
  'long numbers': array((n) => `1.${'7'.repeat(990)}${n}`),
  nested: array(() => '['.repeat(55) + ']'.repeat(55)),
  'nested objects': array(() => `${'{"a":'.repeat(50)}1${'}'.repeat(50)}`),
  unfinished: (bytes) => `[${fill(() => '{"a":1}', bytes)}`,
};

/** The marketplace, and listings of a hostile seller by what their contracts make of an input. */
export interface Scenery {
  baseUrl: string;
  /** A listing of the account that sends the requests. */
  own: string;
  any: string;
  checked: string;
  query: string;
  large: string;
}

export interface HostileRequest {
  method: string;
  path: string;
  body?: string;
  headers?: Record<string, string>;
  /** Sent once before; the `id` in its response replaces `{first}` in the path. */
  first?: HostileRequest;
}

const MCP = { accept: 'application/json, text/event-stream' };
const order = (listingId: string, input: string): HostileRequest => ({
  method: 'POST',
  path: '/v1/orders',
  body: `{"listingId":"${listingId}","requestBody":${input}}`,
  headers: { prefer: 'wait=0' },
});

const change = (listingId: string, body: string): HostileRequest => ({
  method: 'PATCH',
  path: `/v1/listings/${listingId}`,
  body,
});

/** Places in a request where a value of any shape is looked at more closely than by a parser. */
const PLACES: Record<string, (json: string, of: Scenery) => HostileRequest> = {
  'an order': (json, { any }) => order(any, json),
  'an order with a schema': (json, { checked }) => order(checked, json),
  'an order as a query string': (json, { query }) => order(query, json),
  'metadata of an order': (json, { any }) => ({
    ...order(any, '1'),
    body: `{"listingId":"${any}","metadata":${json}}`,
  }),
  'a schema of a listing': (json) => ({
    method: 'POST',
    path: '/v1/providers',
    body: `{"title":"x","listingState":"draft","runContract":{"method":"POST","endpointPath":"http://127.0.0.1:9/","inputSchema":${json}}}`,
  }),
  'a schema of a listing that exists': (json, { own }) =>
    change(own, `{"runContract":{"inputSchema":${json}}}`),
  'an enum of a listing that exists': (json, { own }) =>
    change(own, `{"runContract":{"inputSchema":{"enum":[${json}]}}}`),
  'an example of a listing': (json, { own }) =>
    change(own, `{"runContract":{"requestExampleJson":${JSON.stringify(json)}}}`),
  'a change of a listing': (json, { own }) => change(own, `{"description":${json}}`),
  'tags of a listing': (json, { own }) => change(own, `{"tags":${json}}`),
  'an order, read again': (json, { any }) => ({
    method: 'GET',
    path: '/v1/orders/{first}',
    first: order(any, json),
  }),
  'a key': (json) => ({
    method: 'POST',
    path: '/v1/api-keys',
    body: `{"name":"x","scopes":${json}}`,
  }),
  'a budget of a key': (json) => ({
    method: 'POST',
    path: '/v1/api-keys',
    body: `{"name":"x","scopes":["order:create"],"budget":{"listings":${json}}}`,
  }),
  'a profile': (json) => ({ method: 'PUT', path: '/v1/profile', body: `{"name":${json}}` }),
  'a filter of a webhook': (json) => ({
    method: 'POST',
    path: '/v1/webhooks',
    body: `{"url":"https://example.com","events":["order.settled"],"filter":${json}}`,
  }),
  'a webhook': (json) => ({ method: 'POST', path: '/v1/webhooks', body: `{"url":${json}}` }),
  'a tool call': (json, { checked }) => ({
    method: 'POST',
    path: '/mcp',
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_listing","arguments":{"listing":"${checked}","input":${json}}}}`,
    headers: MCP,
  }),
  'an unknown message': (json) => ({
    method: 'POST',
    path: '/mcp',
    body: `{"jsonrpc":"2.0","id":1,"method":"nothing","params":${json}}`,
    headers: MCP,
  }),
  'a sign-in': (json, { baseUrl: origin }) => ({
    method: 'POST',
    path: '/auth/sign-in/email',
    headers: { origin },
    body: `{"email":${json},"password":"x"}`,
  }),
};

const encoded = (json: string) => encodeURIComponent(json.slice(0, LINE_CHARACTERS));

/** The shape as the body of a route; without one, in its query or, if it has none, in its path. */
function wholeRequest(route: Route | AuthRoute, json: string, of: Scenery): HostileRequest {
  const { method, path, body } = route;
  const isOfListing = /^\/v1\/(?:providers|listings|marketplace\/listings)\//.test(path);
  const id = isOfListing ? of.own : encoded(json);
  const filled = path.replace('{id}', id);
  if (body !== undefined) {
    return { method, path: filled, body: json, headers: { origin: of.baseUrl } };
  }
  const name = 'query' in route && route.query === 'CatalogueQuery' ? 'query' : 'cursor';
  const isRead = filled === path || isOfListing;
  return { method, path: isRead ? `${filled}?${name}=${encoded(json)}` : filled };
}

/** Streams have no end that could be waited for. */
const WHOLE = Object.entries({ ...API, ...AUTH_ROUTES } as Record<string, Route | AuthRoute>)
  .filter(([, { success }]) => !success.stream)
  .map(
    ([name, route]) =>
      [name, (json: string, of: Scenery) => wholeRequest(route, json, of)] as const,
  );

/** Every route of the API with a value of any shape. */
export const ROUTES: typeof PLACES = { ...Object.fromEntries(WHOLE), ...PLACES };
