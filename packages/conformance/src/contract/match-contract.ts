import { isObject, type Detail, type SellerContract } from '@mkt/protocol';
import { sellerUrlPattern } from '@mkt/protocol/schemas';
import { validate } from '@mkt/protocol/validate';
import { checkUrl, type UrlPolicy } from '../url-policy.ts';
import { CONTRACT_URLS } from './run-contract-faults.ts';

export interface RefusedContract {
  ok: false;
  /** Says whether the document does not match its schema, or breaks a rule that no schema states. */
  sentence: string;
  details: Detail[];
}

const MISMATCH = 'The contract does not match /v1/mkt-schema.';

const mismatch = (details: Detail[]): RefusedContract => ({
  ok: false,
  sentence: MISMATCH,
  details,
});

/** Refused for what the schema cannot say: a bad inner schema, an address, a price of 7 decimals. */
export function unusable(details: Detail[]): RefusedContract {
  const [first] = details;
  return {
    ok: false,
    sentence: first
      ? `The contract cannot be used: ${first.path || 'it'} ${first.message}.`
      : 'The contract cannot be used.',
    details,
  };
}

/**
 * A document against the schema that `/v1/mkt-schema` serves in this mode: what fits that is never
 * told that it does not match, and what does not fit always is.
 */
export function matchContract(
  document: unknown,
  policy: UrlPolicy,
): { ok: true; value: SellerContract } | RefusedContract {
  const checked = validate('SellerContract', document);
  if (!checked.ok) {
    const told = checked.details.map((detail) => urlDetail(detail, document, policy));
    // The validator also refuses text without a UTF-8 form, which no published schema can say.
    const isOnlyText = validate('SellerContract', wellFormed(document)).ok;
    return isOnlyText && urlDetails(document, policy).length === 0
      ? unusable(told)
      : mismatch(told);
  }
  const urls = urlDetails(document, policy);
  return urls.length > 0 ? mismatch(urls) : { ok: true, value: checked.value };
}

/** A copy in which every text has a UTF-8 form, of the same number of characters. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, wellFormed(inner)]),
  );
}

/** URLs that only the dev form takes: those of http. */
function urlDetails(document: unknown, policy: UrlPolicy): Detail[] {
  if (policy.allowPrivate) return [];
  const pattern = new RegExp(sellerUrlPattern('production'), 'u');
  const key = isObject(document) && Object.hasOwn(document, 'provider') ? 'provider' : 'listing';
  return CONTRACT_URLS.flatMap((name) => {
    const path = `/${key}/runContract/${name}`;
    const url = valueAt(document, path);
    if (typeof url !== 'string' || pattern.test(url)) return [];
    return [
      urlDetail({ path, message: 'must be an https URL', keyword: 'pattern' }, document, policy),
    ];
  });
}

/** A URL's form in the words of the URL policy, which are more to the point than a pattern's. */
function urlDetail(detail: Detail, document: unknown, policy: UrlPolicy): Detail {
  if (detail.keyword !== 'pattern') return detail;
  if (!CONTRACT_URLS.some((name) => detail.path.endsWith(`/runContract/${name}`))) return detail;
  const url = valueAt(document, detail.path);
  const checked = typeof url === 'string' ? checkUrl(url, policy) : undefined;
  return checked && !checked.ok ? { ...detail, message: checked.message } : detail;
}

/** A member of the contract; its names hold no character that a pointer escapes. */
function valueAt(document: unknown, path: string): unknown {
  return path
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      document,
    );
}
