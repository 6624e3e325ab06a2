import type { ApiKey, CatalogueListing, KeyBudget, KeyBudgetInput, KeyScope } from '@mkt/client';
import { type BudgetPeriod, DEFAULT_CURRENCY } from '@mkt/protocol';
import { formatMoney } from '../ui/text.ts';
import { scopesInShort } from './key-words.ts';

const PER = { none: ' in total', day: ' per day', month: ' per month' } as const;

/** `$5.00 per day`. */
const limitInWords = (limit: number, currency: string, period: KeyBudget['period']) =>
  formatMoney({ amount: limit, currency }) + PER[period];

/** More listings are counted. */
const MOST_NAMED = 3;

const LIST = new Intl.ListFormat('en-GB');

/** The listings that a key may buy, one by one: `Exchange rates`, `Text insights`, `4 others`. */
function listingsInShort(titles: readonly string[]): string[] {
  const named = titles.slice(0, titles.length > MOST_NAMED ? MOST_NAMED - 1 : MOST_NAMED);
  const others = titles.length - named.length;
  return others > 0 ? [...named, `${others} others`] : [...named];
}

/** What a key is limited to beside its limit, in parts. */
export interface OtherRules {
  /** `At most $0.05 per order`. */
  price: string | undefined;
  /** The only listings that it may buy, in short; empty for all. */
  listings: readonly string[];
}

export function otherRules(budget: KeyBudget, titles: readonly string[]): OtherRules {
  const { limit, maxPrice, currency, listings } = budget;
  let price: string | undefined;
  if (maxPrice !== null && currency !== null) {
    price = `At most ${formatMoney({ amount: maxPrice, currency })} per order`;
  } else if (currency !== null && limit === null) {
    price = `Only for orders in ${currency}`;
  }
  return { price, listings: listings ? listingsInShort(titles) : [] };
}

/** `It can spend up to $5.00 per day, at most $0.05 per order.` */
export function budgetInWords(budget: KeyBudget | null, titles: readonly string[]): string {
  if (!budget) return 'It can spend any amount.';
  const { limit, currency, period } = budget;
  const first =
    limit === null || currency === null
      ? 'any amount'
      : limit === 0
        ? 'nothing: only free listings can be called'
        : `up to ${limitInWords(limit, currency, period)}`;
  const { price, listings } = otherRules(budget, titles);
  const only = listings.length > 0 ? `only for ${LIST.format(listings)}` : undefined;
  const rules = [price && price.charAt(0).toLowerCase() + price.slice(1), only];
  return `It can spend ${[first, ...rules.filter(Boolean)].join(', ')}.`;
}

/** Whether a key with these scopes can place orders. */
export const canSpend = (scopes: readonly KeyScope[]): boolean =>
  scopes.includes('*') || scopes.includes('order:create');

/** Whether a key can spend any amount in all: a maximum price limits only each order. */
export const isUnlimited = ({ scopes, budget }: Pick<ApiKey, 'scopes' | 'budget'>): boolean =>
  canSpend(scopes) && (budget?.limit ?? null) === null;

/** How much a key could do in the wrong hands: most without a limit, for everything, for ever. */
function riskOf({ scopes, budget, expiresAt }: Risky): number {
  if (!isUnlimited({ scopes, budget })) return 0;
  return 1 + (scopesInShort(scopes) === 'Everything' ? 2 : 0) + (expiresAt === null ? 1 : 0);
}

type Risky = Pick<ApiKey, 'scopes' | 'budget' | 'expiresAt'>;

/** Keys that can spend any amount come first; the others stay in their order. */
export const riskiestFirst = <Key extends Risky>(keys: readonly Key[]): Key[] =>
  keys.toSorted((a, b) => riskOf(b) - riskOf(a));

/** Whether a key with these scopes can create others. */
export const canCreateKeys = (scopes: readonly KeyScope[]): boolean =>
  scopes.includes('*') || scopes.includes('api_key:create');

/** The rules of a budget, as they were typed; empty where there is no such rule. */
export interface BudgetFields {
  limit: string;
  period: BudgetPeriod;
  maxPrice: string;
  /** Empty for any; amounts need one. */
  currency: string;
  /** Ids or slugs. */
  listings: string[];
}

/** What a form starts with that adds a budget: enough to try something, and little to lose by mistake. */
export const NEW_BUDGET: BudgetFields = {
  limit: '5',
  period: 'day',
  maxPrice: '',
  currency: DEFAULT_CURRENCY,
  listings: [],
};

/** The budget of a key for one listing; it pays for a call at least. */
export const budgetFor = ({ id, price }: Pick<CatalogueListing, 'id' | 'price'>): BudgetFields => ({
  ...NEW_BUDGET,
  limit: String(Math.max(Number(NEW_BUDGET.limit), price.amount)),
  currency: price.currency,
  listings: [id],
});

/** Where a request has each rule: as the pointers of its errors, without the first slash. */
export const BUDGET_PLACES = [
  'budget/limit',
  'budget/period',
  'budget/maxPrice',
  'budget/currency',
  'budget/listings',
] as const;

/** The fields of the budget that a key has. */
export function fieldsOf(budget: ApiKey['budget']): BudgetFields | undefined {
  if (!budget) return undefined;
  const { limit, period, maxPrice, currency, listings } = budget;
  return {
    limit: limit === null ? '' : String(limit),
    period,
    maxPrice: maxPrice === null ? '' : String(maxPrice),
    currency: currency ?? '',
    listings: [...(listings ?? [])],
  };
}

const amountOf = (typed: string) => (typed.trim() === '' ? null : Number(typed));

/** The budget as a request has it; null without one. */
export const budgetInput = (fields: BudgetFields | undefined): KeyBudget | null =>
  fields
    ? {
        limit: amountOf(fields.limit),
        period: fields.period,
        maxPrice: amountOf(fields.maxPrice),
        currency: fields.currency || null,
        listings: fields.listings.length > 0 ? fields.listings : null,
      }
    : null;

const AMOUNT = /^(\d+\.?\d*|\.\d+)$/;

/** What is wrong with the rules, by their places. */
export type BudgetProblems = Partial<Record<(typeof BUDGET_PLACES)[number], string>>;

/**
 * Why the rules do not limit what may be spent. A form that promises a limit must not create a key without
 * an amount: with only a currency or a list of listings, such a key could spend everything.
 */
export function budgetProblems(fields: BudgetFields | undefined): BudgetProblems | undefined {
  if (!fields) return undefined;
  const [limit, maxPrice] = [fields.limit.trim(), fields.maxPrice.trim()];
  if (limit === '' && maxPrice === '') {
    return { 'budget/limit': 'Enter an amount, or choose “No limit”.' };
  }
  const problems: BudgetProblems = {};
  if (limit !== '' && !AMOUNT.test(limit)) problems['budget/limit'] = 'Enter an amount such as 5.';
  if (maxPrice !== '' && !AMOUNT.test(maxPrice)) {
    problems['budget/maxPrice'] = 'Enter an amount such as 0.05.';
  }
  return Object.keys(problems).length > 0 ? problems : undefined;
}

/**
 * The rules that differ, so that what someone else has changed in the others stays; null removes the
 * budget, and `undefined` says that nothing differs.
 */
export function budgetChange(
  before: BudgetFields | undefined,
  after: BudgetFields | undefined,
): KeyBudgetInput | null | undefined {
  const [from, to] = [budgetInput(before), budgetInput(after)];
  if (!from || !to) return from === to ? undefined : to;
  const had = new Map(Object.entries(from));
  const changed = Object.entries(to).filter(
    ([rule, value]) => JSON.stringify(had.get(rule)) !== JSON.stringify(value),
  );
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}
