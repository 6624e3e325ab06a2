// What lets a server apply strangers' schemas on its main thread: every validation counts its work.
import {
  array,
  assert,
  constantFrom,
  dictionary,
  oneof,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createValidator, planSchema, type Budget } from '../src/index.ts';
import { values } from './arbitrary-schemas.ts';

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

  it('does not compile a class that is large in the syntax of RE2 in one step', () => {
    const validator = validatorOf({ pattern: `[${'\\S\\W'.repeat(500)}]` });
    expect(validator.validateWithin(of(100_000), 'a')).toBeUndefined();
    expect(validatorOf({ pattern: '[\\S\\W]' }).validateWithin(of(100_000), 'a')).toEqual([]);
  });

  it('gets no further with a constant that takes more than the budget to prepare', () => {
    const list = Array.from({ length: 3_000 }, (_, n) => [n]);
    const validator = validatorOf({ const: list });
    for (let attempt = 0; attempt < 3; attempt++) {
      expect(validator.validateWithin(of(20_000), list)).toBeUndefined();
      expect(validator.prepared).toBe(0);
    }
    expect(validator.validate(list)).toEqual([]);
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
  ])('ends early: %s', (_, schema, value) => {
    expect(validatorOf(schema).validateWithin(of(5_000), value)).toBeUndefined();
  });
});

const reference = constantFrom('#', '#/$defs/a', '#/$defs/b').map(($ref) => ({ $ref }));
const part = oneof(
  reference,
  constantFrom({ type: 'object' }, { required: ['a'] }, { maxProperties: 1 }, { const: 4 }),
);
const inside = oneof(
  record({ properties: dictionary(constantFrom('a', 'b'), reference) }),
  record({ items: reference }),
  record({ prefixItems: array(reference, { minLength: 1, maxLength: 2 }) }),
  record({ contains: reference }),
  record({ propertyNames: reference }),
  record({ patternProperties: record({ '^a|é': reference }), additionalProperties: reference }),
  record({ unevaluatedProperties: reference }),
  record({ unevaluatedItems: reference }),
  part,
);
const branches = array(inside, { minLength: 2, maxLength: 3 });
const tangle = oneof(
  ...(['allOf', 'anyOf', 'oneOf'] as const).map((name) =>
    tuple(branches, inside).map(([list, more]) => ({ ...more, [name]: list })),
  ),
  tuple(inside, inside, inside).map(([one, other, more]) => ({
    ...more,
    if: one,
    else: other,
    not: more,
  })),
);
/** Schemas whose parts refer to each other on many paths. */
const tangled = tuple(tangle, tangle, tangle).map(([root, a, b]) => ({ ...root, $defs: { a, b } }));

/** Units that one validation takes, with everything prepared before. */
function unitsFor(schema: object, value: unknown): number {
  const validator = validatorOf(schema);
  validator.validate(value);
  const budget = of(1e9);
  validator.validateWithin(budget, value);
  return 1e9 - budget.units;
}

const nested = (levels: number, inner: unknown, name = 'next'): unknown => {
  let value = inner;
  for (let level = 0; level < levels; level++) value = { [name]: value };
  return value;
};

describe('a schema in which several paths lead to the same part', () => {
  const self = { $ref: '#' };
  const leaf = { type: ['object', 'null'] };
  const inTurn = (levels: number, wrap: (inner: object) => object, inner: object) => {
    let schema = inner;
    for (let level = 0; level < levels; level++) schema = wrap(schema);
    return schema;
  };

  // The innermost object has `end`, which no part allows: so each part is tried to the end.
  const next = { properties: { next: self, end: false } };
  const nextIn = (name: string) => ({
    properties: { next: { $ref: `#/$defs/${name}` }, end: false },
  });

  it.each<[string, object]>([
    ['alternatives that refer back', { anyOf: [next, next] }],
    ['three of which one must hold', { oneOf: [next, next, next] }],
    ['what must not match', { not: { not: next }, anyOf: [next, { required: ['x'] }] }],
    ['a condition', { if: next, else: next }],
    [
      'a member and all others',
      { anyOf: [next, { properties: { end: false }, additionalProperties: self }] },
    ],
    [
      'a name and a pattern',
      { anyOf: [next, { patternProperties: { '^n': self }, properties: { end: false } }] },
    ],
    [
      'over two definitions',
      {
        $ref: '#/$defs/a',
        $defs: {
          a: { anyOf: [nextIn('b'), { $ref: '#/$defs/b' }] },
          b: { anyOf: [nextIn('a'), nextIn('b')] },
        },
      },
    ],
  ])('takes work in proportion to the value: %s', (_, schema) => {
    const [ten, twenty] = [10, 20].map((levels) => unitsFor(schema, nested(levels, { end: 1 })));
    expect(twenty).toBeLessThan(3 * (ten ?? 0));
    expect(unitsFor(schema, nested(20, { end: 1 }))).toBeLessThan(60_000);
  });

  it('takes work in proportion to the items of a list, by position or not', () => {
    const schema = {
      anyOf: [
        { items: self, minItems: 9 },
        { prefixItems: [self, self], minItems: 8 },
        { contains: self },
      ],
    };
    let value: unknown[] = [];
    for (let level = 0; level < 40; level++) value = [value, 1];
    expect(unitsFor(schema, value)).toBeLessThan(50_000);
  });

  it('takes work in proportion to the schema for what was not evaluated', () => {
    const schema = inTurn(15, (each) => ({ anyOf: [each], unevaluatedProperties: {} }), leaf);
    expect(unitsFor(schema, { a: 1 })).toBeLessThan(20_000);
    expect(
      unitsFor(
        inTurn(15, (each) => ({ oneOf: [each], unevaluatedItems: true }), {}),
        [1],
      ),
    ).toBeLessThan(20_000);
  });

  it('has the same verdicts and reasons as without remembered verdicts', () => {
    let shared = 0;
    assert(
      property(tangled, array(values, { minLength: 4, maxLength: 8 }), (schema, samples) => {
        const planned = planSchema(schema);
        if (!planned.ok) return;
        const nodes = planned.plan.nodes.map((node) => {
          if (typeof node === 'boolean' || !node.shared) return node;
          shared += 1;
          const { shared: _, ...forgetful } = node;
          return forgetful;
        });
        const [one, other] = [planned.plan, { ...planned.plan, nodes }].map((plan) =>
          createValidator(plan),
        );
        for (const value of samples) {
          const [reasons, all] = [one?.validate(value) ?? [], other?.validate(value) ?? []];
          expect(reasons.length > 0).toBe(all.length > 0);
          // With duplicates, fewer reasons are collected.
          if (reasons.length < 10) expect(reasons).toEqual(expect.arrayContaining(all));
        }
      }),
      { numRuns: 1500 },
    );
    expect(shared).toBeGreaterThan(200);
  });

  it('remembers nothing where no two paths meet', () => {
    const planned = planSchema({
      properties: { from: { $ref: '#/$defs/place' }, to: { $ref: '#/$defs/place' } },
      additionalProperties: { $ref: '#/$defs/place' },
      $defs: { place: { properties: { in: { $ref: '#/$defs/place' }, name: { type: 'string' } } } },
    });
    expect(
      planned.ok && planned.plan.nodes.some((node) => typeof node === 'object' && node.shared),
    ).toBe(false);
  });
});

describe('the reasons why a value is refused', () => {
  const LONG = 'é'.repeat(8_000);

  it.each<[string, object, unknown]>([
    ['a long constant', { items: { const: LONG } }, Array.from({ length: 99 }, () => 1)],
    ['long values', { items: { enum: [{ [LONG]: [LONG] }, [LONG], LONG] } }, [1, 2, 3]],
    ['a long name', { properties: { [LONG]: { type: 'string' } } }, { [LONG]: 1 }],
    [
      'a long name that is needed',
      { dependentRequired: { a: [LONG], [LONG]: ['b'] } },
      { a: 1, [LONG]: 1 },
    ],
    ['a long name of the caller', { additionalProperties: false }, { [LONG]: 1, [`${LONG}2`]: 1 }],
    [
      'such a name with escapes',
      { additionalProperties: { type: 'null' } },
      { ['/~'.repeat(30_000)]: 1 },
    ],
    ['a name that does not fit', { propertyNames: { maxLength: 3, enum: [LONG] } }, { [LONG]: 1 }],
    ['what was not evaluated', { unevaluatedProperties: false }, { [LONG]: 1 }],
  ])('are short and take little work: %s', (_, schema, value) => {
    const planned = planSchema(schema);
    if (!planned.ok) throw new Error('Refused');
    const texts = planned.plan.nodes.flatMap((node) =>
      typeof node === 'boolean' ? [] : [node.enum?.text ?? '', node.const?.text ?? ''],
    );
    for (const text of texts) expect(text.length).toBeLessThanOrEqual(510);
    const details = createValidator(planned.plan).validateWithin(of(60_000), value) ?? [];
    expect(details.length).toBeGreaterThan(0);
    for (const { path, message } of details) {
      expect(path.length).toBeLessThanOrEqual(200);
      expect(message.length).toBeLessThanOrEqual(500);
    }
  });

  it('cost units of the same budget as the verdict', () => {
    const names = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [`a_long_name_${n}`, true]),
    );
    const schema = (known: object) => ({ properties: known, additionalProperties: false });
    const unknown = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`a_lnog_name_${n}x`, 1]),
    );
    // Looking for names that the caller may have meant is what takes longest.
    expect(unitsFor(schema(names), unknown)).toBeGreaterThan(9 * 200 * 20);
    expect(validatorOf(schema(names)).validateWithin(of(20_000), unknown)).toBeUndefined();
    expect(unitsFor(schema({}), unknown)).toBeLessThan(5_000);
  });

  it('end with a sentence where there are more than can be found', () => {
    const items = { anyOf: Array.from({ length: 90 }, (_, n) => ({ minimum: 189 - n })) };
    const schema = { properties: { b: { type: 'string' }, a: { items } } };
    const details = validatorOf(schema).validate({
      b: 1,
      a: [...Array.from({ length: 6_000 }, () => 100), 0],
    });
    expect(details).toEqual([
      { path: '/b', message: 'must be string', keyword: 'type' },
      { path: '', message: 'violates the schema in more places than can be listed' },
    ]);
  });
});

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
    expect(details?.[9]).toEqual({ path: '/9', message: 'must be string', keyword: 'type' });
  });
});
