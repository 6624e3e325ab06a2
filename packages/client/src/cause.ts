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

/** Codes of Node's certificate and TLS errors, and of Bun's connection errors. */
const NEVER_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_CERT_\w+|(?:DEPTH_ZERO_)?SELF_SIGNED_CERT\w*|UNABLE_TO_\w+|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|\w+_(?:PROTOCOL_VERSION|UNRECOGNIZED_NAME|HANDSHAKE_FAILURE))|ConnectionRefused|FailedToOpenSocket|DNS\w*)$/;
/** Deno gives no code, and other runtimes have no specific one for a failed handshake. */
const BEFORE_CONNECTING =
  /client error \(Connect\)|before secure TLS connection|TLS handshake failed|wrong version number/;

/**
 * Whether the error of a `fetch` shows that no connection was made, so that nothing can have been sent. An
 * error that does not tell, as in a browser, counts as if something had been sent.
 */
export function hasNotConnected(thrown: unknown, depth = MAX_DEPTH): boolean {
  if (typeof thrown !== 'object' || thrown === null || depth === 0) return false;
  const { code, syscall, message, cause, errors } = thrown as Record<string, unknown>;
  if (Array.isArray(errors) && errors.length > 0) {
    return errors.every((each) => hasNotConnected(each, depth - 1));
  }
  return (
    (typeof code === 'string' && NEVER_CONNECTED.test(code)) ||
    syscall === 'connect' ||
    (typeof message === 'string' && BEFORE_CONNECTING.test(message)) ||
    hasNotConnected(cause, depth - 1)
  );
}
