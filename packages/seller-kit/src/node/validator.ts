import { describeViolations } from '@mkt/protocol';
import { Ajv, type Options } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { draftOf, sentenceOf, type CompileSchema } from '../schema-check.ts';

const CLASSES = { '7': Ajv, '2019-09': Ajv2019, '2020-12': Ajv2020 };

/** As at the marketplace, so that both say the same of the same input. */
const OPTIONS: Options = { strict: false, ownProperties: true, logger: false };

/** An Ajv of its own for each schema: two with the same `$id` must not meet. */
export const compileSchema: CompileSchema = (schema) => {
  const ajv = new CLASSES[draftOf(schema)](OPTIONS);
  addFormats.default(ajv);
  // Each class has one dialect, but knows it by one spelling only.
  const { $schema: _, ...keywords } = schema;
  if (ajv.validateSchema(keywords) !== true) {
    throw new Error(sentenceOf(describeViolations(ajv.errors), 'it'));
  }
  const validate = ajv.compile(keywords);
  return (value) => {
    // An asynchronous schema answers a promise, which is truthy.
    const valid: unknown = validate(value);
    return valid === true ? undefined : describeViolations(validate.errors);
  };
};
