import { isObject, type BudgetRemaining, type Check, type Detail } from '@mkt/protocol';

/** An error response (docs/protocol.md#errors). Every member is checked, because a proxy may have written it. */
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
  budgetReason?: string | undefined;
  remaining?: BudgetRemaining | null;
  body: unknown;
  /** A sentence of this package on what to do, or an empty string. */
  hint: string;
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const isDetail = (value: unknown): value is Detail =>
  isObject(value) && typeof value['path'] === 'string' && typeof value['message'] === 'string';

const isCheck = (value: unknown): value is Check =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['message'] === 'string';

const isRemaining = (value: unknown): value is BudgetRemaining =>
  isObject(value) &&
  typeof value['amount'] === 'number' &&
  typeof value['currency'] === 'string' &&
  (value['resetsAt'] === null || typeof value['resetsAt'] === 'string');

/** Returns `undefined` when the body is not one of an error. */
export function readErrorResponse(
  body: unknown,
  response: Pick<ErrorResponse, 'status' | 'requestId' | 'retryAfterMs' | 'hint'>,
): ErrorResponse | undefined {
  if (!isObject(body) || typeof body['error'] !== 'string') return undefined;
  const allowed = body['allowed'];
  return {
    ...response,
    type: text(body['type']) ?? 'unknown',
    requestId: response.requestId ?? text(body['requestId']),
    reason: body['error'],
    details: all(body['details']).filter(isDetail),
    from: text(body['from']),
    to: text(body['to']),
    allowed: Array.isArray(allowed)
      ? allowed.filter((state) => typeof state === 'string')
      : undefined,
    requiredScope: text(body['requiredScope']),
    checks: all(body['checks']).filter(isCheck),
    budgetReason: text(body['reason']),
    remaining: isRemaining(body['remaining']) ? body['remaining'] : null,
    body,
  };
}
