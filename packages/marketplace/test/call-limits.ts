import type { CallLimits, WaitingLimits } from '../src/market/limits.ts';

/** More room than a test needs; it replaces the limits that it is about. */
export const ROOMY: CallLimits & WaitingLimits = {
  callsPerSeller: 9,
  callsPerBuyer: 9,
  callsPerProcess: 9,
  waitingPerSeller: 9,
  waitingPerProcess: 9,
  waitingPerBuyer: 9,
  waitingPerPair: 9,
};
