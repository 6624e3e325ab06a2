import { redact } from './redact.ts';

const MAX_DEPTH = 5;

/**
 * A copy of what a `fetch` threw: its names, messages, codes and stacks, redacted. Nothing else is
 * copied, because other members may include the request, with the API key in its headers.
 */
export function copyCause(thrown: unknown, depth = MAX_DEPTH): Error | undefined {
  if (thrown === undefined || thrown === null || depth === 0) return undefined;
  if (typeof thrown === 'string') return new Error(redact(thrown));
  if (typeof thrown !== 'object')
    return new Error(`fetch threw a ${typeof thrown} instead of an Error`);
  const { name, message, stack, code, cause, errors } = thrown as Record<string, unknown>;
  const copy = new Error(
    redact(typeof message === 'string' ? message : 'fetch failed without a message'),
  );
  if (typeof name === 'string') copy.name = redact(name);
  if (typeof stack === 'string') copy.stack = redact(stack);
  if (typeof code === 'string' || typeof code === 'number') Object.assign(copy, { code });
  const inner = copyCause(cause, depth - 1);
  if (inner) copy.cause = inner;
  if (Array.isArray(errors)) {
    Object.assign(copy, { errors: errors.map((each) => copyCause(each, depth - 1)) });
  }
  return copy;
}

/** The message of the innermost cause: "fetch failed" alone does not say why. */
export function innermostMessage(error: Error | undefined): string {
  if (!error) return 'no reason was given';
  if (error.cause instanceof Error) return innermostMessage(error.cause);
  // The AggregateError of an attempt at several addresses has no message.
  const [first] = 'errors' in error && Array.isArray(error.errors) ? error.errors : [];
  return error.message || (first instanceof Error ? innermostMessage(first) : error.name);
}
