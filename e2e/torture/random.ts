/** Random numbers from a seed: the same seed gives the same load, kills and bytes. */
export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer between both ends, inclusive. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
  /** An independent stream, which does not depend on how much of this one was used. */
  stream(name: string | number): Random;
}

const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

function hash(text: string): number {
  let value = FNV_OFFSET;
  for (const character of text) {
    value = Math.imul(value ^ (character.codePointAt(0) ?? 0), FNV_PRIME);
  }
  return value >>> 0;
}

/** mulberry32, which is small, fast and random enough for choices. */
export function createRandom(seed: number | string): Random {
  let state = hash(String(seed));
  function next(): number {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: <T>(from: readonly [T, ...T[]]) => from[int(0, from.length - 1)] as T,
    stream: (name) => createRandom(`${seed}/${name}`),
  };
}
