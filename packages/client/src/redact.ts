/** API keys and signing secrets, in whatever text they turn up. */
const SECRETS = /\b(mkt_|whsec_)[\w+/=]{16,}/g;

/** The text without the API keys and signing secrets in it. */
export function redact(text: string): string {
  return text.replace(SECRETS, '$1[redacted]');
}

/** Control and bidirectional characters would let a stranger's text rewrite a terminal's line. */
const UNPRINTABLE = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]+/gu;
const MAX_MESSAGE = 2_000;

/** A stranger's text as part of a message: one line, of bounded length, nothing secret. */
export function plainText(text: string): string {
  return redact(text).replace(UNPRINTABLE, ' ').slice(0, MAX_MESSAGE);
}
