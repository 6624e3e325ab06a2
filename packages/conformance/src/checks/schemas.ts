import type { Check, RunContract } from '@mkt/protocol';
import { CONTRACT_SCHEMAS, schemaContext } from '../contract/run-contract-problems.ts';
import type { SchemaValidator } from '../schema-validator.ts';
import { failed, passed } from './outcomes.ts';

const PATH = '/runContract';

/** `schemas`: the marketplace accepts both JSON Schemas, and the method can carry the input. */
export async function checkSchemas(
  contract: RunContract,
  schemas: SchemaValidator,
): Promise<Check> {
  const given = CONTRACT_SCHEMAS.filter((name) => contract[name] !== undefined);
  for (const name of given) {
    const found = await schemas.inspect(contract[name], schemaContext(contract, name, PATH));
    const [first] = found.details;
    if (first) {
      return failed('schemas', {
        message: `${name} is refused: ${first.path || '/'} ${first.message}`,
        fix: 'Change the schema at the listed locations.',
        details: found.details,
      });
    }
    if (found.queryProblems.length > 0) {
      return failed('schemas', {
        message: `the input cannot be sent in the query string of a ${contract.method} call`,
        fix: 'Use POST, or allow only scalars and lists of scalars in inputSchema.',
        details: found.queryProblems,
      });
    }
  }
  return passed(
    'schemas',
    given.length > 0 ? `${given.join(' and ')} can be used` : 'no schemas are given',
  );
}
