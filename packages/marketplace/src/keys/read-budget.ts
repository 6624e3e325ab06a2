import type { KeyBudgetInput } from '@mkt/protocol';
import { canActivate } from '../orders/activation.ts';
import { budgetFrom, invalidBudget } from './budget-change.ts';
import type { KeyBudget } from './budget.ts';
import type { OrderStore } from '../orders/order-store.ts';

export interface ReadBudgetDeps {
  orders: Pick<OrderStore, 'target'>;
}

/** Listings as ids. One that the budget already has stays, even if it is no longer visible. */
async function idsOf(
  { orders }: ReadBudgetDeps,
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
    if (!target || !canActivate(target, accountId)) {
      throw invalidBudget(`/listings/${index}`, 'is not the id or slug of a listing', 'listings');
    }
    ids.push(target.listingId);
  }
  return [...new Set(ids)];
}

/** The budget that a request sets for a key of the account, given the one that the key has. */
export async function readBudget(
  deps: ReadBudgetDeps,
  accountId: string,
  input: KeyBudgetInput | null | undefined,
  base: KeyBudget | null,
): Promise<KeyBudget | null> {
  if (input === undefined) return base;
  if (input === null) return null;
  const { listings, ...rules } = input;
  if (!listings) return budgetFrom(listings === null ? { ...rules, listings } : rules, base);
  const kept = base?.listingIds ?? [];
  return budgetFrom({ ...rules, listings: await idsOf(deps, listings, { accountId, kept }) }, base);
}
