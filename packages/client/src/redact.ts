import { printable } from '@mkt/protocol';

/**
 * API keys and signing secrets, wherever they occur: also percent-encoded, as in a URL, and in the
 * alphabet of base64url.
 */
const SECRETS = /(mkt|whsec)(?:_|%5f)[\w+/=%-]{16,}/gi;

/** The text without the API keys and signing secrets in it. */
export function redact(text: string): string {
  return text.replace(SECRETS, '$1_[redacted]');
}

const MAX_MESSAGE = 2_000;

/** Foreign text as part of a message: one line, of bounded length, without secrets. */
export function plainText(text: string): string {
  return printable(redact(text)).slice(0, MAX_MESSAGE);
}
