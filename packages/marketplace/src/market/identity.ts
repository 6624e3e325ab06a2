/** Creates ids and random bytes; passed to use cases so that rules stay pure. */
export interface Identity {
  /** UUID v7, so that ids sort by time. */
  id(): string;
  randomBytes(length: number): Uint8Array;
  /** Strings are hashed as UTF-8. */
  sha256(data: Uint8Array | string): Uint8Array;
  /** A hash that cannot be reproduced without the key of the installation: for short secrets. */
  keyedHash(text: string): Uint8Array;
  /**
   * The id of a buyer that a seller sees: stable per buyer and seller account, and different from
   * the account id.
   */
  buyerPseudonym(buyerId: string, sellerId: string): string;
}
