import type { SchemaContext, SchemaReport } from '@mkt/json-schema';
import {
  type Detail,
  isObject,
  type RunContract,
  type SellerContract,
  valueAt,
} from '@mkt/protocol';
import { sellerUrlPattern } from '@mkt/protocol/schemas';
import { validate } from '@mkt/protocol/validate';
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

export interface RefusedContract {
  ok: false;
  /** Says whether the document does not match its schema or violates a rule that a schema cannot express. */
  sentence: string;
  details: Detail[];
}

const MISMATCH = 'The contract does not match /v1/mkt-schema.';

const mismatch = (details: Detail[]): RefusedContract => ({
  ok: false,
  sentence: MISMATCH,
  details,
});

/** Refused for reasons that the schema cannot express: an invalid inner schema, a URL, 7 decimals. */
export function unusable(details: Detail[]): RefusedContract {
  const [first] = details;
  return {
    ok: false,
    sentence: first
      ? `The contract cannot be used: ${first.path || 'the document'} ${first.message}.`
      : 'The contract cannot be used.',
    details,
  };
}

/**
 * Checks a document against the schema that `/v1/mkt-schema` serves in this mode. The message says
 * that it does not match that schema if, and only if, it does not.
 */
export function matchContract(
  document: unknown,
  policy: UrlPolicy,
): { ok: true; value: SellerContract } | RefusedContract {
  const checked = validate('SellerContract', document);
  if (!checked.ok) {
    const details = checked.details.map((detail) => urlDetail(detail, document, policy));
    // The validator also refuses text without a UTF-8 form, which the published schema cannot express.
    const isOnlyText = validate('SellerContract', wellFormed(document)).ok;
    return isOnlyText && urlDetails(document, policy).length === 0
      ? unusable(details)
      : mismatch(details);
  }
  const urls = urlDetails(document, policy);
  return urls.length > 0 ? mismatch(urls) : { ok: true, value: checked.value };
}

/** A copy in which every string has a UTF-8 form and the same number of characters. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)]),
  );
}

/** URLs that only the dev form of the schema accepts: those with http. */
function urlDetails(document: unknown, policy: UrlPolicy): Detail[] {
  if (policy.allowPrivate) return [];
  const pattern = new RegExp(sellerUrlPattern('production'), 'u');
  const key = isObject(document) && Object.hasOwn(document, 'provider') ? 'provider' : 'listing';
  return CONTRACT_URLS.flatMap((name) => {
    const path = `/${key}/runContract/${name}`;
    const { value: url } = valueAt(document, path);
    if (typeof url !== 'string' || pattern.test(url)) return [];
    return [
      urlDetail({ path, message: 'must be an https URL', keyword: 'pattern' }, document, policy),
    ];
  });
}

/** The URL policy's message about a URL, which is more specific than that of a pattern. */
function urlDetail(detail: Detail, document: unknown, policy: UrlPolicy): Detail {
  if (detail.keyword !== 'pattern') return detail;
  if (!CONTRACT_URLS.some((name) => detail.path.endsWith(`/runContract/${name}`))) return detail;
  const { value: url } = valueAt(document, detail.path);
  const checked = typeof url === 'string' ? checkUrl(url, policy) : undefined;
  return checked && !checked.ok ? { ...detail, message: checked.message } : detail;
}
