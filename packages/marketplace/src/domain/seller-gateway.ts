import type { Method } from '@mkt/protocol';
import type { CallOutcome } from './order.ts';

export interface SellerCall {
  orderId: string;
  listingId: string;
  buyerPseudonym: string;
  method: Method;
  endpointPath: string;
  /** `whsec_…`, newest first; each signs. */
  secrets: readonly string[];
  /** The JSON text that was validated: its bytes are signed and sent. */
  requestJson: string;
  signal: AbortSignal;
}

/** The one way to a seller's endpoint: one signed request, a total deadline, no redirect. */
export interface SellerGateway {
  /** Never rejects: what went wrong is an outcome. */
  call(call: SellerCall): Promise<CallOutcome>;
}
