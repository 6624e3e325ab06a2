import type { MktError } from '@mkt/client';
import type { ErrorType } from '@mkt/protocol';

/** What to do about an error of the marketplace, where there is something to do. */
const STEPS: Partial<Record<ErrorType, string>> = {
  unauthenticated: 'Log in with mkt login, or set MKT_API_KEY.',
  url_not_allowed: 'For local work start the marketplace with --dev.',
  network: 'Is the service running, and can the marketplace reach this address?',
  non_ok_status: 'Open the address with /contract appended: it must answer 200.',
  invalid_contract: 'See every place at once: mkt validate --service-url <url>',
  listing_not_active: 'See its state: mkt listings show <listing>',
  listing_changed: 'See what it is now: mkt listings show <listing>',
  review_in_progress: 'See how it stands: mkt providers show <listing>',
  provider_was_published: 'Take it off for good: mkt listings archive <listing>',
  secret_not_available: 'See where its review stands: mkt providers show <listing>',
  idempotency_key_reused: 'Another input needs another --idempotency-key.',
  internal: 'Tell the marketplace’s operator the request id.',
};

/** One line, or nothing. */
export async function nextStep(error: MktError): Promise<string | undefined> {
  const { ApiError, ConflictError, ConnectionError, PermissionError, WaitTimeoutError } =
    await import('@mkt/client');
  if (error instanceof PermissionError && error.requiredScope) {
    return `Use a key that has the scope ${error.requiredScope}.`;
  }
  if (error instanceof ConflictError && error.allowed) {
    const { from = 'this state', allowed } = error;
    return allowed.length > 0
      ? `From ${from} it can become: ${allowed.join(', ')}.`
      : `Nothing leads out of ${from}.`;
  }
  if (error instanceof WaitTimeoutError && error.order) {
    return `Wait for it: mkt orders wait ${error.order.id}`;
  }
  if (error instanceof ConnectionError || error instanceof WaitTimeoutError) {
    return error.idempotencyKey
      ? `It may have arrived. The same order again: --idempotency-key ${error.idempotencyKey}`
      : '--base-url or MKT_BASE_URL says where it is; mkt marketplace serve --dev starts one.';
  }
  if (error instanceof ApiError && error.retryAfterMs) {
    return `Try again in ${Math.ceil(error.retryAfterMs / 1_000)} s.`;
  }
  return Object.hasOwn(STEPS, error.type) ? STEPS[error.type as ErrorType] : undefined;
}
