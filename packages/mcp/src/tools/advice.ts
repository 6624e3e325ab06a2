// What an agent can do when what it names does not exist.

export const LISTING_ADVICE = 'Find the right name with search_listings.';
export const ORDER_ADVICE =
  'Check the order id: it is the orderId of an earlier result. list_orders has those that this API key may read.';
