import {
  InexactNumber,
  pointerTo,
  type Detail,
  type ListingContent,
  type PriceInMicros,
  type RunContract,
  type SellerProvider,
  type Warning,
} from '@mkt/protocol';
import type { SchemaValidator } from '../schema-validator.ts';
import type { UrlPolicy } from '../url-policy.ts';
import { matchContract, unusable, type RefusedContract } from './match-contract.ts';
import { normaliseLine, normaliseTags, normaliseText } from './normalise-text.ts';
import { readSchemas, urlProblems } from './run-contract-problems.ts';
import { readPrice } from './read-price.ts';
import { misspelledMembers, type ContractKey } from './unknown-members.ts';
import {
  contentWarnings,
  keyWarnings,
  noPrice,
  originWarnings,
  prefixWarnings,
  tagsWarnings,
  unknownMemberWarnings,
} from './warnings.ts';

export type ReadForm =
  | { ok: true; content: ListingContent; key: ContractKey; warnings: Warning[] }
  | RefusedContract;

export type ReadContract =
  | {
      ok: true;
      /** Normalised as it is stored. */
      content: ListingContent;
      warnings: Warning[];
      /** JSON Pointer to the run contract in the document: `/provider/runContract`. */
      path: string;
    }
  | RefusedContract;

/**
 * A seller's contract document, checked against the schema of the server's mode and normalised. Its
 * JSON Schemas and the targets of its URLs are not checked. The schemas are taken from `exact`, the
 * document with an InexactNumber for each number that a double cannot represent.
 */
export function readContractForm(
  document: unknown,
  urlPolicy: UrlPolicy,
  exact: unknown = document,
): ReadForm {
  const checked = matchContract(document, urlPolicy);
  if (!checked.ok) {
    return { ...checked, details: [...checked.details, ...misspelledMembers(document)] };
  }
  const { value } = checked;
  const [key, provider]: [ContractKey, SellerProvider] =
    'provider' in value ? ['provider', value.provider] : ['listing', value.listing];
  const price = readPrice(provider.price, `/${key}/price`);
  if (!price.ok) return unusable(price.details);
  const inexact = inexactPrice(exact, key);
  if (inexact.length > 0) return unusable(inexact);
  const content = withExactSchemas(contentOf(provider, price.price), exact, key);
  const empty = emptied(provider, content, `/${key}`);
  if (empty.length > 0) return unusable(empty);
  const warnings = [
    ...keyWarnings(value),
    ...unknownMemberWarnings(value, key),
    ...(provider.price === undefined ? [noPrice('contract', `/${key}/price`)] : []),
    ...contentWarnings(content, `/${key}`),
    ...tagsWarnings(provider.tags, content.tags, `/${key}`),
  ];
  return { ok: true, content, key, warnings };
}

/**
 * A seller's contract document as the content of a listing, or what is wrong with its structure, its
 * JSON Schemas and the form of its URLs. Paths are JSON Pointers into the document. Source:
 * docs/reference/seller-interface.md#the-contract.
 */
export async function readContract(
  document: unknown,
  options: {
    serviceUrl?: string;
    urlPolicy: UrlPolicy;
    schemas: Pick<SchemaValidator, 'inspect'>;
    exact?: unknown;
  },
): Promise<ReadContract> {
  const form = readContractForm(document, options.urlPolicy, options.exact);
  if (!form.ok) return form;
  const { content, key } = form;
  const contract = content.runContract;
  const path = `/${key}/runContract`;
  const urls = urlProblems(contract, options.urlPolicy, path);
  const schemas = await readSchemas(contract, options.schemas, path);
  const details = [...urls, ...schemas.details];
  if (details.length > 0) return unusable(details);
  const warnings = [
    ...form.warnings,
    ...(options.serviceUrl === undefined
      ? []
      : [
          ...originWarnings(contract, options.serviceUrl, path),
          ...prefixWarnings(contract, options.serviceUrl, path),
        ]),
    ...schemas.warnings,
  ];
  return { ok: true, content, warnings, path };
}

function contentOf(provider: SellerProvider, price: PriceInMicros): ListingContent {
  const { title, description, category, tags, runContract } = provider;
  return {
    title: normaliseLine(title),
    description: normaliseText(description ?? '') || null,
    category: normaliseLine(category ?? '') || null,
    tags: normaliseTags(tags),
    price,
    runContract: runContractOf(runContract),
  };
}

/** A document that matches its schema, with or without exact numbers. */
type Document = Partial<Record<ContractKey, Pick<SellerProvider, 'price' | 'runContract'>>>;

function withExactSchemas(
  content: ListingContent,
  exact: unknown,
  key: ContractKey,
): ListingContent {
  const schemas = (exact as Document)[key]?.runContract;
  const { inputSchema, outputSchema } = schemas ?? {};
  return {
    ...content,
    runContract: {
      ...content.runContract,
      ...(inputSchema === undefined ? {} : { inputSchema }),
      ...(outputSchema === undefined ? {} : { outputSchema }),
    },
  };
}

/**
 * Numbers in the price that a double cannot represent: the parsed price would be a different one. `amount`
 * is excepted, because it is rounded to 6 decimals if that does not change the price (`toMicros`).
 */
function inexactPrice(exact: unknown, key: ContractKey): Detail[] {
  return Object.entries((exact as Document)[key]?.price ?? {})
    .filter(
      ([name, value]: [string, unknown]) => name !== 'amount' && value instanceof InexactNumber,
    )
    .map(([name]) => ({
      path: pointerTo(`/${key}/price`, name),
      message: 'has more digits than the marketplace can store',
      keyword: 'precision',
    }));
}

/** The members of a run contract that the marketplace stores. */
export function runContractOf(contract: RunContract): RunContract {
  const { method, endpointPath, healthEndpoint, inputSchema, outputSchema } = contract;
  const { requestExampleJson, responseExampleJson } = contract;
  return {
    method,
    endpointPath,
    ...(healthEndpoint === undefined ? {} : { healthEndpoint }),
    ...(inputSchema === undefined ? {} : { inputSchema }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
    ...(requestExampleJson === undefined ? {} : { requestExampleJson }),
    ...(responseExampleJson === undefined ? {} : { responseExampleJson }),
  };
}

/** Texts that were given, but have no visible characters. */
function emptied(provider: SellerProvider, content: ListingContent, path: string): Detail[] {
  const texts: [string, boolean][] = [
    ['/title', content.title === ''],
    ['/category', provider.category !== undefined && content.category === null],
    ['/price/unit', content.price.unit === ''],
  ];
  return texts
    .filter(([, isEmpty]) => isEmpty)
    .map(([at]) => ({
      path: path + at,
      message: 'must contain at least one visible character',
      keyword: 'text',
    }));
}
