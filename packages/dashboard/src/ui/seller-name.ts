interface Seller {
  id: string;
  name: string;
}

const SHORT = 8;

/** The beginning of a seller's id, which tells those without a name apart. */
export const shortSellerId = ({ id }: Pick<Seller, 'id'>): string => id.slice(0, SHORT);

/** Whether a seller has no name: the marketplace then makes one of its id. */
export const isUnnamed = (seller: Seller): boolean =>
  seller.name === `Seller ${shortSellerId(seller)}`;

/** What a seller is called. */
export const sellerName = (seller: Seller): string =>
  isUnnamed(seller) ? 'Unnamed seller' : seller.name;
