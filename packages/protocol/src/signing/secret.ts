const PREFIX = 'whsec_';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Standard Webhooks: 24 to 64 bytes. The marketplace makes 32. */
const MIN_BYTES = 24;
const MAX_BYTES = 64;

/** Random bytes (24 to 64; the marketplace uses 32) as the secret that the seller stores. */
export function formatSigningSecret(random: Uint8Array): string {
  if (random.length < MIN_BYTES || random.length > MAX_BYTES) {
    throw new RangeError(
      `A signing secret must be made from ${MIN_BYTES} to ${MAX_BYTES} random bytes.`,
    );
  }
  return PREFIX + btoa(String.fromCharCode(...random));
}

/** The HMAC key of `whsec_` + base64, or `undefined` when the text is not such a secret. */
export function parseSigningSecret(text: string): Uint8Array | undefined {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : '';
  if (!BASE64.test(encoded)) return undefined;
  let binary: string;
  try {
    binary = atob(encoded);
  } catch {
    return undefined;
  }
  if (binary.length < MIN_BYTES || binary.length > MAX_BYTES) return undefined;
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * The keys in `MKT_SIGNING_SECRET`: one secret, or several separated by commas while a rotation
 * overlaps. `undefined` when any of them is malformed, so that a typo never disables verification.
 */
export function parseSigningSecrets(text: string): Uint8Array[] | undefined {
  const keys = text.split(',').map((part) => parseSigningSecret(part.trim()));
  return keys.every((key) => key !== undefined) ? keys : undefined;
}
