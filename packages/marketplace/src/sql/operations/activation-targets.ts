import { sql } from 'kysely';
import type { ActivationTarget } from '../../domain/activation.ts';
import { isUuid } from '../../domain/slug.ts';
import type { ListingTable, SigningSecretTable } from '../database.ts';
import { prepared, type Dialect, type Operation } from '../operation.ts';
import { liveSecrets } from './secrets.ts';

/** A target whose secrets are still sealed. */
export type SealedTarget = Omit<ActivationTarget, 'secrets'> & { sealedSecrets: string[] };

const COLUMNS = [
  'listing.id',
  'listing.user_id',
  'listing.status',
  'listing.revision',
  'listing.price_micros',
  'listing.price_currency',
  'listing.price_unit',
  'listing.method',
  'listing.endpoint_path',
  'listing.input_schema_hash',
  'listing.output_schema_hash',
  'signing_secret.sealed',
  'signing_secret.previous_sealed',
] as const;

/** null once the grace period of the secret before is over. */
const livePrevious = sql<number | null>`CASE
  WHEN signing_secret.previous_expires_at > mkt_now() THEN signing_secret.previous_expires_at END`;

const targetBy = (column: 'listing.id' | 'listing.slug') =>
  prepared((db, { ref }: { ref: string }) =>
    db
      .selectFrom('listing')
      .leftJoin('signing_secret', 'signing_secret.listing_id', 'listing.id')
      .select(COLUMNS)
      .select(livePrevious.as('previous_expires_at'))
      .where(column, '=', ref),
  );

const targetById = targetBy('listing.id');
const targetBySlug = targetBy('listing.slug');

type TargetRow = Pick<
  ListingTable,
  | 'id'
  | 'user_id'
  | 'status'
  | 'revision'
  | 'price_micros'
  | 'price_currency'
  | 'price_unit'
  | 'method'
  | 'endpoint_path'
  | 'input_schema_hash'
  | 'output_schema_hash'
> & {
  [Column in keyof Pick<SigningSecretTable, 'sealed' | 'previous_sealed' | 'previous_expires_at'>]:
    | SigningSecretTable[Column]
    | null;
};

function toTarget(row: TargetRow): SealedTarget {
  return {
    listingId: row.id,
    sellerId: row.user_id,
    status: row.status,
    revision: row.revision,
    price: { amountMicros: row.price_micros, currency: row.price_currency, unit: row.price_unit },
    method: row.method,
    endpointPath: row.endpoint_path,
    inputSchemaHash: row.input_schema_hash,
    outputSchemaHash: row.output_schema_hash,
    sealedSecrets: liveSecrets(row),
  };
}

export function* findTarget(dialect: Dialect, ref: string): Operation<SealedTarget | undefined> {
  const [row] = yield* (isUuid(ref) ? targetById : targetBySlug)(dialect, { ref });
  return row && toTarget(row);
}
