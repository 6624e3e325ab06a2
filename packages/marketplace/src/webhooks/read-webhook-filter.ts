import type { WebhookFilterInput } from '@mkt/protocol';
import { canActivate } from '../orders/activation.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { Refusal } from '../market/refusal.ts';
import type { ApiKeyStore } from '../server/store-domain-store.ts';
import { EVERY_ORDER, type WebhookFilter } from './webhook.ts';

export interface ReadWebhookFilterDeps {
  apiKeys: Pick<ApiKeyStore, 'find'>;
  orders: Pick<OrderStore, 'target'>;
}

function invalid(member: keyof WebhookFilter, message: string): Refusal {
  return new Refusal('invalid_request', 'The body has invalid fields.', {
    details: [{ path: `/filter/${member}`, message, keyword: member }],
  });
}

/** The id of a key of the account, even of a revoked one: its last orders may still settle. */
async function ownKeyId({ apiKeys }: ReadWebhookFilterDeps, accountId: string, id: string) {
  const key = await apiKeys.find(id.toLowerCase());
  if (key?.accountId !== accountId) throw invalid('keyId', 'is not the id of one of your API keys');
  return key.id;
}

/** The id of a listing that the account can see. */
async function listingIdOf({ orders }: ReadWebhookFilterDeps, accountId: string, ref: string) {
  const target = await orders.target(ref);
  if (!target || !canActivate(target, accountId)) {
    throw invalid('listingId', 'is not the id or slug of a listing');
  }
  return target.listingId;
}

/**
 * The filter that a request sets for a webhook, given the one that it has. A listing that it already
 * has stays, even if it is no longer visible.
 */
export async function readWebhookFilter(
  deps: ReadWebhookFilterDeps,
  accountId: string,
  input: WebhookFilterInput | null | undefined,
  base: WebhookFilter,
): Promise<WebhookFilter> {
  if (input === undefined) return base;
  if (input === null) return EVERY_ORDER;
  const { keyId = base.keyId, listingId = base.listingId, orderState = base.orderState } = input;
  const isKept = listingId === null || listingId === base.listingId;
  return {
    keyId: keyId === null ? null : await ownKeyId(deps, accountId, keyId),
    listingId: isKept ? listingId : await listingIdOf(deps, accountId, listingId),
    orderState,
  };
}
