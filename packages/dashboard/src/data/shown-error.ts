import { ApiError, ConnectionError, MktError } from '@mkt/client';

/** An error as pages show it. */
export interface ShownError {
  /** What happened. */
  title: string;
  /** Where, if the server named places: a JSON Pointer and a sentence each. */
  places: readonly { path: string; message: string }[];
  /** What to do next. */
  next: string | undefined;
  requestId: string | undefined;
  /** Whether the same request may succeed later. */
  canRetry: boolean;
}

const SECOND_MS = 1_000;

function nextStep(error: ApiError): string | undefined {
  const { status, retryAfterMs } = error;
  if (retryAfterMs) return `Try again in ${Math.ceil(retryAfterMs / SECOND_MS)} s.`;
  if (status >= 500) return 'Try again. If it happens again, send the request id to the operator.';
  return undefined;
}

/** What a page says about an error: what happened, where, and what to do next. */
export function shownError(error: unknown): ShownError {
  if (error instanceof ApiError) {
    const { status, reason, details, requestId } = error;
    return {
      title: reason,
      places: details,
      next: nextStep(error),
      requestId,
      canRetry: status === 429 || status >= 500,
    };
  }
  if (error instanceof ConnectionError) {
    return {
      title:
        error.type === 'timeout'
          ? 'The server took too long to respond.'
          : 'The server cannot be reached.',
      places: [],
      next: 'Check your connection and that the server is running, then try again.',
      requestId: undefined,
      canRetry: true,
    };
  }
  return {
    title: error instanceof Error ? error.message : 'Something went wrong.',
    places: [],
    next: 'Reload the page.',
    requestId: error instanceof MktError ? error.requestId : undefined,
    canRetry: true,
  };
}
