import type { Disconnect } from '../concurrency/disconnect.ts';

/** Who asks for a list. Lists of different readers take turns, so that none waits behind another's. */
export interface Reader {
  /** The account; for a caller without a key, the address. */
  name: string;
  /** Ends the reading of the list when its caller disconnects. */
  disconnect?: Disconnect | undefined;
}

/** Whoever runs the marketplace: commands, and work in the background. */
export const OPERATOR: Reader = { name: 'operator' };
