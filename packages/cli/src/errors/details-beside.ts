import type { Detail } from '@mkt/protocol';

/**
 * The details that a message does not have yet. One that ends with the first problem, as in
 * "inputSchema is refused: /type must be …", says as much as the first detail.
 */
export function detailsBeside(message: string, details: readonly Detail[]): readonly Detail[] {
  const [first, ...others] = details;
  if (!first) return details;
  const field = first.path.split('/').at(-1) ?? '';
  return message.includes(`${field} ${first.message}`) ? others : details;
}
