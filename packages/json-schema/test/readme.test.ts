// The code of this package's README.
// #region import
import { compileSchema } from '@mkt/json-schema';
// #endregion
import { expect, it } from 'vitest';

it('a schema is compiled, and lists what does not match', () => {
  // #region code
  const schema = compileSchema({ type: 'object', required: ['text'] });
  if (!schema.ok) throw new Error(schema.details[0]?.message);
  const details = schema.validate({}); // [{ path: '/text', message: 'is required', keyword: 'required' }]
  // #endregion
  expect(details).toEqual([{ path: '/text', message: 'is required', keyword: 'required' }]);
});
