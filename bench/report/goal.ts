import { ratio, type Table } from './table.ts';

/** A figure that the project must reach (the floor) and tries to reach (the aim). */
export interface Goal {
  name: string;
  value: number;
  floor: number;
  aim: number;
  /** Which way is better. */
  better: 'higher' | 'lower';
}

function verdict({ value, floor, aim, better }: Goal): string {
  const reaches = (limit: number) => (better === 'higher' ? value >= limit : value <= limit);
  if (reaches(aim)) return 'aim reached';
  return reaches(floor) ? 'floor kept' : 'missed';
}

export function goalTable(goals: readonly Goal[]): Table {
  return {
    title: 'Goals',
    columns: ['figure', 'here', 'floor', 'aim', 'verdict'],
    rows: goals.map((goal) => {
      const sign = goal.better === 'higher' ? '≥' : '≤';
      const { name, value, floor, aim } = goal;
      return [name, ratio(value), `${sign} ${floor}`, `${sign} ${aim}`, verdict(goal)];
    }),
  };
}
