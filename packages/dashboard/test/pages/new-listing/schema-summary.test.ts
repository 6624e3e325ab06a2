import { expect, it } from 'vitest';
import { schemaSummary } from '../../../src/pages/new-listing/schema-summary.ts';

it.each([
  [undefined, 'any JSON'],
  [{}, 'any JSON'],
  [{ type: 'array' }, 'array'],
  [{ properties: { text: {} }, required: ['text'] }, '1 field, 1 required'],
  [{ properties: { a: {}, b: {} } }, '2 fields, 0 required'],
])('the schema %j is shown as "%s"', (schema, expected) => {
  expect(schemaSummary(schema)).toBe(expected);
});
