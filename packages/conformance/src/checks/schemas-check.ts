import type { Check, RunContract } from '@mkt/protocol';
import { CONTRACT_SCHEMAS, queryFaults } from '../contract/run-contract-faults.ts';
import type { SchemaValidator } from '../schema-validator.ts';
import { failed, passed } from './outcomes.ts';

const PATH = '/runContract';

/** `schemas`: both are JSON Schemas that the marketplace accepts, and the method can carry the input. */
export async function checkSchemas(
  contract: RunContract,
  schemas: SchemaValidator,
): Promise<Check> {
  const given = CONTRACT_SCHEMAS.filter((name) => contract[name] !== undefined);
  for (const name of given) {
    const details = await schemas.inspect(contract[name], `${PATH}/${name}`);
    if (details.length === 0) continue;
    return failed('schemas', {
      message: `${name} is refused: ${details[0]?.path || '/'} ${details[0]?.message}`,
      fix: 'Change the schema at the places that are listed.',
      details,
    });
  }
  const unfit = queryFaults(contract, PATH);
  if (unfit.length > 0) {
    return failed('schemas', {
      message: `the input cannot travel in the query string of a ${contract.method} call`,
      fix: 'Use POST, or keep nested values out of inputSchema.',
      details: unfit,
    });
  }
  return passed(
    'schemas',
    given.length > 0 ? `${given.join(' and ')} can be used` : 'no schemas are given',
  );
}
