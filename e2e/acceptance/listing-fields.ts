/** The documented fields of a listing in the catalogue (docs/sell/listings.md#fields), sorted. */
export const CATALOGUE_FIELDS = [
  'category',
  'createdAt',
  'description',
  'health',
  'id',
  'listingState',
  'price',
  'quality',
  'revision',
  'runContract',
  'seller',
  'slug',
  'tags',
  'title',
  'updatedAt',
];

/** Its owner's view. */
export const LISTING_FIELDS = [...CATALOGUE_FIELDS, 'userId'];
