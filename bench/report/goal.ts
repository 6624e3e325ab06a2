import { ratio, type Table } from './table.ts';

/** A figure that the project must reach (the floor) and tries to reach (the target). */
export interface Goal {
  name: string;
  value: number;
  floor: number;
  target: number;
  /** Which way is better. */
  better: 'higher' | 'lower';
}

function verdict({ value, floor, target, better }: Goal): string {
  const reaches = (limit: number) => (better === 'higher' ? value >= limit : value <= limit);
  if (reaches(target)) return 'target met';
  return reaches(floor) ? 'floor met' : 'missed';
}

export function goalTable(goals: readonly Goal[]): Table {
  return {
    title: 'Goals',
    columns: ['figure', 'here', 'floor', 'target', 'verdict'],
    rows: goals.map((goal) => {
      const sign = goal.better === 'higher' ? '≥' : '≤';
      const { name, value, floor, target } = goal;
      return [name, ratio(value), `${sign} ${floor}`, `${sign} ${target}`, verdict(goal)];
    }),
  };
}
