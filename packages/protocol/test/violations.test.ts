import { describeViolations, LIMITS } from '@mkt/protocol';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorMs } from '../../../test-bed/processor-time.ts';

function detailsOf(schema: object, value: unknown, prefix = '') {
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
  expect(validate(value)).toBe(false);
  return describeViolations(validate.errors, prefix);
}

const object = (properties: object, more = {}) => ({ type: 'object', properties, ...more });

describe('the details of an error', () => {
  it('point to the missing or unknown member, not to its parent', () => {
    const schema = object({ a: object({}, { required: ['b'], additionalProperties: false }) });
    expect(detailsOf(schema, { a: { c: 1 } })).toEqual([
      { path: '/a/b', message: 'is required', keyword: 'required' },
      { path: '/a/c', message: 'is not a known field', keyword: 'additionalProperties' },
    ]);
    const unevaluated = { properties: { a: true }, unevaluatedProperties: false };
    expect(detailsOf(unevaluated, { a: 1, b: 2 })).toEqual([
      { path: '/b', message: 'is not a known field', keyword: 'unevaluatedProperties' },
    ]);
    expect(detailsOf({ dependentRequired: { a: ['b'] } }, { a: 1 })).toEqual([
      {
        path: '/b',
        message: 'is required when "a" is present',
        keyword: 'dependentRequired',
      },
    ]);
  });

  it('are JSON Pointers, after a prefix', () => {
    const schema = object({ 'a/b~c': { items: { type: 'string' } } }, { required: ['x/y'] });
    expect(detailsOf(schema, { 'a/b~c': ['s', 1] }, '/in').map(({ path }) => path)).toEqual([
      '/in/x~1y',
      '/in/a~1b~0c/1',
    ]);
  });

  it('name the values in the schema', () => {
    expect(detailsOf({ enum: ['a', 1, null] }, 'z')).toEqual([
      { path: '', message: 'must be one of "a", 1, null', keyword: 'enum' },
    ]);
    expect(detailsOf({ const: 'a' }, 'z')[0]?.message).toBe('must be "a"');
    expect(detailsOf({ type: ['string', 'null'] }, 1)[0]?.message).toBe('must be string or null');
    const many = detailsOf({ enum: Array.from({ length: 30 }, (_, i) => i) }, 'z')[0]?.message;
    expect(many).toMatch(/18, 19, …$/);
  });

  it('omit the type where they list the values', () => {
    expect(detailsOf({ type: 'string', enum: ['a'] }, 1)).toEqual([
      { path: '', message: 'must be one of "a"', keyword: 'enum' },
    ]);
  });

  it('say which rule a member’s name violates, at that member', () => {
    expect(detailsOf({ propertyNames: { maxLength: 3 } }, { long_name: 1 })).toEqual([
      {
        path: '/long_name',
        message: 'is not a valid name: it must not have more than 3 characters',
        keyword: 'maxLength',
      },
    ]);
  });

  it('say that a member is not allowed if its schema is false', () => {
    expect(detailsOf(object({ a: false }), { a: 1 })).toEqual([
      { path: '/a', message: 'is not allowed', keyword: 'false schema' },
    ]);
  });

  describe('of alternatives', () => {
    const optional = (schema: object) => object({ a: { anyOf: [schema, { type: 'null' }] } });

    it('describe the intended alternative', () => {
      expect(detailsOf(optional({ type: 'integer', minimum: 1 }), { a: 0 })).toEqual([
        { path: '/a', message: 'must be >= 1', keyword: 'minimum' },
      ]);
      const nested = optional(object({ b: { type: 'string' } }));
      expect(detailsOf(nested, { a: { b: 1 } })).toEqual([
        { path: '/a/b', message: 'must be string', keyword: 'type' },
      ]);
    });

    it('list all types in one sentence if no alternative was intended', () => {
      expect(detailsOf(optional({ type: 'integer' }), { a: 'x' })).toEqual([
        { path: '/a', message: 'must be integer or null', keyword: 'type' },
      ]);
    });

    it('say that none or several match if there is nothing else to say', () => {
      const both = { oneOf: [{ type: 'string' }, { minLength: 0 }] };
      expect(detailsOf(both, 'x')).toEqual([
        { path: '', message: 'must match exactly one schema in oneOf', keyword: 'oneOf' },
      ]);
    });

    it('are found in time linear in the errors', () => {
      const schema = { items: optional(object({ b: { type: 'string' } })) };
      const start = processorMs();
      expect(
        detailsOf(
          schema,
          Array.from({ length: 50_000 }, () => ({ a: { b: 1 } })),
        ),
      ).toHaveLength(LIMITS.details);
      expect(processorMs() - start).toBeLessThan(3000);
    });
  });

  it('are at most ten, without duplicates', () => {
    const schema = { items: { type: 'string' }, allOf: [{ items: { type: 'string' } }] };
    const details = detailsOf(
      schema,
      Array.from({ length: 50 }, () => 1),
    );
    expect(details).toHaveLength(LIMITS.details);
    expect(new Set(details.map(({ path }) => path)).size).toBe(LIMITS.details);
  });

  it('are empty without violations', () => {
    expect(describeViolations(null)).toEqual([]);
    expect(describeViolations(undefined)).toEqual([]);
    expect(describeViolations([])).toEqual([]);
  });

  it('stay short and well-formed, whatever the names and the schema', () => {
    const name = '\ud83d\ude00'.repeat(5000);
    const [detail] = detailsOf(object({}, { additionalProperties: false }), { [name]: 1 });
    expect(detail?.path.length).toBeLessThanOrEqual(200);
    expect(detail?.path.isWellFormed()).toBe(true);
    const [long] = detailsOf({ enum: Array.from({ length: 9 }, (_, i) => name + i) }, 'z');
    expect(long?.message.length).toBeLessThanOrEqual(500);
  });

  it('never echo a value', () => {
    const SECRET = 'hunter2';
    const leaf = fc.constantFrom<object | boolean>(
      { type: 'integer' },
      { const: 'a' },
      { enum: ['a', 'b'] },
      { maxLength: 1 },
      { pattern: '^a$' },
      { minItems: 3 },
      { uniqueItems: true },
      { contains: { const: 1 } },
      { not: {} },
      { dependentSchemas: { a: { type: 'null' } } },
      { maxProperties: 0 },
      { multipleOf: 7, type: 'number' },
      false,
    );
    const schemas = fc.letrec<{ schema: object | boolean }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ items: tie('schema') }),
        fc.record({ properties: fc.record({ a: tie('schema') }) }),
        fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      ),
    })).schema;
    const values = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<unknown>(SECRET, [SECRET, SECRET], { a: SECRET }, { a: [SECRET] }),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.record({ a: tie('value') }, { noNullPrototype: true }),
      ),
    })).value;
    let refused = 0;
    fc.assert(
      fc.property(schemas, values, (schema, value) => {
        const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema);
        if (validate(value)) return;
        refused++;
        const details = describeViolations(validate.errors);
        expect(details.length).toBeGreaterThan(0);
        expect(JSON.stringify(details)).not.toContain(SECRET);
      }),
      { numRuns: 200 },
    );
    expect(refused).toBeGreaterThan(50);
  });
});
