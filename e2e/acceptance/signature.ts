import { createHmac } from 'node:crypto';
import { sendsQuery } from '@mkt/protocol';
import type { SellerRequest } from '../../test-bed/seller.ts';

// #region standard-webhooks
import { Webhook } from 'standardwebhooks';

/** `signed` is the raw body or, for GET and DELETE, the query string without its `?`. */
export function verify(secret: string, signed: string, headers: Record<string, string>): void {
  // Without jsonParse: false the library would parse the query string as JSON, and throw.
  new Webhook(secret).verify(signed, headers, { jsonParse: false });
}
// #endregion

/** What is signed together with the payload header: the body, or the raw query for GET and DELETE. */
export const signedText = (call: SellerRequest): string =>
  sendsQuery(call.method) ? call.query : call.body.toString('utf8');

/** Verifies a call with the Standard Webhooks library, which exists for many languages. */
export function isVerified(secret: string, call: SellerRequest, text = signedText(call)): boolean {
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
      name,
      String(call.headers[name]),
    ]),
  );
  try {
    verify(secret, text, headers);
    return true;
  } catch {
    return false;
  }
}

/** Computes the signature from the payload header and the signed bytes (docs/reference/seller-interface.md#signing). */
export function macOf(secret: string, payload: string, text: string | Uint8Array): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(`${payload}.`).update(text).digest('base64');
}

export interface Envelope {
  orderId: string;
  listingId: string;
  buyerId: string;
}

/** The envelope in a call's `X-MKT-Payload`. */
export function envelopeOf(call: SellerRequest): Envelope {
  const [envelope = ''] = String(call.headers['x-mkt-payload']).split('.');
  return JSON.parse(Buffer.from(envelope, 'base64url').toString('utf8')) as Envelope;
}
