import type { Disconnect } from '../structures/disconnect.ts';

/**
 * Who reads a list. Readers take turns, so that no one waits behind the long lists of another
 * reader.
 */
export interface Reader {
  /** The account id, or the address of a caller without a key. */
  name: string;
  /**
   * Readers of a group have one turn together. Callers without a key are one group: addresses cost
   * nothing, and many of them must not delay callers with an account.
   */
  group?: string | undefined;
  /** Stops reading the list when the caller disconnects. */
  disconnect?: Disconnect | undefined;
}

/** The operator: commands and background work. */
export const OPERATOR: Reader = { name: 'operator' };
