import type { Reference } from './entry.ts';
import { ORDER_ID } from './weather.ts';

export const EVENTS = {
  getEvents: {
    description:
      'Streams server-sent events about the orders that you placed, the orders for your listings, and your listings: each names the record that was created or changed. The stream has the types whose records the key or session may read. After `resync`, read everything again.',
    response: { type: 'order.updated', id: ORDER_ID },
  },
} satisfies Partial<Reference>;
