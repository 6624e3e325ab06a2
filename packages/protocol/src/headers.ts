/** Header names as they are sent; compare without case. */
export const HEADERS = {
  apiKey: 'x-mkt-api-key',
  requestId: 'x-request-id',
  idempotencyKey: 'idempotency-key',
  idempotentReplayed: 'idempotent-replayed',
  signature: 'X-MKT-Signature',
  payload: 'X-MKT-Payload',
} as const;
