/** The value below which this share (0 to 1) of the values lies. Throws if there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError('There is nothing that was measured.');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);
