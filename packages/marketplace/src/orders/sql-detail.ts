import { type Dialect, first, type Operation } from '../database/operation.ts';
import { emailsOf } from '../accounts/sql-people.ts';
import type { OrderDetail } from './order.ts';
import { findOrder } from './sql.ts';

/** An order with what only the operator sees of it. */
export function* findOrderDetail(dialect: Dialect, id: string): Operation<OrderDetail | undefined> {
  const order = yield* findOrder(dialect, id);
  if (!order) return undefined;
  const { db } = dialect;
  const lease = yield* first(
    db.selectFrom('orders').select(['lease_owner', 'open_until']).where('id', '=', id),
  );
  const listing = yield* first(
    db.selectFrom('listing').select(['status', 'revision']).where('id', '=', order.listingId),
  );
  const emails = yield* emailsOf(dialect, [order.sellerId, order.buyerId]);
  return {
    order,
    listing,
    leaseOwner: lease?.lease_owner ?? null,
    openUntilMs: lease?.open_until ?? null,
    sellerEmails: emails.get(order.sellerId) ?? [],
    buyerEmails: emails.get(order.buyerId) ?? [],
  };
}
