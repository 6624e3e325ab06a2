import {
  type BudgetPeriod,
  type BudgetReason,
  fromMicros,
  type KeyBudgetInput,
  type PriceInMicros,
  toMicros,
} from '@mkt/protocol';
import { DAY_MS } from '../market/limits.ts';
import { Refusal, type Remaining } from '../market/refusal.ts';
import { isVisibleTo } from '../orders/activation.ts';
import type { App } from '../server/context.ts';

/** The days of a period, since the Unix epoch: from `start`, up to but without `end`. */
interface Days {
  start: number;
  /** null for a period without end. */
  end: number | null;
}

/** Days of the 400 years after which the calendar repeats, and until 1 March of the year 0. */
const DAYS_OF_ERA = 146_097;
const EPOCH_SINCE_MARCH_0 = 719_468;

/**
 * The first days of the month of a day and of the month after it, in days since the Unix epoch. Years
 * are counted from March here, so that the leap day is the last of its year (Howard Hinnant,
 * "chrono-compatible low-level date algorithms").
 */
function monthOf(day: number): { start: number; end: number } {
  const shifted = day + EPOCH_SINCE_MARCH_0;
  const dayOfEra = shifted - Math.floor(shifted / DAYS_OF_ERA) * DAYS_OF_ERA;
  const year = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const leapDays = (years: number) => Math.floor(years / 4) - Math.floor(years / 100);
  const dayOfYear = dayOfEra - (365 * year + leapDays(year));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  const startOf = (index: number) => Math.floor((153 * index + 2) / 5);
  const start = day - (dayOfYear - startOf(month));
  if (month < 11) return { start, end: start + startOf(month + 1) - startOf(month) };
  // February, the last month: a year has a 366th day if the next one since March is a leap year.
  const next = year + 1;
  const isLeap = next % 4 === 0 && (next % 100 !== 0 || next % 400 === 0);
  return { start, end: start + (isLeap ? 29 : 28) };
}

/** The UTC day of a time in Unix milliseconds, in days since the Unix epoch. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** The period that a time belongs to, in UTC. */
export function periodAt(period: BudgetPeriod, ms: number): Days {
  const day = dayOf(ms);
  switch (period) {
    case 'none':
      return { start: 0, end: null };
    case 'day':
      return { start: day, end: day + 1 };
    case 'month':
      return monthOf(day);
  }
}

/** What may be spent with a key. A rule that is null does not apply. Amounts are in micro-units. */
export interface KeyBudget {
  /** The most that may be spent in a period. */
  limitMicros: number | null;
  /** The currency of the amounts, and of every order that is not free. */
  currency: string | null;
  period: BudgetPeriod;
  maxPriceMicros: number | null;
  /** The only listings that may be ordered. */
  listingIds: readonly string[] | null;
}

/** A budget that applies to a key: its own, or that of a key above it. */
export interface AppliedBudget {
  keyId: string;
  budget: KeyBudget;
}

/** Why a budget does not allow an order. */
export interface Exceeded {
  reason: BudgetReason;
  /** Whose budget it is. */
  keyId: string;
  budget: KeyBudget;
  remaining: Remaining | null;
}

const rulesOf = (budget: KeyBudget) => [
  budget.limitMicros,
  budget.currency,
  budget.period,
  budget.maxPriceMicros,
  budget.listingIds,
];

/** Whether two budgets have the same rules; the order of listings counts. */
export const isSameBudget = (one: KeyBudget | null, other: KeyBudget | null): boolean =>
  JSON.stringify(one && rulesOf(one)) === JSON.stringify(other && rulesOf(other));

export interface BudgetedOrder {
  listingId: string;
  price: PriceInMicros;
}

/** What is left after `spentMicros` in the period that `nowMs` belongs to; null without a limit. */
export function remainingOf(
  { limitMicros, currency, period }: KeyBudget,
  spentMicros: number,
  nowMs: number,
): Remaining | null {
  if (limitMicros === null || currency === null) return null;
  const { end } = periodAt(period, nowMs);
  return {
    amountMicros: Math.max(0, limitMicros - spentMicros),
    currency,
    resetsAtMs: end === null ? null : end * DAY_MS,
  };
}

/** What a key may spend: the rules of its own budget, and what it and the keys above it leave. */
export interface KeyStanding {
  name: string;
  /** null if no budget applies to the key. */
  budget: KeyBudget | null;
  remaining: Remaining | null;
}

/** The rules of a key that is limited only by the keys above it. */
export const NO_RULES: KeyBudget = {
  limitMicros: null,
  currency: null,
  period: 'none',
  maxPriceMicros: null,
  listingIds: null,
};

/**
 * The smallest amount that remains of the budgets; null if none has a limit. Budgets in different
 * currencies allow only free calls.
 */
export function leastRemaining(
  budgets: readonly AppliedBudget[],
  spentBy: (keyId: string) => number,
  nowMs: number,
): Remaining | null {
  const left = budgets.flatMap(
    ({ keyId, budget }) => remainingOf(budget, spentBy(keyId), nowMs) ?? [],
  );
  const [first] = left;
  if (!first) return null;
  const currencies = new Set(budgets.flatMap(({ budget }) => budget.currency ?? []));
  if (currencies.size > 1) return { ...first, amountMicros: 0, resetsAtMs: null };
  return left.reduce((least, each) => (each.amountMicros < least.amountMicros ? each : least));
}

function brokenRule(
  budget: KeyBudget,
  { listingId, price }: BudgetedOrder,
  spentMicros: number,
): BudgetReason | undefined {
  const { limitMicros, currency, maxPriceMicros, listingIds } = budget;
  if (listingIds && !listingIds.includes(listingId)) return 'listing';
  if (price.amountMicros === 0) return undefined;
  // Amounts in different currencies are never compared.
  if (currency !== null && currency !== price.currency) return 'currency';
  if (maxPriceMicros !== null && price.amountMicros > maxPriceMicros) return 'max_price';
  // Not `spent + price > limit`: what was spent without a limit may be large.
  if (limitMicros !== null && price.amountMicros > limitMicros - spentMicros) return 'limit';
  return undefined;
}

/**
 * The first of the budgets, and of its rules, that an order would break
 * (docs/buy/spending.md#budgets). `spentBy` is what counts against each key in the current period.
 */
export function exceededBudget(
  budgets: readonly AppliedBudget[],
  order: BudgetedOrder,
  spentBy: (keyId: string) => number,
  nowMs: number,
): Exceeded | undefined {
  for (const { keyId, budget } of budgets) {
    const spentMicros = spentBy(keyId);
    const reason = brokenRule(budget, order, spentMicros);
    if (!reason) continue;
    return { reason, keyId, budget, remaining: remainingOf(budget, spentMicros, nowMs) };
  }
  return undefined;
}

function sentenceOf(
  { reason, budget, remaining }: Exceeded,
  { price }: BudgetedOrder,
  isOwn: boolean,
): string {
  const whose = isOwn ? 'this API key' : 'a key that this API key was created with';
  const amount = fromMicros(price.amountMicros);
  switch (reason) {
    case 'listing':
      return `The budget of ${whose} does not include this listing.`;
    case 'currency':
      return `The budget of ${whose} is in ${budget.currency}; the order costs ${amount} ${price.currency}.`;
    case 'max_price':
      return `The budget of ${whose} allows ${fromMicros(budget.maxPriceMicros ?? 0)} ${budget.currency} for an order; this one costs ${amount}.`;
    case 'limit':
      return `The budget of ${whose} has ${fromMicros(remaining?.amountMicros ?? 0)} ${budget.currency} left; the order costs ${amount}.`;
  }
}

/** The refusal of an order that a budget does not allow; `keyId` is the key that places it. */
export const budgetExceeded = (
  exceeded: Exceeded,
  order: BudgetedOrder,
  keyId: string | null,
): Refusal =>
  new Refusal('budget_exceeded', sentenceOf(exceeded, order, exceeded.keyId === keyId), {
    reason: exceeded.reason,
    remaining: exceeded.remaining,
  });

/** In units of the currency; in micro-units it is far from where integers become inexact. */
const MAX_LIMIT = 1_000_000_000;

/** The refusal of a budget; `path` is the JSON Pointer of the problem within it. */
const invalidBudget = (path: string, message: string, keyword: string): Refusal =>
  new Refusal('invalid_request', 'The budget is not valid.', {
    details: [{ path: `/budget${path}`, message, keyword }],
  });

function microsOf(amount: number | null, path: string, max?: number): number | null {
  if (amount === null) return null;
  const micros = toMicros(amount, max);
  if (micros === undefined) throw invalidBudget(path, 'must have at most 6 decimals', 'budget');
  return micros;
}

/**
 * The base budget with the given rules replaced, and those that are null removed; null if no rule
 * remains. `listings` are ids here.
 */
function budgetFrom(input: KeyBudgetInput, base: KeyBudget | null): KeyBudget | null {
  const from = base ?? NO_RULES;
  const { limit, currency, period, maxPrice, listings } = input;
  const budget: KeyBudget = {
    limitMicros: limit === undefined ? from.limitMicros : microsOf(limit, '/limit', MAX_LIMIT),
    currency: currency === undefined ? from.currency : (currency?.toUpperCase() ?? null),
    period: period === undefined ? from.period : (period ?? 'none'),
    maxPriceMicros: maxPrice === undefined ? from.maxPriceMicros : microsOf(maxPrice, '/maxPrice'),
    listingIds: listings === undefined ? from.listingIds : listings,
  };
  const hasAmount = budget.limitMicros !== null || budget.maxPriceMicros !== null;
  if (budget.currency !== null) return budget;
  if (hasAmount)
    throw invalidBudget('/currency', 'is required with limit and maxPrice', 'required');
  return budget.listingIds ? budget : null;
}

/** Listings as ids. One that the budget already has stays, even if it is no longer visible. */
async function idsOf(
  { store: { orders } }: Pick<App, 'store'>,
  refs: readonly string[],
  { accountId, kept }: { accountId: string; kept: readonly string[] },
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, ref] of refs.entries()) {
    if (kept.includes(ref)) {
      ids.push(ref);
      continue;
    }
    const target = await orders.target(ref);
    if (!target || !isVisibleTo(target, accountId)) {
      throw invalidBudget(`/listings/${index}`, 'is not the id or slug of a listing', 'listings');
    }
    ids.push(target.listingId);
  }
  return [...new Set(ids)];
}

/** The budget that a request sets for a key of the account, given the one that the key has. */
export async function readBudget(
  app: Pick<App, 'store'>,
  accountId: string,
  input: KeyBudgetInput | null | undefined,
  base: KeyBudget | null,
): Promise<KeyBudget | null> {
  if (input === undefined) return base;
  if (input === null) return null;
  const { listings, ...rules } = input;
  if (!listings) return budgetFrom(listings === null ? { ...rules, listings } : rules, base);
  const kept = base?.listingIds ?? [];
  return budgetFrom({ ...rules, listings: await idsOf(app, listings, { accountId, kept }) }, base);
}

/** The keys that an order counts against. */
export const countedAgainst = (
  budgets: readonly AppliedBudget[],
  { price }: Pick<BudgetedOrder, 'price'>,
): string[] => (price.amountMicros === 0 ? [] : budgets.map(({ keyId }) => keyId));
