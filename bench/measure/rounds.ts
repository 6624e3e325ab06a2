import { median, spread } from './statistics.ts';

/** The figures of one measurement of a variant, by name. */
export type Sample = Readonly<Record<string, number>>;

export interface Variant {
  name: string;
  /** Measures for about this many seconds. */
  measure(seconds: number): Promise<Sample>;
}

export interface RoundsOptions {
  rounds: number;
  seconds: number;
  /** The warm-up of each variant, whose figures are discarded. */
  warmSeconds?: number;
}

/** The samples of every round, by variant. */
export interface Measured {
  names: readonly string[];
  median(name: string, figure: string): number;
  spread(name: string, figure: string): number;
  /**
   * The median of the ratios within each round: whatever slows the machine for a while slows both
   * variants, and cancels out.
   */
  ratio(name: string, base: string, figure: string): number;
}

/** Measures the variants in turn, A B C, C B A, …, so that a quiet minute of the machine does not favour one of them. */
export async function measureInRounds(
  variants: readonly Variant[],
  { rounds, seconds, warmSeconds = Math.min(1, seconds) }: RoundsOptions,
): Promise<Measured> {
  const samples = new Map<string, Sample[]>(variants.map(({ name }) => [name, []]));
  for (const variant of variants) await variant.measure(warmSeconds);
  for (let round = 0; round < rounds; round++) {
    for (const { name, measure } of round % 2 === 0 ? variants : variants.toReversed()) {
      samples.get(name)?.push(await measure(seconds));
    }
  }
  const values = (name: string, figure: string) =>
    (samples.get(name) ?? []).map((sample) => sample[figure] ?? Number.NaN);
  return {
    names: variants.map(({ name }) => name),
    median: (name, figure) => median(values(name, figure)),
    spread: (name, figure) => spread(values(name, figure)),
    ratio(name, base, figure) {
      const bases = values(base, figure);
      return median(values(name, figure).map((value, round) => value / (bases[round] ?? NaN)));
    },
  };
}
