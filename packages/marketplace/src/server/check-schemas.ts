import type { SchemaValidator } from '@mkt/conformance';
import { isObject, readJson } from '@mkt/protocol';
import { createHash } from 'node:crypto';
import { schemaText } from '../market/schema-text.ts';
import { schemasBusy, type SchemaValidation } from '../schemas/schema-validation.ts';

/**
 * Schema validation for the checks of a review; `group` is the account that the time is charged to.
 */
export function checkSchemas(schemas: SchemaValidation, group: string): SchemaValidator {
  return {
    inspect: (schema, context) => schemas.inspect(schema, { ...context, group }),
    async validate(schema, { text }) {
      const schemaJson = isObject(schema) ? schemaText(schema) : JSON.stringify(schema);
      const schemaHash = createHash('sha256').update(schemaJson).digest('hex');
      const outcome = await schemas.validate({
        schemaHash,
        loadSchema: () => Promise.resolve(schemaJson),
        document: readJson(text),
        group,
      });
      switch (outcome.kind) {
        case 'valid':
          return { ok: true };
        case 'invalid':
          return { ok: false, details: outcome.details };
        case 'busy':
          throw schemasBusy();
        case 'timeout':
        case 'changed':
          return { ok: 'timeout' };
      }
    },
  };
}
