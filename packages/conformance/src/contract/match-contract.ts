import { isObject, valueAt, type Detail, type SellerContract } from '@mkt/protocol';
import { sellerUrlPattern } from '@mkt/protocol/schemas';
import { validate } from '@mkt/protocol/validate';
import { checkUrl, type UrlPolicy } from '../url-policy.ts';
import { CONTRACT_URLS } from './run-contract-problems.ts';

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
