/** Where ids and randomness come from; given to use cases so that rules stay pure. */
export interface Identity {
  /** UUID v7, so that ids sort by time. */
  id(): string;
  randomBytes(length: number): Uint8Array;
  /** Of text, its UTF-8. */
  sha256(data: Uint8Array | string): Uint8Array;
  /** What a seller is told of a buyer: stable per buyer and seller account, and no account id. */
  buyerPseudonym(buyerId: string, sellerId: string): string;
}
