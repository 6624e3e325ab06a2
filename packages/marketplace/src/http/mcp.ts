import {
  createServer,
  type IncomingMessage,
  request,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { type Duplex, duplexPair, Readable } from 'node:stream';
import type { createClient } from '@mkt/client';
import type * as Mcp from '@mkt/mcp';
import { hasInexactNumbers, HEADERS, isObject, toMicros } from '@mkt/protocol';
import type { JsonReader } from '../market/json-reader.ts';
import { BODY_LIMITS } from '../market/limits.ts';
import type { Log } from '../market/outside.ts';
import { Refusal } from '../market/refusal.ts';
import { traceHeaders, traceOf } from '../market/trace.ts';
import { loadOnce } from '../structures/async.ts';
import type { Share } from '../structures/counters.ts';
import { type BodyLimits, type BodySource, readJsonBody } from './body.ts';
import type { RateLimits } from './rate-limits.ts';
import { keyOf, type RequesterDeps, requesterOf } from './request-head.ts';
import { requestIdOf } from './respond.ts';

/** The part of `fetch` that the client of this package uses. */
type InProcessFetch = (url: string, init: RequestInit) => Promise<Response>;

/** Both ends of a connection that never leaves the process; closing one closes the other. */
function connection(remoteAddress: string): [near: Duplex, far: Duplex] {
  const [near, far] = duplexPair();
  near.on('close', () => far.destroy());
  far.on('close', () => near.destroy());
  return [near, Object.assign(far, { remoteAddress })];
}

function responseOf(message: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(message.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  const status = message.statusCode ?? 0;
  const body = status === 204 ? null : (Readable.toWeb(message) as ReadableStream);
  return new Response(body, { status, headers });
}

/**
 * A `fetch` whose requests reach the marketplace of this process: through the same parser, checks and
 * limits as any other, but without a socket. Returns one for callers at an address.
 */
function createInProcess(serve: RequestListener): (remoteAddress: string) => InProcessFetch {
  const server = createServer(serve);
  return (remoteAddress) =>
    async function inProcessFetch(url, { method = 'GET', headers, body, signal }) {
      const { pathname, search, host } = new URL(url);
      const [near, far] = connection(remoteAddress);
      server.emit('connection', far);
      const responded = Promise.withResolvers<IncomingMessage>();
      const sent = request({
        createConnection: () => near,
        method,
        path: pathname + search,
        headers: { host, ...Object.fromEntries(new Headers(headers)), connection: 'close' },
        ...(signal && { signal }),
      });
      sent.on('response', responded.resolve);
      sent.on('error', responded.reject);
      // The client only sends texts.
      sent.end(body as string | undefined);
      return responseOf(await responded.promise);
    };
}

export const MCP_PATH = '/mcp';

interface McpDeps extends RequesterDeps {
  rates: RateLimits;
  limits: BodyLimits;
  json: JsonReader;
  version: string;
  log: Pick<Log, 'warn'>;
  /** Requests of one account that have no response yet. */
  openRequests: Share;
  isKnownListing(ref: string): Promise<boolean>;
}

type HandleMcp = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const PARAMETERS = new Set(['listings', 'confirmAbove', 'currency', 'confirm']);
/** Who confirms a call above `confirmAbove`. */
const CONFIRMED_BY = ['person', 'agent'];
const CURRENCY = /^[A-Z]{3}$/;
const DEFAULT_CURRENCY = 'USD';

const invalid = (message: string) => new Refusal('invalid_request', message);

/** A page of another site must not act as an agent here, not even with a key (MCP, Streamable HTTP). */
function checkOrigin({ headers }: IncomingMessage, { ownOrigins }: McpDeps): void {
  const { origin } = headers;
  if (origin === undefined || ownOrigins().has(origin)) return;
  throw new Refusal('forbidden_origin', 'Pages of other sites cannot use /mcp; use /v1 there.');
}

function queryOf(req: IncomingMessage): URLSearchParams {
  const query = new URL(req.url ?? '', 'http://localhost').searchParams;
  for (const name of query.keys()) {
    if (!PARAMETERS.has(name)) {
      throw invalid(
        `/mcp has no query parameter ${name.slice(0, 40)}; it has ${[...PARAMETERS].join(', ')}.`,
      );
    }
    if (query.getAll(name).length > 1) throw invalid(`The query parameter ${name} is repeated.`);
  }
  return query;
}

interface Engine {
  server: Mcp.HttpServer;
  mcp: Pick<typeof Mcp, 'readListingNames' | 'losesArgument' | 'LOST_ARGUMENT'>;
  createClient: typeof createClient;
}

/** Loaded with the first request: the server starts without it. */
async function openEngine({ version, log }: McpDeps): Promise<Engine> {
  const [mcp, client] = await Promise.all([import('@mkt/mcp'), import('@mkt/client')]);
  const server = await mcp.createHttpServer({
    version,
    onError: (err) => log.warn({ err }, 'a request to /mcp was refused'),
  });
  return { server, mcp, createClient: client.createClient };
}

/** The settings in the URL, which the person who configures the agent chooses and the agent cannot change. */
function settingsOf(
  req: IncomingMessage,
  { readListingNames }: Engine['mcp'],
): Omit<Mcp.Session, 'market' | 'secret'> {
  const query = queryOf(req);
  const listings = readListingNames(query.get('listings') ?? '');
  if ('problem' in listings) throw invalid(`The query parameter ${listings.problem}.`);
  const above = query.get('confirmAbove');
  const currency = query.get('currency') ?? DEFAULT_CURRENCY;
  const confirm = query.get('confirm') ?? 'person';
  if (!CONFIRMED_BY.includes(confirm)) {
    throw invalid(`The query parameter confirm must be ${CONFIRMED_BY.join(' or ')}.`);
  }
  const agentConfirms = confirm === 'agent';
  if (above === null) {
    const lonely = ['currency', 'confirm'].find((name) => query.has(name));
    if (lonely !== undefined) {
      throw invalid(`The query parameter ${lonely} needs confirmAbove, such as confirmAbove=0.05.`);
    }
    return { listings, confirmAbove: undefined, agentConfirms };
  }
  const amount = /^\d{1,7}(?:\.\d+)?$/.test(above) ? Number(above) : Number.NaN;
  if (toMicros(amount) === undefined) {
    throw invalid('The query parameter confirmAbove must be an amount, such as 0.05.');
  }
  if (!CURRENCY.test(currency)) {
    throw invalid('The query parameter currency must be a currency code, such as EUR.');
  }
  return { listings, confirmAbove: { amount, currency }, agentConfirms };
}

/** The methods with which a client connects, or lists the tools. */
const OPENING = new Set<unknown>(['initialize', 'server/discover', 'tools/list']);

/** Refuses a misspelled listing, which would otherwise just be missing from the tools. */
async function checkListings(
  body: unknown,
  names: readonly string[],
  { isKnownListing: isKnown }: McpDeps,
): Promise<void> {
  if (!isObject(body) || !OPENING.has(body['method'])) return;
  const known = await Promise.all(names.map((name) => isKnown(name)));
  const unknown = names.filter((_, index) => !known[index]);
  if (unknown.length === 0) return;
  throw invalid(
    `The query parameter listings names ${unknown.length === 1 ? 'a listing that does' : 'listings that do'} not exist: ${unknown.join(', ')}.`,
  );
}

const RETRY_SECONDS = 5;

/**
 * Counts the request until its response has ended. A call may wait for an order for most of a minute
 * with its input in memory, so an account gets a share of such requests.
 */
function holdShare({ openRequests }: McpDeps, res: ServerResponse, accountId: string): void {
  const release = openRequests.tryTake(accountId);
  if (!release) {
    throw new Refusal(
      'quota_exceeded',
      'Too many requests of this account to /mcp are open. Wait until one has its response.',
      { limit: 'mcp_requests', retryAfterSeconds: RETRY_SECONDS },
    );
  }
  // The client may have gone while the key was looked up.
  if (res.destroyed) release();
  else res.once('close', release);
}

/** The message is parsed, and written again for the request to `/v1`, which is charged once more. */
const WEIGHT = 2;

const TOOL_CALL = 'tools/call';

/** One message per request: an array would be answered at the cost of one request. */
async function messageOf(
  req: IncomingMessage,
  limits: BodyLimits,
  source: BodySource,
): Promise<unknown> {
  const { document, bytes } = await readJsonBody(req, limits, source);
  if (Array.isArray(document.value)) throw invalid('Send one JSON-RPC message per request.');
  const isCall = isObject(document.value) && document.value['method'] === TOOL_CALL;
  if (!isCall && bytes.length > BODY_LIMITS.mcpMessageBytes) {
    throw new Refusal(
      'payload_too_large',
      `A message larger than ${BODY_LIMITS.mcpMessageBytes / 1024} KiB must be a ${TOOL_CALL}.`,
    );
  }
  if (hasInexactNumbers(document, () => false) === true) {
    throw invalid(
      'The body has a number with more digits than JavaScript keeps; use POST /v1/orders.',
    );
  }
  return document.value;
}

/**
 * The handler of `POST /mcp` (docs/buy/agents.md#over-http). What an agent does reaches the routes of
 * `/v1` with its own key, so that their checks, limits and records are the same for agents.
 */
export function createMcp(deps: McpDeps, serve: RequestListener): HandleMcp {
  const inProcess = createInProcess(serve);
  const engine = loadOnce(() => openEngine(deps));

  return async function handleMcp(req, res) {
    checkOrigin(req, deps);
    const key = keyOf(req);
    if (key === undefined) {
      throw new Refusal('unauthenticated', `Send an API key: Authorization: Bearer mkt_…`);
    }
    const { rateKey } = await requesterOf(deps, req, 'any-key');
    await deps.rates.take('requests', rateKey);
    holdShare(deps, res, rateKey);
    const body = await messageOf(req, deps.limits, {
      json: deps.json,
      group: rateKey,
      charge: (size) => deps.rates.takeBytes(rateKey, size, WEIGHT),
    });
    const { server, mcp, createClient } = await engine();
    if (mcp.losesArgument(body)) throw invalid(`The body ${mcp.LOST_ARGUMENT}.`);
    const settings = settingsOf(req, mcp);
    await checkListings(body, settings.listings, deps);
    const market = createClient({
      baseUrl: 'http://marketplace.internal',
      apiKey: key,
      fetch: inProcess(deps.callerAddress(req)),
      headers: { ...traceHeaders(traceOf(req.headers)) },
      retries: 0,
    });
    res.setHeader(HEADERS.requestId, requestIdOf(res));
    res.setHeader('X-Content-Type-Options', 'nosniff');
    res.setHeader('Cache-Control', 'no-store');
    await server.handle(req, res, body, { ...settings, market, secret: key });
  };
}
