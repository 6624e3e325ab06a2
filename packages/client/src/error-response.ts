import { isObject, type BudgetRemaining, type Check, type Detail, type Price } from '@mkt/protocol';
import { recordProblem, wordOf } from './check-record.ts';
import { plainText } from './redact.ts';

/** An error response (docs/reference/protocol.md#errors). Every member is checked, because a proxy may have written it. */
export interface ErrorResponse {
  status: number;
  type: string;
  requestId: string | undefined;
  reason: string;
  details: Detail[];
  retryAfterMs: number | undefined;
  from: string | undefined;
  to: string | undefined;
  allowed: string[] | undefined;
  requiredScope: string | undefined;
  checks: Check[];
  /** `reason` on the wire: which rule or condition refused it. */
  rule?: string | undefined;
  price?: Price | undefined;
  remaining?: BudgetRemaining | null;
  body: unknown;
  /** A sentence of this package on what to do, or an empty string. */
  hint: string;
}

const text = (value: unknown) => (typeof value === 'string' ? plainText(value) : undefined);
const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isDetail = (value: unknown): value is Detail => !recordProblem('Detail', value);
const isCheck = (value: unknown): value is Check => !recordProblem('Check', value);
const isPrice = (value: unknown): value is Price => !recordProblem('Price', value);
const isRemaining = (value: unknown): value is BudgetRemaining =>
  !recordProblem('BudgetRemaining', value);

/** Returns `undefined` when the body is not one of an error. */
export function readErrorResponse(
  body: unknown,
  response: Pick<ErrorResponse, 'status' | 'requestId' | 'retryAfterMs' | 'hint'>,
): ErrorResponse | undefined {
  if (!isObject(body) || typeof body['error'] !== 'string') return undefined;
  const allowed = body['allowed'];
  return {
    ...response,
    type: wordOf(body['type']) ?? 'unknown',
    requestId: response.requestId ?? text(body['requestId']),
    reason: body['error'],
    details: all(body['details']).filter(isDetail),
    from: wordOf(body['from']),
    to: wordOf(body['to']),
    allowed: Array.isArray(allowed)
      ? allowed.filter((state) => wordOf(state) !== undefined)
      : undefined,
    requiredScope: wordOf(body['requiredScope']),
    checks: all(body['checks']).filter(isCheck),
    rule: wordOf(body['reason']),
    price: isPrice(body['price']) ? body['price'] : undefined,
    remaining: isRemaining(body['remaining']) ? body['remaining'] : null,
    body,
  };
}
