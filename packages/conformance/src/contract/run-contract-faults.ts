import { queryInputFaults, schemaReport } from '@mkt/json-schema';
import type { Detail, RunContract, Warning } from '@mkt/protocol';
import { checkUrl, type UrlPolicy } from '../url-policy.ts';

export const CONTRACT_SCHEMAS = ['inputSchema', 'outputSchema'] as const;
export const CONTRACT_URLS = ['endpointPath', 'healthEndpoint'] as const;

/** What is wrong with the form of a contract's URLs; paths start with `path`, the contract's own. */
export function urlFaults(contract: RunContract, policy: UrlPolicy, path: string): Detail[] {
  return CONTRACT_URLS.flatMap((name) => {
    const text = contract[name];
    const checked = text === undefined ? undefined : checkUrl(text, policy);
    if (!checked || checked.ok) return [];
    return [{ path: `${path}/${name}`, message: checked.message, keyword: 'url' }];
  });
}

/** What is wrong with a contract's schemas, without compiling them, and what in them has no effect. */
export function readSchemas(
  contract: RunContract,
  path: string,
): { details: Detail[]; warnings: Warning[] } {
  const reports = CONTRACT_SCHEMAS.filter((name) => contract[name] !== undefined).map((name) =>
    schemaReport(contract[name], `${path}/${name}`),
  );
  return {
    details: reports.flatMap(({ details }) => details),
    warnings: reports.flatMap(({ warnings }) => warnings),
  };
}

/** Where an input cannot travel in the query string (docs/orders.md#get-and-delete). */
export const queryFaults = ({ method, inputSchema }: RunContract, path: string): Detail[] =>
  queryInputFaults(inputSchema, method, `${path}/inputSchema`);
