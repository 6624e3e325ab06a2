/**
 * Thrown by `run`, it becomes the answer: its status, and `{ "error": message }`. The marketplace
 * shows the message to the buyer of a failed order (the first 500 characters).
 */
export class ServiceError extends Error {
  readonly status: number;

  /** @param status an integer from 400 to 599 */
  constructor(status: number, message: string, options?: ErrorOptions) {
    if (!isErrorStatus(status)) {
      throw new RangeError(`ServiceError takes a status from 400 to 599, not ${String(status)}`);
    }
    super(message, options);
    this.name = 'ServiceError';
    this.status = status;
  }
}

const isErrorStatus = (status: unknown): status is number =>
  Number.isInteger(status) && Number(status) >= 400 && Number(status) <= 599;

/** By its shape and not by its class: an app may have loaded the kit twice. */
export function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    error.name === 'ServiceError' &&
    'status' in error &&
    isErrorStatus(error.status)
  );
}
