import { platform } from 'node:os';
import { LIMITS } from '@mkt/protocol';
import { advice, failed, passed, type Finding } from './finding.ts';

/** Beyond this a clock is probably not synchronised at all. */
const NOTICEABLE_MS = 30_000;
/** A `Date` header leaves out the milliseconds: on average half a second. */
const HALF_A_SECOND_MS = 500;
const TOLERANCE_S = LIMITS.signatureToleranceSeconds;

/** Times of this machine around a request, in Unix milliseconds. */
export interface Around {
  startedAtMs: number;
  endedAtMs: number;
}

/**
 * How far the clock of a server is ahead of this machine's, in milliseconds, from the `Date` header
 * of its response; `undefined` without a valid one.
 */
export function offsetOf(date: string | null | undefined, around: Around): number | undefined {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return undefined;
  return serverMs + HALF_A_SECOND_MS - (around.startedAtMs + around.endedAtMs) / 2;
}

/** Judges a clock by how far it is ahead of the marketplace's. `whose` begins the sentence. */
export function checkClock(
  name: 'clock' | 'service-clock',
  whose: string,
  aheadMs: number,
): Finding {
  const off = Math.abs(aheadMs);
  const difference = `${formatOff(off)} ${aheadMs > 0 ? 'ahead of' : 'behind'} the marketplace’s`;
  if (off > TOLERANCE_S * 1_000) {
    return failed(
      name,
      `${whose} clock is ${difference}, so signatures are refused: the limit is ${TOLERANCE_S} s`,
      synchronise(),
    );
  }
  if (off > NOTICEABLE_MS) {
    return advice(
      name,
      `${whose} clock is ${difference}; beyond ${TOLERANCE_S} s signatures are refused`,
      synchronise(),
    );
  }
  return passed(name, `${whose} clock agrees with the marketplace’s within ${formatOff(off)}`);
}

function formatOff(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

/** The command that sets the clock of a machine with this operating system. */
function synchronise(): string {
  const system = platform();
  if (system === 'win32') return 'w32tm /resync';
  return system === 'darwin' ? 'sudo sntp -sS time.apple.com' : 'sudo timedatectl set-ntp true';
}
