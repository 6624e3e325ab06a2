import { didYouMean, isObject, pointerTo, type RunContract, type Warning } from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';
import { CONTRACT_URLS } from './run-contract-faults.ts';

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

/** Members that the contract's schema does not know: allowed, but ignored. */
export function unknownMembers(
  document: { provider?: unknown; listing?: unknown },
  key: 'provider' | 'listing',
): Warning[] {
  const path = `/${key}`;
  const provider = document[key];
  const content = isObject(provider) ? provider : {};
  const places: [unknown, ReadonlySet<string>, string][] = [
    [document, DOCUMENT, ''],
    [content, PROVIDER, path],
    [content['price'], PRICE, `${path}/price`],
    [content['runContract'], RUN_CONTRACT, `${path}/runContract`],
  ];
  return places
    .flatMap(([value, known, at]) =>
      Object.keys(isObject(value) ? value : {})
        .filter((name) => !known.has(name))
        .map((name) => ({
          code: 'unknown_field',
          message: `This field is not known and was ignored.${didYouMean(name, known)}`,
          path: pointerTo(at, name).slice(0, 200).toWellFormed(),
        })),
    )
    .slice(0, MAX_UNKNOWN);
}

/** URLs of a contract that are on another origin than the service that returned it. */
export function originWarnings(contract: RunContract, serviceUrl: string, path: string): Warning[] {
  const own = URL.parse(serviceUrl)?.origin;
  return CONTRACT_URLS.filter((name) => {
    const url = contract[name];
    return url !== undefined && URL.parse(url)?.origin !== own;
  }).map((name) => ({
    code: 'other_origin',
    message: `${name} is on another origin than the service.`,
    path: `${path}/${name}`,
  }));
}
