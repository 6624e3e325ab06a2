import { describe, expect, it } from 'vitest';
import { compareSchemas, compileSchema, type SchemaChange } from '../src/index.ts';
import { EDITS, object } from './schema-edits.ts';

const text = { type: 'string' };
const budget = (units = 1_000_000) => ({ units, isLate: () => false });

function compare(before: unknown, after: unknown): SchemaChange[] {
  const compared = compareSchemas(before, after, budget());
  if (!compared.ok) throw new Error(compared.reason);
  return compared.changes;
}

/** Narrower changes that are certain as `-`, others as `?`, wider ones as `+`. */
const summary = (changes: readonly SchemaChange[]) =>
  changes.map(({ path, direction, isCertain, message }) => {
    const sign = direction === 'wider' ? '+' : isCertain ? '-' : '?';
    return `${sign} ${path} ${message}`;
  });

describe('a comparison of schemas', () => {
  it.each(EDITS)('reports that %s', (_, before, after, changes, witness) => {
    expect(summary(compare(before, after))).toEqual(changes);
    if (witness === undefined) return;
    const [earlier, later] = [compileSchema(before), compileSchema(after)];
    if (!earlier.ok || !later.ok) throw new Error('a schema was refused');
    const isValid = [earlier, later].map(({ validate }) => validate(witness)?.length === 0);
    expect(isValid).toEqual(isValid[0] ? [true, false] : [false, true]);
  });

  it('reads a missing schema as one that accepts everything', () => {
    expect(compare(undefined, {})).toEqual([]);
    expect(compare(undefined, text)).toMatchObject([{ direction: 'narrower', isCertain: true }]);
    expect(compare(text, undefined)).toMatchObject([{ direction: 'wider' }]);
  });

  it('says which schema is refused', () => {
    expect(compareSchemas({ type: 'nothing' }, {}, budget())).toEqual({
      ok: false,
      reason: 'before',
    });
    expect(compareSchemas({}, { pattern: '(' }, budget())).toEqual({ ok: false, reason: 'after' });
  });
});

describe('a pattern that RE2 cannot run', () => {
  const name = { pattern: '^(?!x)[a-z]+$' };

  it('is the same pattern if it is written alike', () => {
    expect(compare(name, { ...name, maxLength: 3 })).toMatchObject([{ path: '/maxLength' }]);
    const members = { patternProperties: { '(?!x)': text }, required: ['a'] };
    expect(compare(members, { ...members, required: [] })).toMatchObject([
      { direction: 'wider', path: '/required' },
    ]);
  });

  it.each<[string, unknown, unknown]>([
    ['another pattern', name, { pattern: '^(?!y)[a-z]+$' }],
    ['a pattern that RE2 can run', name, { pattern: '^[a-z]+$' }],
    ['a list of values that it may refuse', { enum: ['a', 'x'] }, name],
    ['a list of values that it may have refused', { ...name, enum: ['a', 'x'] }, { enum: ['a'] }],
    [
      'members that it may have described',
      { patternProperties: { '(?!x)': text }, additionalProperties: false },
      { properties: { a: text } },
    ],
    [
      'members that it may describe',
      { properties: { a: {} }, additionalProperties: false },
      { properties: { a: {} }, patternProperties: { '(?!x)': text } },
    ],
  ])('makes no change certain: %s', (_, before, after) => {
    const changes = compare(before, after).filter(({ direction }) => direction === 'narrower');
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.filter(({ isCertain }) => isCertain)).toEqual([]);
  });

  it('does not hide a change that is certain without it', () => {
    const before = { properties: { a: name, b: {} } };
    const after = { properties: { a: name, b: { type: 'string' } } };
    expect(compare(before, after)).toMatchObject([{ isCertain: true, path: '/properties/b/type' }]);
  });
});

describe('hostile schemas', () => {
  const nested = (depth: number, leaf: object): object =>
    depth === 0
      ? leaf
      : {
          oneOf: ['a', 'b'].map((name) => ({ properties: { [name]: nested(depth - 1, leaf) } })),
        };
  const crossed = (count: number, by: number) => ({
    allOf: Array.from({ length: count }, (_, i) => ({
      anyOf: [{ minimum: i }, { maxLength: i + by }, { minItems: i }, { maxProperties: i }],
    })),
  });
  const graph = (count: number, type: string) => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `d${i}`,
        {
          anyOf: [
            { type, minimum: i },
            ...[1, 2, 3].map((j) => object({ p: { $ref: `#/$defs/d${(i * j + 1) % count}` } })),
          ],
        },
      ]),
    ),
  });

  it.each([
    ['nested alternatives', nested(7, { type: 'number' }), nested(7, { type: 'integer' })],
    ['crossed alternatives', crossed(40, 1), crossed(40, 2)],
    ['a dense graph of references', graph(60, 'integer'), graph(59, 'number')],
  ])('end within the budget: %s', (_, before, after) => {
    expect(compileSchema(before).ok && compileSchema(after).ok).toBe(true);
    const limited = budget(300_000);
    expect(compareSchemas(before, after, limited)).toEqual({ ok: false, reason: 'budget' });
    expect(limited.units).toBeGreaterThanOrEqual(0);
  });

  it('end when the caller says that the time is up', () => {
    const late = { units: 1_000_000, isLate: () => true };
    expect(compareSchemas(crossed(40, 1), crossed(40, 2), late).ok).toBe(false);
  });
});
