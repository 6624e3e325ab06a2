import type { LineRecord } from './line-record.ts';

type State = LineRecord['state'];

/** How many lines of a batch ended in which way. */
export interface BatchCount {
  add(record: LineRecord): void;
  of(...states: State[]): number;
  total(): number;
  /** `40 completed, 1 failed`. */
  text(): string;
}

const ORDER: readonly State[] = ['completed', 'failed', 'refused', 'pending', 'running', 'unknown'];

export function createBatchCount(): BatchCount {
  const counts = new Map<State, number>();
  const of = (...states: State[]) =>
    states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
  return {
    add: ({ state }) => void counts.set(state, of(state) + 1),
    of,
    total: () => of(...ORDER),
    text: () => {
      const parts = ORDER.filter((state) => of(state) > 0).map((state) => `${of(state)} ${state}`);
      return parts.length === 0 ? 'no lines' : parts.join(', ');
    },
  };
}
