import type { Method, ReadJson } from '@mkt/protocol';

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

/** The outcome of the one call to a seller. */
export type CallOutcome =
  | { kind: 'response'; status: number; body: SellerBody }
  | { kind: 'timeout' | 'connection' | 'tls' | 'url_not_allowed' | 'too_large' | 'interrupted' }
  /** The service closed the connection after the request was sent. */
  | { kind: 'dropped' };

export type SellerBody =
  | { kind: 'empty' }
  /** Valid JSON. `toCheck` is undefined if no schema can decide about it. */
  | { kind: 'json'; json: string; value: unknown; toCheck: ReadJson | undefined }
  /** `problem`: why it could not even be decoded, as the rest of a sentence. */
  | { kind: 'not-json'; problem?: string };
