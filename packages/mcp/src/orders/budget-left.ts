import { MktError, type Me } from '@mkt/client';
import { showMoney, type Market } from '../session.ts';

/** What a key may still spend, or an empty text if it has no limit. */
export function budgetLeft({ budget }: Me): string {
  const remaining = budget?.remaining;
  if (!remaining) return '';
  const reset = remaining.resetsAt === null ? '' : ` until ${remaining.resetsAt}`;
  return `This API key may still spend ${showMoney(remaining)}${reset}.`;
}

/** The same, read after a purchase; if reading fails, the purchase still succeeds. */
export async function readBudgetLeft(market: Market, signal: AbortSignal): Promise<string> {
  try {
    return budgetLeft(await market.me({ signal }));
  } catch (error) {
    if (error instanceof MktError) return '';
    throw error;
  }
}
