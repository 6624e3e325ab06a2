// What lets a server apply strangers' schemas on its main thread: every validation counts its work.
import { describe, expect, it } from 'vitest';
import { createValidator, planSchema, type Budget } from '../src/index.ts';

function validatorOf(schema: object) {
  const planned = planSchema(schema);
  if (!planned.ok) throw new Error(`Refused: ${JSON.stringify(planned.details)}`);
  // As received from another process.
  return createValidator(JSON.parse(JSON.stringify(planned.plan)));
}

const of = (units: number): Budget => ({ units, isLate: () => false });

const ORDER = {
  type: 'object',
  required: ['lines'],
  properties: { lines: { type: 'array', items: { $ref: '#/definitions/line' } } },
  definitions: {
    line: {
      type: 'object',
      properties: { sku: { type: 'string', pattern: '^[A-Z]{2}-[0-9]{4}$' } },
      additionalProperties: false,
    },
  },
};
const orderOf = (lines: number) => ({
  lines: Array.from({ length: lines }, (_, n) => ({ sku: `AB-${1000 + n}` })),
});

describe('a validation within a budget', () => {
  it('has a verdict if the budget is sufficient', () => {
    const validator = validatorOf(ORDER);
    expect(validator.validateWithin(of(20_000), orderOf(5))).toEqual([]);
    expect(validator.validateWithin(of(20_000), { lines: [{ sku: 'x' }, { skuu: 1 }] })).toEqual([
      {
        path: '/lines/0/sku',
        message: 'must match pattern "^[A-Z]{2}-[0-9]{4}$"',
        keyword: 'pattern',
      },
      {
        path: '/lines/1/skuu',
        message: 'is not a known field. Did you mean sku?',
        keyword: 'additionalProperties',
      },
    ]);
  });

  it('has no verdict if it is not', () => {
    const validator = validatorOf(ORDER);
    expect(validator.validateWithin(of(20_000), orderOf(9_000))).toBeUndefined();
    expect(validator.validate(orderOf(9_000))).toEqual([]);
  });

  it('has no verdict after its deadline, however much is left', () => {
    const validator = validatorOf(ORDER);
    validator.validate(orderOf(9_000));
    let checks = 0;
    const budget = { units: 1e9, isLate: () => ++checks > 5 };
    expect(validator.validateWithin(budget, orderOf(9_000))).toBeUndefined();
    expect(checks).toBe(6);
    expect(1e9 - budget.units).toBe(10_000);
  });

  it('counts the characters of a long text in several steps', () => {
    // A single step may not count this many.
    const validator = validatorOf({ maxLength: 150_000 });
    expect(validator.validateWithin(of(100_000), 'x'.repeat(200_000))).toHaveLength(1);
    expect(validator.validateWithin(of(100_000), '\u{1f600}'.repeat(100_000))).toEqual([]);
  });

  it('costs in proportion to the size of the value', () => {
    const validator = validatorOf(ORDER);
    validator.validate(orderOf(1));
    const enoughFor = (lines: number) => {
      let budget = 1;
      while (!validator.validateWithin(of(budget), orderOf(lines))) budget += 1;
      return budget;
    };
    const [ten, twenty, thirty] = [enoughFor(10), enoughFor(20), enoughFor(30)];
    expect(thirty - twenty).toBe(twenty - ten);
  });

  it('gets further each time, because prepared nodes are kept', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `p${n}`,
        { type: 'string', pattern: `^[a-z]{9}${n}$` },
      ]),
    );
    const validator = validatorOf({ properties });
    const value = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`p${n}`, `abcdefghi${n}`]),
    );
    const budget = 10_000;
    let attempts = 1;
    let before = -1;
    while (!validator.validateWithin(of(budget), value)) {
      expect(validator.prepared).toBeGreaterThan(before);
      before = validator.prepared;
      attempts += 1;
    }
    expect(attempts).toBeGreaterThan(2);
    expect(validator.validateWithin(of(budget), value)).toEqual([]);
  });

  it.each<[string, object, unknown]>([
    ['a pattern whose automaton grows', { pattern: '^(?:a|b)*a(?:a|b){12}$' }, 'ab'.repeat(5_000)],
    ['a pattern that is large', { pattern: '(a|b|c){300}' }, 'a'],
    ['a format of a long text', { format: 'uri' }, `https://${'a/'.repeat(50_000)}`],
    [
      'many items that must differ',
      { uniqueItems: true },
      Array.from({ length: 9_000 }, (_, a) => ({ a })),
    ],
    [
      'many members',
      { maxProperties: 9 },
      Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 0])),
    ],
    [
      'numbers of a thousand digits',
      { items: { multipleOf: 5e-324 } },
      Array.from({ length: 900 }, (_, n) => n / 7),
    ],
    [
      'a tree that doubles with each level',
      {
        anyOf: [
          { properties: { a: { $ref: '#' }, b: false } },
          { properties: { a: { $ref: '#' }, b: false } },
        ],
      },
      deep(31),
    ],
  ])('ends early: %s', (_, schema, value) => {
    expect(validatorOf(schema).validateWithin(of(5_000), value)).toBeUndefined();
  });
});

function deep(levels: number): unknown {
  return levels === 0 ? { b: 0 } : { a: deep(levels - 1), b: 0 };
}

describe('a validation', () => {
  it('a value that nests too deeply for some runtimes is refused on all of them', () => {
    const validator = validatorOf({ items: { allOf: [{ $ref: '#' }, { items: { $ref: '#' } }] } });
    let value: unknown = [];
    for (let depth = 0; depth < 3_000; depth++) value = [value];
    expect(validator.validateWithin(of(1e9), value)).toEqual([
      { path: '', message: 'is nested too deeply to be validated' },
    ]);
  });

  it('collects at most ten reasons, without duplicates', () => {
    const validator = validatorOf({ items: { type: 'string' } });
    const details = validator.validate(Array.from({ length: 50 }, () => 1));
    expect(details).toHaveLength(10);
    expect(details[9]).toEqual({ path: '/9', message: 'must be string', keyword: 'type' });
  });
});
