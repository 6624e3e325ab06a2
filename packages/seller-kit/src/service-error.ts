/**
 * An error that `run` or `health` throws to choose the response: its status, with
 * `{ "error": message }` as the body. The order fails, and the buyer is shown the first 500
 * characters of the message (docs/reference/seller-interface.md#your-own-errors).
 */
export class ServiceError extends Error {
  readonly status: number;

  /** @param status an integer from 400 to 599 */
  constructor(status: number, message: string, options?: ErrorOptions) {
    if (!isErrorStatus(status)) {
      throw new RangeError(
        `The status of a ServiceError must be an integer from 400 to 599, not ${String(status)}`,
      );
    }
    super(message, options);
    this.name = 'ServiceError';
    this.status = status;
  }
}

const isErrorStatus = (status: unknown): status is number =>
  Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;

/** Checks the shape instead of the class, because an app may load the kit twice. */
export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    error.name === 'ServiceError' &&
    'status' in error &&
    isErrorStatus(error.status)
  );
}
