import type { Detail, RunContract } from '@mkt/protocol';
import { queryFaults, urlFaults, type UrlPolicy } from '@mkt/conformance';
import { Refusal } from '../domain/refusal.ts';
import type { SchemaValidation } from '../domain/schema-validation.ts';

export interface CheckRunContractDeps {
  schemas: Pick<SchemaValidation, 'inspect'>;
  urlPolicy: UrlPolicy;
}

const SCHEMAS = ['inputSchema', 'outputSchema'] as const;

/**
 * What is wrong with the schemas of a contract: invalid, refused as hostile, or, for GET and
 * DELETE, an input that no query string can carry. Paths start with `path`, the contract's own.
 * `group` is whose time it costs.
 */
export async function schemaProblems(
  { schemas }: Pick<CheckRunContractDeps, 'schemas'>,
  contract: RunContract,
  { path, group }: { path: string; group: string },
): Promise<Detail[]> {
  const details: Detail[] = [];
  for (const name of SCHEMAS) {
    const schema = contract[name];
    if (schema === undefined) continue;
    details.push(...(await schemas.inspect(schema, { path: `${path}/${name}`, group })));
  }
  return details.length > 0 ? details : queryFaults(contract, path);
}

/** Refuses a contract given by hand whose URLs or schemas cannot be accepted by their form. */
export async function checkRunContract(
  deps: CheckRunContractDeps,
  contract: RunContract,
  group: string,
): Promise<void> {
  const path = '/runContract';
  const urls = urlFaults(contract, deps.urlPolicy, path);
  const [first] = urls;
  if (first) {
    throw new Refusal('url_not_allowed', `${first.path.slice(1)} ${first.message}.`, {
      details: urls,
    });
  }
  const details = await schemaProblems(deps, contract, { path, group });
  if (details.length > 0) {
    throw new Refusal('invalid_schema', 'A schema of the run contract is refused.', { details });
  }
}
