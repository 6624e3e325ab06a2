/**
 * Whether the response to a health request says that the service works. Only the status counts, not
 * the body (docs/reference/seller-interface.md).
 */
export function isHealthyStatus(statusCode: number): boolean {
  return statusCode >= 200 && statusCode < 300;
}
