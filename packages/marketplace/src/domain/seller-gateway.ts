import type { Method } from '@mkt/protocol';
import type { CallOutcome } from './order.ts';

export interface SellerCall {
  orderId: string;
  listingId: string;
  sellerId: string;
  buyerPseudonym: string;
  method: Method;
  endpointPath: string;
  /** `whsec_…`, newest first. The call carries a signature of each. */
  secrets: readonly string[];
  /** The JSON text that was validated, exactly as it is signed and sent. */
  requestJson: string;
  signal: AbortSignal;
}

/** Calls sellers' endpoints: one signed request, one deadline for all of it, no redirects. */
export interface SellerGateway {
  /** Never rejects: a failure is an outcome. */
  call(call: SellerCall): Promise<CallOutcome>;
}
