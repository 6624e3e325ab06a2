import type { IncomingMessage } from 'node:http';
import { type Detail, HEADERS, LIMITS, type Route, type Wire } from '@mkt/protocol';
import { isObjectSchema, type SchemaName, SCHEMAS } from '@mkt/protocol/schemas';
import { validate, type ValidatedName } from '@mkt/protocol/validate';
import { type Caller, checkScope } from '../market/caller.ts';
import { isUuid } from '../market/ids.ts';
import { type BoundedPageRequest, invalidCursor, type Keyset, PAGE_BYTES } from '../market/page.ts';
import { Refusal } from '../market/refusal.ts';
import { type CallerAddress, checkSameOrigin, type OwnOrigins } from './origins.ts';
import type { RateLimits } from './rate-limits.ts';

/** The browser that sends a request. */
export interface Browser {
  /** The request's header. */
  cookie: string | undefined;
  /** An IP address, for the list of sessions; of IPv6 only the network. */
  address: string;
  userAgent: string | undefined;
}

/** What a request about sessions found or changed. */
export interface WithCookies<Result> {
  result: Result;
  /** `Set-Cookie` headers for the response. */
  cookies: readonly string[];
}

/**
 * Headers that must not be repeated: with two of them, a proxy and this server could each use a
 * different one.
 */
const ONCE = ['host', 'content-type', 'content-encoding', HEADERS.idempotencyKey];
/**
 * By length, which is unique among them: most other headers are skipped without comparing names.
 */
const ONCE_BY_LENGTH = new Map(ONCE.map((name, index) => [name.length, { name, bit: 1 << index }]));

function repeatedHeader({ rawHeaders }: IncomingMessage): string | undefined {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const given = rawHeaders[i] ?? '';
    const once = ONCE_BY_LENGTH.get(given.length);
    if (!once || given.toLowerCase() !== once.name) continue;
    if ((seen & once.bit) !== 0) return once.name;
    seen |= once.bit;
  }
  return undefined;
}

/** Rules of HTTP that Node's parser does not enforce (RFC 9110, 5.3; RFC 9112, 3.2 and 6.1). */
function problemOf(req: IncomingMessage): string | undefined {
  const { host, 'transfer-encoding': coding } = req.headers;
  if (req.httpVersion === '1.1' && host === undefined) return 'The request has no Host header.';
  const repeated = repeatedHeader(req);
  if (repeated !== undefined) return `The header ${repeated} must not be repeated.`;
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return 'The only supported transfer coding is chunked.';
  }
  return undefined;
}

/** Refuses ambiguous request heads with an error body. */
export function checkHead(req: IncomingMessage): void {
  const problem = problemOf(req);
  if (problem !== undefined) throw new Refusal('malformed_request', problem);
}

const NUMBER = /^-?\d+(\.\d+)?$/;

function invalidQuery(details: Detail[]): Refusal {
  return new Refusal('invalid_request', 'The query string is not valid.', { details });
}

/**
 * Converts text to the type of the schema; text that is not a number stays text, and fails
 * validation.
 */
function coerce(text: string, schema: unknown): unknown {
  const type = (schema as { type?: unknown } | undefined)?.type;
  const isNumber = type === 'number' || type === 'integer';
  return isNumber && NUMBER.test(text) ? Number(text) : text;
}

/** `name[member]`, where the schema of the query has an object. */
const MEMBER = /^([^[\]]+)\[(.*)\]$/s;

const repeated = (key: string): Refusal =>
  invalidQuery([
    { path: `/${key.slice(0, 100)}`, message: 'must not be repeated', keyword: 'query' },
  ]);

/**
 * The query string of a request, validated against its schema; parameters must not be repeated. A
 * parameter that is an object is written as `name[member]=text`.
 */
export function readQuery<Name extends ValidatedName & SchemaName>(
  name: Name,
  search: string,
): Wire[Name] {
  if (search === '') return checkedQuery(name, {});
  const properties = (SCHEMAS[name]['properties'] ?? {}) as Record<string, unknown>;
  const schemaOf = (key: string) => (Object.hasOwn(properties, key) ? properties[key] : undefined);
  const values = new Map<string, unknown>();
  const objects = new Map<string, [member: string, text: string][]>();
  const seen = new Set<string>();
  for (const [key, text] of new URLSearchParams(search)) {
    if (seen.has(key)) throw repeated(key);
    seen.add(key);
    const [, parent = '', member] = MEMBER.exec(key) ?? [];
    if (member !== undefined && isObjectSchema(schemaOf(parent))) {
      const members = objects.get(parent) ?? [];
      objects.set(parent, members);
      members.push([member, text]);
    } else {
      values.set(key, coerce(text, schemaOf(key)));
    }
  }
  for (const [key, members] of objects) {
    if (values.has(key)) throw repeated(key);
    values.set(key, Object.fromEntries(members));
  }
  return checkedQuery(name, Object.fromEntries(values));
}

interface Bounds {
  type?: unknown;
  minimum?: number;
  maximum?: number;
}

/** For a number that is out of range or not whole, the message names both bounds. */
function withBounds({ path, message, keyword }: Detail, name: SchemaName): Detail {
  const properties = SCHEMAS[name]['properties'] as Record<string, Bounds> | undefined;
  const { type, minimum, maximum } = properties?.[path.slice(1)] ?? {};
  const isBounded = type === 'integer' && minimum !== undefined && maximum !== undefined;
  const bounds = `must be a whole number from ${minimum} to ${maximum}`;
  return { path, message: isBounded ? bounds : message, ...(keyword ? { keyword } : {}) };
}

/** In a query string, an unknown name is called a parameter, not a field. */
function asParameter(detail: Detail, name: SchemaName): Detail {
  if (['type', 'minimum', 'maximum'].includes(detail.keyword ?? ''))
    return withBounds(detail, name);
  if (detail.keyword !== 'additionalProperties') return detail;
  const message = isEmpty(name)
    ? 'is not a known parameter; this endpoint takes none'
    : detail.message.replaceAll('known field', 'known parameter');
  return { ...detail, message };
}

const isEmpty = (name: SchemaName) => Object.keys(SCHEMAS[name]['properties'] ?? {}).length === 0;

function checkedQuery<Name extends ValidatedName & SchemaName>(
  name: Name,
  values: Record<string, unknown>,
): Wire[Name] {
  const checked = validate(name, values);
  if (!checked.ok) throw invalidQuery(checked.details.map((detail) => asParameter(detail, name)));
  return checked.value;
}

/**
 * Opaque to callers. `list` names the list and its sort order, so that a cursor of a different list is
 * refused.
 */
export function cursorOf(list: string, { key, id }: Keyset): string {
  return Buffer.from(JSON.stringify([list, key, id])).toString('base64url');
}

function decodeCursor(list: string, cursor: string): Keyset {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalidCursor();
  }
  if (!Array.isArray(parts) || parts.length !== 3) throw invalidCursor();
  const [name, key, id] = parts as unknown[];
  // Every key is a count or a price in micro-units; the server never issues any other number.
  const isValid = name === list && typeof key === 'number' && Number.isSafeInteger(key) && key >= 0;
  if (!isValid || typeof id !== 'string' || !isUuid(id)) throw invalidCursor();
  return { key, id };
}

/** The page that a query asks for; `list` is the list that its cursor has to be from. */
export function pageRequest(
  list: string,
  query: { limit?: number; cursor?: string },
): BoundedPageRequest {
  return {
    limit: query.limit ?? LIMITS.pageDefault,
    after: query.cursor === undefined ? null : decodeCursor(list, query.cursor),
    maxBytes: PAGE_BYTES,
  };
}

/** The request's browser. For IPv6 its address is that of the network, as limits count it. */
export function browserOf(req: IncomingMessage, callerAddress: CallerAddress): Browser {
  const { cookie, 'user-agent': userAgent } = req.headers;
  return { cookie, userAgent, address: callerAddress(req).replace(/\/\d+$/, '') };
}

/** The value of a cookie in the header `Cookie`. */
export function cookieOf(header: string | undefined, name: string): string | undefined {
  const pairs = header?.split(';').map((pair) => pair.trim()) ?? [];
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Whether the request has a cookie of this name. */
export const hasCookie = ({ headers }: IncomingMessage, name: string): boolean =>
  cookieOf(headers.cookie, name) !== undefined;

/** Whether the day exists: `Date.parse` reads 31 February as 3 March. */
function isRealDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** An RFC 3339 date-time in Unix milliseconds. Refuses an invalid one, naming the field. */
export function readInstant(text: string, name: string): number {
  const ms = Date.parse(text);
  if (!Number.isNaN(ms) && isRealDay(text)) return ms;
  throw new Refusal('invalid_request', `${name} is not a valid date-time.`, {
    details: [{ path: `/${name}`, message: 'must be an RFC 3339 date-time', keyword: 'format' }],
  });
}

export const optionalInstant = (text: string | undefined, name: string) =>
  text === undefined ? undefined : readInstant(text, name);

interface Requester {
  /** `undefined` on a public route without a key. */
  caller: Caller | undefined;
  /** What its requests are counted by: the account or the address. */
  rateKey: string;
  /** `Set-Cookie` headers that renew a session. */
  cookies?: readonly string[];
}

export interface RequesterDeps {
  authenticate(key: string | undefined): Promise<Caller>;
  authenticateSession(browser: Browser): Promise<WithCookies<Caller>>;
  /** The name of the cookie of sessions. */
  sessionCookie: string;
  ownOrigins: OwnOrigins;
  rates: Pick<RateLimits, 'countFailedKey'>;
  callerAddress: CallerAddress;
}

const BEARER = /^bearer(?: +|$)/i;

function headerKey(req: IncomingMessage): string | undefined {
  const header = req.headers[HEADERS.apiKey];
  return Array.isArray(header) ? header.join(',') : header;
}

/** The token of `Authorization: Bearer`; undefined for other schemes, which are not for this server. */
function bearerToken(req: IncomingMessage): string | undefined {
  const { authorization } = req.headers;
  if (authorization === undefined) return undefined;
  // Node keeps only the first, and a proxy might check the other.
  if ((req.headersDistinct['authorization']?.length ?? 0) > 1) {
    throw new Refusal('malformed_request', 'The header authorization must not be repeated.');
  }
  const scheme = BEARER.exec(authorization);
  return scheme ? authorization.slice(scheme[0].length).trim() : undefined;
}

/** The key that was sent, in either header; refuses a request with two different ones. */
export function keyOf(req: IncomingMessage): string | undefined {
  const key = headerKey(req);
  const token = bearerToken(req);
  if (key !== undefined && token !== undefined && key !== token) {
    throw new Refusal(
      'invalid_request',
      `The request has two different keys: send one, in ${HEADERS.apiKey} or as a bearer token.`,
    );
  }
  return key ?? token;
}

/** Counts an invalid key or session against the address. */
async function counted<Result>(
  { rates, callerAddress }: RequesterDeps,
  req: IncomingMessage,
  authentication: Promise<Result>,
): Promise<Result> {
  try {
    return await authentication;
  } catch (error) {
    if (error instanceof Refusal && error.type === 'unauthenticated') {
      await rates.countFailedKey(callerAddress(req));
    }
    throw error;
  }
}

/** The caller whose session the request's cookie names. */
async function sessionRequester(deps: RequesterDeps, req: IncomingMessage): Promise<Requester> {
  checkSameOrigin(req, deps.ownOrigins);
  const browser = browserOf(req, deps.callerAddress);
  const { result: caller, cookies } = await counted(deps, req, deps.authenticateSession(browser));
  return { caller, rateKey: caller.accountId, cookies };
}

/**
 * Authenticates the caller (401), then checks the scope (403). A key that is sent to a public route
 * is checked too; a session's cookie is ignored there, and wherever there is a key: a browser adds
 * it automatically.
 */
export async function requesterOf(
  deps: RequesterDeps,
  req: IncomingMessage,
  access: Route['access'],
): Promise<Requester> {
  const key = keyOf(req);
  if (key === undefined) {
    if (access === 'public') {
      return { caller: undefined, rateKey: `address:${deps.callerAddress(req)}` };
    }
    // A session has every scope.
    if (hasCookie(req, deps.sessionCookie)) return sessionRequester(deps, req);
  }
  const authentication = deps.authenticate(key);
  // Without a key there is nothing that could have been guessed.
  const caller = await (key === undefined ? authentication : counted(deps, req, authentication));
  if (typeof access === 'object') checkScope(caller, access.scope, access.or);
  return { caller, rateKey: caller.accountId };
}
