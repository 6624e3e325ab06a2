/**
 * A JSON number whose decimal value a double does not keep: 9007199254740993, 1e-400,
 * 0.1000000000000000055. Stands in place of the number in values that are to be compared exactly.
 */
export class InexactNumber {
  /** As it was written: a `number` of RFC 8259. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
