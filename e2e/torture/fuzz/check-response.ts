import { SCHEMAS } from '@mkt/protocol/schemas';
import { ERROR_TYPES, isErrorType } from '@mkt/protocol';
import { isForPrograms } from './auth-operations.ts';
import { bytesOf, type FuzzRequest } from './request.ts';
import type { FuzzResponse } from './response.ts';

export interface Finding {
  kind: '5xx responses' | 'misshapen errors' | 'leaks';
  evidence: string;
}

/** A server at its limits may refuse a request, which is counted but not a finding. */
const EXPECTED_REFUSALS: ReadonlySet<unknown> = new Set(['overloaded', 'storage_unavailable']);

const MEMBERS = new Set(Object.keys(SCHEMAS.ErrorBody['properties'] as object));

/** What a response must not reveal: stack traces, paths, names of libraries and of their errors. */
const INSIDE =
  /node_modules|file:\/\/|\bat \S+ \(|\.(?:ts|mjs|js):\d+|SQLITE_|sqlite|kysely|undici|ajv|\bE[A-Z]{4,}\b|[A-Za-z]+Error\b/;

/** The error of RFC 6749, section 5.2, which the routes for programs return. */
const isOAuthError = ({ status }: FuzzResponse, body: any) =>
  status === 400 &&
  /^[a-z_]+$/.test(body?.error) &&
  typeof body.error_description === 'string' &&
  Object.keys(body).every((name) => name === 'error' || name === 'error_description');

function misshapen({ status, headers }: FuzzResponse, body: any): string | undefined {
  if (headers.get('content-type') !== 'application/json') return 'is no application/json';
  if (typeof body !== 'object' || body === null) return 'is no JSON object';
  if (typeof body.error !== 'string' || body.error === '') return 'has no error';
  if (!isErrorType(body.type)) return `has the type ${body.type}`;
  const known: { status: number; importStatus?: number } = ERROR_TYPES[body.type as 'internal'];
  if (![known.status, known.importStatus].includes(status)) return `has the type ${body.type}`;
  if (!body.requestId || body.requestId !== headers.get('x-request-id')) {
    return 'does not name its request';
  }
  const stranger = Object.keys(body).find((name) => !MEMBERS.has(name));
  if (stranger !== undefined) return `has a member ${stranger}`;
  const details = body.details ?? [];
  const fine =
    Array.isArray(details) &&
    details.length <= 10 &&
    details.every((each) => typeof each.path === 'string' && typeof each.message === 'string');
  return fine ? undefined : 'has strange details';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with a response, whatever the request was. */
export function checkResponse(
  request: FuzzRequest,
  response: FuzzResponse,
  apiKey: string,
): Finding | undefined {
  const { status, headers } = response;
  const text = response.body.toString('utf8');
  const received = `${status} ${JSON.stringify(Object.fromEntries(headers))} ${text.slice(0, 600)}`;
  const body: any = status >= 400 ? parse(text) : undefined;
  if (status >= 500 && !(status === 503 && EXPECTED_REFUSALS.has(body?.type))) {
    return { kind: '5xx responses', evidence: received };
  }
  if (!headers.has('x-request-id')) {
    return { kind: 'misshapen errors', evidence: `without x-request-id: ${received}` };
  }
  if (status < 400) return undefined;
  if (text !== '' || request.method !== 'HEAD') {
    const isFit = isForPrograms(request.operation) && isOAuthError(response, body);
    const fault = isFit ? undefined : misshapen(response, body);
    if (fault !== undefined) return { kind: 'misshapen errors', evidence: `${fault}: ${received}` };
  }
  const [inside] = INSIDE.exec(text) ?? [];
  const leaked = inside !== undefined && !bytesOf(request).includes(inside);
  if (leaked || text.includes(apiKey)) return { kind: 'leaks', evidence: `${inside}: ${received}` };
  return undefined;
}

/** Whether it was refused because the server was at its limits. */
export const isRefusedAtLimits = ({ status }: FuzzResponse) => status === 503 || status === 429;
