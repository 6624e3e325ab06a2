import type { Clock } from '../../src/market/outside.ts';
import type { Gate } from './gate.ts';

interface Timer {
  dueMs: number;
  callback: () => void;
}

/** The clock of a history: it stops until a step moves it. */
export interface WorldClock {
  now(): number;
  /** The clock of one process, whose timers wait while it is paused. */
  ofProcess(gate: Pick<Gate, 'whenRunning'>, skewMs: number): Clock;
  /** Advances to the next timer, at most by `ms`; returns by how much. */
  toNextTimer(ms: number): number;
  /** Advances in one jump: timers that became due fire late. */
  jump(ms: number): void;
}

const START_MS = Date.UTC(2026, 10, 21, 12);

export function createWorldClock(): WorldClock {
  let nowMs = START_MS;
  const timers = new Set<Timer>();

  function fireDue(): void {
    const due = [...timers].filter(({ dueMs }) => dueMs <= nowMs);
    for (const timer of due.toSorted((a, b) => a.dueMs - b.dueMs)) {
      if (timers.delete(timer)) timer.callback();
    }
  }

  return {
    now: () => nowMs,
    ofProcess(gate, skewMs) {
      const bornMs = nowMs;
      return {
        now: () => nowMs + skewMs,
        monotonic: () => nowMs - bornMs,
        after(ms, callback) {
          let cancelled = false;
          const wake = () => {
            if (!cancelled) callback();
          };
          const timer = { dueMs: nowMs + ms, callback: () => gate.whenRunning(wake) };
          timers.add(timer);
          return () => {
            cancelled = true;
            timers.delete(timer);
          };
        },
      };
    },
    toNextTimer(ms) {
      const next = Math.min(...[...timers].map(({ dueMs }) => dueMs));
      const moved = Math.min(ms, Math.max(0, next - nowMs));
      nowMs += moved;
      fireDue();
      return moved;
    },
    jump(ms) {
      nowMs += ms;
      fireDue();
    },
  };
}
