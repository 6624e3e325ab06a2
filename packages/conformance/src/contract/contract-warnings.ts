import {
  didYouMean,
  isObject,
  pointerTo,
  type Detail,
  type RunContract,
  type Warning,
} from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { CONTRACT_URLS } from './run-contract-problems.ts';

const MAX_UNKNOWN = 10;

const knownMembers = (schema: unknown): ReadonlySet<string> =>
  new Set(
    isObject(schema) && isObject(schema['properties']) ? Object.keys(schema['properties']) : [],
  );

const PROVIDER = knownMembers(SCHEMAS.SellerProvider);
const RUN_CONTRACT = knownMembers(SCHEMAS.SellerRunContract);
const PRICE = knownMembers(
  (SCHEMAS.SellerProvider['properties'] as Record<string, unknown>)['price'],
);
/** `$schema` is for editors. */
const DOCUMENT = new Set(['provider', 'listing', '$schema']);

const KEYS = ['provider', 'listing'] as const;
type ContractKey = (typeof KEYS)[number];

interface UnknownMember {
  name: string;
  known: ReadonlySet<string>;
  /** The names of all members of the same object. */
  siblings: string[];
  path: string;
}

function findUnknown(
  document: { provider?: unknown; listing?: unknown },
  key: ContractKey,
): UnknownMember[] {
  const path = `/${key}`;
  const provider = document[key];
  const content = isObject(provider) ? provider : {};
  const objects: [unknown, ReadonlySet<string>, string][] = [
    [document, DOCUMENT, ''],
    [content, PROVIDER, path],
    [content['price'], PRICE, `${path}/price`],
    [content['runContract'], RUN_CONTRACT, `${path}/runContract`],
  ];
  return objects.flatMap(([value, known, at]) => {
    const names = Object.keys(isObject(value) ? value : {});
    return names
      .filter((name) => !known.has(name))
      .map((name) => ({ name, known, siblings: names, path: pathOf(at, name) }));
  });
}

const pathOf = (at: string, name: string) => pointerTo(at, name).slice(0, 200).toWellFormed();

/** Members that the contract's schema does not define: allowed, but ignored. */
export function unknownMembers(document: object, key: ContractKey): Warning[] {
  return findUnknown(document, key)
    .map(({ name, known, path }) => ({
      code: 'unknown_field',
      message: `This is not a known field and was ignored.${didYouMean(name, known)}`,
      path,
    }))
    .slice(0, MAX_UNKNOWN);
}

/** Unknown members of a refused contract that are probably misspelled: `prize`, without a `price`. */
export function misspelledMembers(document: unknown): Detail[] {
  if (!isObject(document)) return [];
  const key = KEYS.find((each) => Object.hasOwn(document, each));
  if (!key) return [];
  return findUnknown(document, key)
    .map(({ name, known, siblings, path }) => {
      const missing = [...known].filter((each) => !siblings.includes(each));
      return { path, suggestion: didYouMean(name, missing) };
    })
    .filter(({ suggestion }) => suggestion !== '')
    .map(({ path, suggestion }) => ({
      path,
      message: `is not a known field.${suggestion}`,
      keyword: 'additionalProperties',
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
