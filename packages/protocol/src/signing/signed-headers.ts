import { HEADERS } from '../headers.ts';

export type SignedHeaders = Record<string, string>;

/**
 * The headers of a signed call: our two, and the same values under the names of Standard
 * Webhooks, so that its libraries can verify the call.
 */
export function signatureHeaders(payload: string, signature: string): SignedHeaders {
  const dot = payload.lastIndexOf('.');
  return {
    [HEADERS.payload]: payload,
    [HEADERS.signature]: signature,
    'webhook-id': payload.slice(0, dot),
    'webhook-timestamp': payload.slice(dot + 1),
    'webhook-signature': signature,
  };
}
