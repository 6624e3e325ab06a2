/** The code of a Node error, such as `ENOENT`, for messages and comparisons. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
