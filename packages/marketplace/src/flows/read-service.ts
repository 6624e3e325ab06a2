import { LIMITS, type ListingContent, type Warning } from '@mkt/protocol';
import {
  fetchContract,
  readContract,
  type CheckEnvironment,
  type RefusedContract,
} from '@mkt/conformance';
import { Refusal } from '../domain/refusal.ts';
import { inspecting, type CheckRunContractDeps } from './check-run-contract.ts';

export interface ReadServiceDeps extends Pick<CheckRunContractDeps, 'schemas'> {
  checks: CheckEnvironment;
  /** The maximum size of the contract. */
  contractBytes: number;
}

/**
 * Fetches the contract of a service and reads it. Fails with one of the four import errors, or with
 * `url_not_allowed` for the address of the service itself (docs/protocol.md#errors-of-an-import).
 */
export async function readService(
  { schemas, checks, contractBytes }: ReadServiceDeps,
  serviceUrl: string,
  group: string,
): Promise<{ content: ListingContent; warnings: Warning[] }> {
  const fetched = await fetchContract(serviceUrl, checks, {
    timeoutMs: LIMITS.contractTimeoutMs,
    maxBytes: contractBytes,
  });
  if (!fetched.ok) {
    const status = fetched.type === 'invalid_json' ? 422 : undefined;
    throw new Refusal(fetched.type, fetched.message, {
      ...(status ? { status } : {}),
      ...(fetched.details ? { details: fetched.details } : {}),
    });
  }
  const contract = await readContract(fetched.document, {
    serviceUrl,
    urlPolicy: checks.urlPolicy,
    schemas: inspecting({ schemas }, group),
    exact: fetched.exact,
  });
  if (!contract.ok) throw invalidContract(contract);
  return { content: contract.content, warnings: contract.warnings };
}

function invalidContract({ sentence: message, details }: RefusedContract): Refusal {
  return new Refusal('invalid_contract', message, { details });
}
