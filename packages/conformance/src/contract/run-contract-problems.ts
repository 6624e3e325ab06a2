import type { SchemaContext, SchemaReport } from '@mkt/json-schema';
import type { Detail, RunContract } from '@mkt/protocol';
import type { SchemaValidator } from '../schema-validator.ts';
import { checkUrl, type UrlPolicy } from '../url-policy.ts';

export const CONTRACT_SCHEMAS = ['inputSchema', 'outputSchema'] as const;
export const CONTRACT_URLS = ['endpointPath', 'healthEndpoint'] as const;

/** What is wrong with the form of a contract's URLs. Paths start with `path`, that of the contract. */
export function urlProblems(contract: RunContract, policy: UrlPolicy, path: string): Detail[] {
  return CONTRACT_URLS.flatMap((name) => {
    const text = contract[name];
    const checked = text === undefined ? undefined : checkUrl(text, policy);
    if (!checked || checked.ok) return [];
    return [{ path: `${path}/${name}`, message: checked.message, keyword: 'url' }];
  });
}

/** The path of a contract's schema and, for the input schema, the method that carries the input. */
export const schemaContext = (
  { method }: Pick<RunContract, 'method'>,
  name: (typeof CONTRACT_SCHEMAS)[number],
  contractPath: string,
): SchemaContext => ({
  path: `${contractPath}/${name}`,
  ...(name === 'inputSchema' ? { method } : {}),
});

/**
 * Why a contract's schemas are not accepted or its input cannot be sent, and which parts of the
 * schemas have no effect. Paths start with `path`, that of the contract.
 */
export async function readSchemas(
  contract: RunContract,
  schemas: Pick<SchemaValidator, 'inspect'>,
  path: string,
): Promise<Omit<SchemaReport, 'queryProblems'>> {
  const inspected: SchemaReport[] = [];
  for (const name of CONTRACT_SCHEMAS) {
    if (contract[name] === undefined) continue;
    inspected.push(await schemas.inspect(contract[name], schemaContext(contract, name, path)));
  }
  const details = inspected.flatMap((report) => report.details);
  return {
    details: details.length > 0 ? details : inspected.flatMap(({ queryProblems }) => queryProblems),
    warnings: inspected.flatMap(({ warnings }) => warnings),
  };
}
