// Changes of schemas that a hostile seller may make, each more work to compare than is allowed.
const crossed = (count: number, by: number) => ({
  allOf: Array.from({ length: count }, (_, i) => ({
    anyOf: [{ minimum: i }, { maxLength: i + by }, { minItems: i }, { maxProperties: i }],
  })),
});

const nested = (depth: number, leaf: object): object =>
  depth === 0
    ? leaf
    : { oneOf: ['a', 'b'].map((name) => ({ properties: { [name]: nested(depth - 1, leaf) } })) };

/** Almost 64 KiB, the maximum of a schema. */
const large = (maxLength: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 480 }, (_, n) => [
      `${'x'.repeat(90)}${n}`,
      { type: 'string', maxLength: maxLength + n },
    ]),
  ),
});

type Change = readonly [name: string, before: object, after: object];

/** Too much work to be decided. */
export const EXPLODING: readonly Change[] = [
  ['crossed alternatives', crossed(40, 1), crossed(40, 2)],
  ['nested alternatives', nested(7, { type: 'number' }), nested(7, { type: 'integer' })],
];

/** 480 findings, each with a pointer of a hundred characters. */
export const LARGEST: Change = ['the largest schemas', large(1), large(2)];
