/**
 * What a batch spends, in micro-units. The price of an order counts from before it is placed until it
 * fails: also while it is open, and when it is unknown whether it exists.
 */
export interface Spending {
  /** Counts an order that is about to be placed; false if that would exceed the limit. */
  reserve(priceMicros: number): boolean;
  /** An order that was counted with `priceMicros` costs `chargedMicros`, and will not change again. */
  settle(priceMicros: number, chargedMicros: number): void;
  chargedMicros(): number;
}

export function createSpending(limitMicros: number | undefined): Spending {
  let reserved = 0;
  let charged = 0;
  return {
    reserve(priceMicros) {
      if (limitMicros !== undefined && charged + reserved + priceMicros > limitMicros) return false;
      reserved += priceMicros;
      return true;
    },
    settle(priceMicros, chargedMicros) {
      reserved -= priceMicros;
      charged += chargedMicros;
    },
    chargedMicros: () => charged,
  };
}
