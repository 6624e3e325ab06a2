import type { ReadSignature } from './signature.ts';

/**
 * HMAC-SHA256 over `<payload>.<raw body>` with one or more keys: the one part of signing that
 * differs between runtimes. The body is the bytes on the wire; for GET and DELETE it is the raw
 * query string without its `?`.
 */
export interface Signer<Result = boolean | Promise<boolean>, Text = string | Promise<string>> {
  /** Value of `X-MKT-Signature`: one `v1,<base64>` per key, space-separated. */
  sign(payload: string, body: Uint8Array): Text;
  /** Whether any `v1` signature was made with any of the keys. Compares in constant time. */
  matches(read: ReadSignature, body: Uint8Array): Result;
}
