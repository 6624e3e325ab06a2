import type { Disconnect } from '../concurrency/disconnect.ts';

/**
 * Who reads a list. Readers take turns, so that no one waits behind the long lists of another
 * reader.
 */
export interface Reader {
  /** The account id, or the address of a caller without a key. */
  name: string;
  /** Stops reading the list when the caller disconnects. */
  disconnect?: Disconnect | undefined;
}

/** The operator: commands and background work. */
export const OPERATOR: Reader = { name: 'operator' };
