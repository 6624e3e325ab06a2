import { compareSchemas, type Budget, type SchemaChange } from '@mkt/json-schema';
import type { ListingContent } from '@mkt/protocol';
import { priceFindings, type ContractFinding, type Severity } from './contract/compare-prices.ts';

/** What a buyer agrees to: how a listing is called, and what a call costs. */
export type ContractTerms = Pick<ListingContent, 'price' | 'runContract'>;

export interface ContractComparison {
  /**
   * `same`: the same input is valid, and the same output, at the same price. `safe`: input that was
   * valid is still valid, and output that is valid now was valid before. `breaking`: some is not.
   * `unknown`: not decided.
   */
  verdict: 'same' | Severity;
  /** The most severe first, at most 50. */
  findings: ContractFinding[];
}

const MAX_FINDINGS = 50;
const SEVERITIES: readonly Severity[] = ['breaking', 'unknown', 'safe'];
/** Methods whose input is sent as the query string (docs/buy/orders.md#get-and-delete). */
const BY_QUERY = new Set(['GET', 'DELETE']);

/** In which direction a schema may change without breaking its buyers. */
const SAFE_DIRECTION = { inputSchema: 'wider', outputSchema: 'narrower' } as const;

/**
 * Compares two versions of a contract from the buyers' side. Comparing sellers' schemas costs as much as
 * the budget allows, so a server does it in another process; if the budget does not suffice, the verdict
 * is `unknown` (docs/adr/0010-schemas-are-compared-by-proof.md).
 */
export function compareContracts(
  before: ContractTerms,
  after: ContractTerms,
  budget: Budget,
): ContractComparison {
  const found = [
    ...callFindings(before, after),
    ...schemaFindings('inputSchema', before, after, budget),
    ...schemaFindings('outputSchema', before, after, budget),
    ...priceFindings(before.price, after.price),
  ];
  const findings = SEVERITIES.flatMap((severity) =>
    found.filter((finding) => finding.severity === severity),
  );
  return { verdict: findings[0]?.severity ?? 'same', findings: shortened(findings) };
}

/** Endpoints are not shown to buyers, so the sentences do not repeat them. */
function callFindings(
  { runContract: before }: ContractTerms,
  { runContract: after }: ContractTerms,
) {
  const findings: ContractFinding[] = [];
  if (before.method !== after.method) {
    const isLimited = BY_QUERY.has(after.method) && !BY_QUERY.has(before.method);
    const limit = isLimited
      ? ' Input is sent in the query string now, so it must be an object without nested objects.'
      : '';
    findings.push({
      path: '/runContract/method',
      severity: isLimited ? 'unknown' : 'safe',
      message: `The method was changed from ${before.method} to ${after.method}.${limit}`,
    });
  }
  if (before.endpointPath !== after.endpointPath) {
    findings.push({
      path: '/runContract/endpointPath',
      severity: 'safe',
      message: 'The endpoint was changed.',
    });
  }
  return findings;
}

function schemaFindings(
  name: 'inputSchema' | 'outputSchema',
  { runContract: before }: ContractTerms,
  { runContract: after }: ContractTerms,
  budget: Budget,
): ContractFinding[] {
  const path = `/runContract/${name}`;
  if (JSON.stringify(before[name]) === JSON.stringify(after[name])) return [];
  const compared = compareSchemas(before[name], after[name], budget);
  if (!compared.ok) {
    const message =
      compared.reason === 'budget'
        ? 'The two versions of the schema are too complex to be compared.'
        : `The schema ${compared.reason} the change could not be read.`;
    return [{ path, severity: 'unknown', message }];
  }
  const severityOf = ({ direction, isCertain }: SchemaChange): Severity => {
    if (direction === SAFE_DIRECTION[name]) return 'safe';
    return isCertain ? 'breaking' : 'unknown';
  };
  const findings = new Map<string, ContractFinding>();
  for (const change of compared.changes) {
    const finding = {
      path: path + change.path,
      severity: severityOf(change),
      message: change.message,
    };
    // A changed pattern is a change in both directions, but one finding.
    const key = `${finding.path}\n${finding.message}`;
    const known = findings.get(key)?.severity ?? 'safe';
    if (SEVERITIES.indexOf(finding.severity) <= SEVERITIES.indexOf(known)) {
      findings.set(key, finding);
    }
  }
  return [...findings.values()];
}

/** The least severe findings are left out first, and counted. */
function shortened(findings: ContractFinding[]): ContractFinding[] {
  if (findings.length <= MAX_FINDINGS) return findings;
  const shown = findings.slice(0, MAX_FINDINGS - 1);
  const [next] = findings.slice(shown.length);
  const message = `There are ${findings.length - shown.length} more differences.`;
  return [...shown, { path: '', severity: next?.severity ?? 'safe', message }];
}
