import { expect, it } from 'vitest';
import { fieldsOf } from '../../../src/pages/listing/words.ts';

it('the limits of a field are the same in draft-04 and later', () => {
  const old = { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false };
  const later = { exclusiveMinimum: 1, maximum: 9 };
  for (const n of [old, later]) {
    expect(fieldsOf({ properties: { n } })).toMatchObject([{ limits: 'more than 1; at most 9' }]);
  }
});
