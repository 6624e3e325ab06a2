import { didYouMean, isObject, pointerTo, type Detail } from '@mkt/protocol';
import { SCHEMAS } from '@mkt/protocol/schemas';

/** How many are reported. */
export const MAX_UNKNOWN = 10;

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
export type ContractKey = (typeof KEYS)[number];

interface UnknownMember {
  name: string;
  known: ReadonlySet<string>;
  /** The names of all members of the same object. */
  siblings: string[];
  path: string;
}

/** Members of a contract that its schema does not define. */
export function findUnknownMembers(
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

/** Unknown members of a refused contract that are probably misspelled: `prize`, without a `price`. */
export function misspelledMembers(document: unknown): Detail[] {
  if (!isObject(document)) return [];
  const key = KEYS.find((each) => Object.hasOwn(document, each));
  if (!key) return [];
  return findUnknownMembers(document, key)
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
