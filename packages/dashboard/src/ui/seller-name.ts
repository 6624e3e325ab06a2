interface Seller {
  id: string;
  name: string;
}

const SHORT = 8;

/** What a seller without a name is called. */
export const UNNAMED = 'Unnamed seller';

/** The field for the name of a seller. */
export const NAME_FIELD = {
  label: 'Seller name',
  description: `Public, on all of your listings. Without one, buyers read “${UNNAMED}”.`,
  placeholder: UNNAMED,
  maxLength: 80,
} as const;

/** The beginning of a seller's id, which tells those without a name apart. */
export const shortSellerId = ({ id }: Pick<Seller, 'id'>): string => id.slice(0, SHORT);

/** The name that the marketplace makes of the id of a seller who has none. */
export const madeName = (seller: Pick<Seller, 'id'>): string => `Seller ${shortSellerId(seller)}`;

/** Whether a seller has no name. */
export const isUnnamed = (seller: Seller): boolean => seller.name === madeName(seller);

/** What a seller is called. */
export const sellerName = (seller: Seller): string => (isUnnamed(seller) ? UNNAMED : seller.name);
