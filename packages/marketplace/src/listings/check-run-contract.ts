import type { RunContract, Warning } from '@mkt/protocol';
import { readSchemas, urlProblems, type SchemaValidator, type UrlPolicy } from '@mkt/conformance';
import { Refusal } from '../market/refusal.ts';
import type { SchemaValidation } from '../schemas/schema-validation.ts';

export interface CheckRunContractDeps {
  schemas: Pick<SchemaValidation, 'inspect'>;
  urlPolicy: UrlPolicy;
}

/**
 * Refuses a contract in a request whose URLs or schemas have an invalid form, and returns the
 * warnings about its schemas. `group` is the account that the time is charged to.
 */
export async function checkRunContract(
  deps: CheckRunContractDeps,
  contract: RunContract,
  group: string,
): Promise<Warning[]> {
  const path = '/runContract';
  const urls = urlProblems(contract, deps.urlPolicy, path);
  const [first] = urls;
  if (first) {
    throw new Refusal('url_not_allowed', `${first.path.slice(1)} ${first.message}.`, {
      details: urls,
    });
  }
  const { details, warnings } = await readSchemas(contract, inspecting(deps, group), path);
  if (details.length > 0) {
    throw new Refusal('invalid_schema', 'inputSchema or outputSchema was not accepted.', {
      details,
    });
  }
  return warnings;
}

/** Inspects schemas on behalf of one account. */
export const inspecting = (
  { schemas }: Pick<CheckRunContractDeps, 'schemas'>,
  group: string,
): Pick<SchemaValidator, 'inspect'> => ({
  inspect: (schema, context) => schemas.inspect(schema, { ...context, group }),
});
