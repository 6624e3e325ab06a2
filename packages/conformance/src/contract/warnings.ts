import {
  didYouMean,
  KNOWN_CATEGORIES,
  KNOWN_UNITS,
  type ListingContent,
  type RunContract,
  type Warning,
} from '@mkt/protocol';
import { CONTRACT_URLS } from './match-contract.ts';
import { type ContractKey, findUnknownMembers, MAX_UNKNOWN } from './unknown-members.ts';

/**
 * The path of a service's address that its contract leaves out: `/text`. A framework that mounts a
 * handler at a prefix, as Hono does, removes the prefix before the handler sees it.
 */
export function missingPrefix(contract: RunContract, serviceUrl: string): string | undefined {
  const service = URL.parse(serviceUrl);
  const endpoint = URL.parse(contract.endpointPath);
  const prefix = service?.pathname.replace(/\/+$/, '') ?? '';
  if (!service || prefix === '' || endpoint?.origin !== service.origin) return undefined;
  return endpoint.pathname.startsWith(`${prefix}/`) ? undefined : prefix;
}

/** How a mounted service names its address. */
export const mountFix = (serviceUrl: string): string =>
  `Set baseUrl (PUBLIC_URL) of the service to ${serviceUrl.replace(/\/+$/, '')}, so that its contract has that path.`;

// What is accepted, but probably a mistake. Warnings about a JSON Schema are in `@mkt/json-schema`;
// what else a contract should have is advice (content/agent-texts.ts).

/**
 * About any listing, imported or written by hand: an unknown category or unit, which is accepted
 * (docs/sell/listings.md#fields).
 */
export function contentWarnings(
  { category, price }: Pick<ListingContent, 'category' | 'price'>,
  path = '',
): Warning[] {
  const warnings: Warning[] = [];
  const warn = (code: string, member: string, message: string) =>
    warnings.push({ code, message, path: path + member });
  if (category !== null && !isOneOf(KNOWN_CATEGORIES, category)) {
    warn(
      'unknown_category',
      '/category',
      `This category is accepted, but is not one of the usual ones: ${KNOWN_CATEGORIES.join(', ')}.${didYouMean(category, KNOWN_CATEGORIES)}`,
    );
  }
  if (!isOneOf(KNOWN_UNITS, price.unit)) {
    warn(
      'unknown_unit',
      '/price/unit',
      `This unit is accepted, but is not one of the usual ones: ${KNOWN_UNITS.join(', ')}.${didYouMean(price.unit, KNOWN_UNITS)}`,
    );
  }
  return warnings;
}

const isOneOf = (known: readonly string[], word: string) => known.includes(word);

/** A warning if the tags are not stored in the form in which they were given. */
export function tagsWarnings(
  given: readonly string[] | null | undefined,
  stored: readonly string[] | null,
  path: string,
): Warning[] {
  const before = given ?? [];
  const after = stored ?? [];
  const isSame = before.length === after.length && before.every((tag, i) => tag === after[i]);
  if (isSame) return [];
  return [
    {
      code: 'tags_normalised',
      message:
        'Tags are stored in lower case, without duplicates or surrounding space; tags without visible characters are dropped.',
      path: `${path}/tags`,
    },
  ];
}

/**
 * The warnings about a listing written by hand: about its content, parts of its schemas without
 * effect, and changed tags, if any were given.
 */
export function listingWarnings(
  content: ListingContent,
  ofSchemas: readonly Warning[],
  { tags }: { tags?: readonly string[] | null } = {},
): Warning[] {
  return [
    ...contentWarnings(content),
    ...(tags === undefined ? [] : tagsWarnings(tags, content.tags, '')),
    ...ofSchemas,
  ];
}

/** The old top-level key of a contract, alone or beside the new one. */
export function keyWarnings(document: object): Warning[] {
  if (!Object.hasOwn(document, 'listing')) return [];
  return Object.hasOwn(document, 'provider')
    ? [
        {
          code: 'both_keys',
          message: 'The contract has both "provider" and "listing"; "listing" was ignored.',
          path: '/listing',
        },
      ]
    : [
        {
          code: 'deprecated_key',
          message: 'The key "listing" is deprecated: rename it to "provider".',
          path: '/listing',
        },
      ];
}

/** A contract, or a request that creates a listing, may leave out the price: calls are then free. */
export const noPrice = (what: 'contract' | 'request', path: string): Warning => ({
  code: 'no_price',
  message: `The ${what} has no price, so calls are free unless you set one.`,
  path,
});

/** Members that the contract's schema does not define: allowed, but ignored. */
export function unknownMemberWarnings(document: object, key: ContractKey): Warning[] {
  return findUnknownMembers(document, key)
    .map(({ name, known, path }) => ({
      code: 'unknown_field',
      message: `This is not a known field and was ignored.${didYouMean(name, known)}`,
      path,
    }))
    .slice(0, MAX_UNKNOWN);
}

/** URLs of a contract that are on a different origin from the service that returned it. */
export function originWarnings(contract: RunContract, serviceUrl: string, path: string): Warning[] {
  const own = URL.parse(serviceUrl)?.origin;
  return CONTRACT_URLS.filter((name) => {
    const url = contract[name];
    return url !== undefined && URL.parse(url)?.origin !== own;
  }).map((name) => ({
    code: 'other_origin',
    message: `${name} is on a different origin from the service. That is allowed; check that it is intended.`,
    path: `${path}/${name}`,
  }));
}

/** A contract without the path at which its service was found. */
export function prefixWarnings(contract: RunContract, serviceUrl: string, path: string): Warning[] {
  const prefix = missingPrefix(contract, serviceUrl);
  if (prefix === undefined) return [];
  return [
    {
      code: 'prefix_missing',
      message: `The service is at ${prefix}, but its endpointPath is not. ${mountFix(serviceUrl)}`,
      path: `${path}/endpointPath`,
    },
  ];
}
