import {
  centsToMicros,
  currencyCode,
  DEFAULT_CURRENCY,
  DEFAULT_UNIT,
  type Detail,
  InexactNumber,
  type ListingContent,
  pointerTo,
  type PriceInMicros,
  type RunContract,
  type SellerProvider,
  toMicros,
  type Warning,
} from '@mkt/protocol';
import type { SchemaValidator } from '../schema-validator.ts';
import type { UrlPolicy } from '../url-policy.ts';
import {
  matchContract,
  readSchemas,
  type RefusedContract,
  unusable,
  urlProblems,
} from './match-contract.ts';
import { type ContractKey, misspelledMembers } from './unknown-members.ts';
import {
  contentWarnings,
  keyWarnings,
  noPrice,
  originWarnings,
  prefixWarnings,
  tagsWarnings,
  unknownMemberWarnings,
} from './warnings.ts';

/**
 * Characters that change the direction of text or are invisible, so that one title could look like
 * another: bidi controls, zero-width spaces, tag characters. Joiners are kept, because emoji and many
 * scripts need them.
 */
const DECEPTIVE =
  /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const CONTROLS = /\p{Cc}/gu;
const CONTROLS_BUT_LINES = /[^\P{Cc}\n\t]/gu;
const INVISIBLE = /^[\s\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/**
 * Text of one line as it is stored: a title, a category, a unit. White space becomes single spaces,
 * control and bidi characters are removed, lone surrogates become U+FFFD. Empty if nothing visible
 * remains.
 */
export function normaliseLine(text: string): string {
  const line = text
    .toWellFormed()
    .replace(/\s+/gu, ' ')
    .replace(CONTROLS, '')
    .replace(DECEPTIVE, '')
    .trim();
  return INVISIBLE.test(line) ? '' : line;
}

/** Text of several lines as it is stored: a description. Keeps line breaks and tabs. */
export function normaliseText(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replace(CONTROLS_BUT_LINES, '')
    .replace(DECEPTIVE, '')
    .trim();
  return INVISIBLE.test(lines) ? '' : lines;
}

/** Tags as they are stored: lower-cased, without duplicates and empty ones; `null` if none remain. */
export function normaliseTags(tags: readonly string[] | null | undefined): string[] | null {
  const normal = (tags ?? []).map((tag) => normaliseLine(tag.normalize('NFC')).toLowerCase());
  const left = [...new Set(normal)].filter((tag) => tag !== '');
  return left.length > 0 ? left : null;
}

type SellerPrice = NonNullable<SellerProvider['price']>;

type ReadPrice = { ok: true; price: PriceInMicros } | { ok: false; details: Detail[] };

/**
 * The price of a contract that matches its schema; free of charge if it names none. Checks what a
 * schema cannot express: at most six decimals, and `amount` and `amountCents` that agree. Paths start
 * with `path`.
 */
function readPrice(price: SellerPrice | undefined, path: string): ReadPrice {
  const { amount, amountCents, currency = DEFAULT_CURRENCY, unit = DEFAULT_UNIT } = price ?? {};
  const refused = (message: string): ReadPrice => ({
    ok: false,
    details: [{ path: `${path}/amount`, message, keyword: 'price' }],
  });
  const given = amount === undefined ? undefined : toMicros(amount);
  if (amount !== undefined && given === undefined) return refused('must have at most 6 decimals');
  const cents = amountCents === undefined ? undefined : centsToMicros(amountCents);
  if (given !== undefined && cents !== undefined && given !== cents) {
    return refused('must agree with amountCents');
  }
  return {
    ok: true,
    price: {
      amountMicros: given ?? cents ?? 0,
      currency: currencyCode(currency) ?? DEFAULT_CURRENCY,
      unit: normaliseLine(unit),
    },
  };
}

type ReadForm =
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
