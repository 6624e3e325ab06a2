import type { Plan, PlannedPattern } from './plan.ts';

/** Bytes of memory, estimated: for a character of a plan's JSON, and for a step of a compiled pattern. */
const BYTES_PER_CHARACTER = 10;
export const BYTES_PER_STEP = 400;

/** About how many bytes a plan and its validator hold, once everything in it has been prepared. */
export function planWeight({ nodes }: Plan, jsonLength: number): number {
  let steps = 0;
  const count = (pattern: PlannedPattern | undefined) => {
    steps += pattern?.steps ?? 0;
  };
  for (const node of nodes) {
    if (typeof node === 'boolean') continue;
    count(node.pattern);
    for (const [pattern] of node.patternProperties ?? []) count(pattern);
  }
  return BYTES_PER_CHARACTER * jsonLength + BYTES_PER_STEP * steps;
}

/** Whether a plan has a pattern that RE2 cannot run, which only a process with a time limit may do. */
export const planBacktracks = ({ nodes }: Plan): boolean =>
  nodes.some(
    (node) =>
      typeof node === 'object' &&
      (node.pattern?.backtracks === true ||
        node.patternProperties?.some(([pattern]) => pattern.backtracks) === true),
  );
