import type {
  AccountMemberTable,
  AccountTable,
  ApiKeyTable,
  AuthCredentialTable,
  DeviceLoginTable,
  KeyBudgetTable,
  KeySpendTable,
  ProfileTable,
  SessionTable,
  SignInLinkTable,
  UserTable,
} from './tables.ts';
import type {
  HealthProbeTable,
  ListingHealthTable,
  ListingHistoryTable,
  ListingSearchTable,
  SearchSpellingTable,
  SearchWordTable,
  ListingTable,
  ListingTagTable,
  SigningSecretTable,
  SlugCounterTable,
  SlugTable,
} from './listing.ts';
import type {
  FollowerTable,
  IdempotencyKeyTable,
  OrderMetadataTable,
  OrderTable,
  StatsTable,
  StoredBytesTable,
} from './order.ts';
import type { WebhookAttemptTable, WebhookDeliveryTable, WebhookTable } from './webhook.ts';

interface InstallationTable {
  name: string;
  value: string;
}

interface MigrationTable {
  number: number;
  name: string;
  /** SHA-256 of the migration's statements, in hex: detects a different development version. */
  hash: string;
  /** The oldest version that can work on this schema, by its number of migrations. */
  oldest_code: number;
  applied_at: number;
}

export interface Database {
  listing: ListingTable;
  listing_search: ListingSearchTable;
  search_spelling: SearchSpellingTable;
  search_word: SearchWordTable;
  listing_tag: ListingTagTable;
  slug: SlugTable;
  slug_counter: SlugCounterTable;
  listing_health: ListingHealthTable;
  health_probe: HealthProbeTable;
  listing_history: ListingHistoryTable;
  signing_secret: SigningSecretTable;
  orders: OrderTable;
  order_metadata: OrderMetadataTable;
  idempotency_key: IdempotencyKeyTable;
  stored_bytes: StoredBytesTable;
  follower: FollowerTable;
  stats: StatsTable;
  webhook: WebhookTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
  api_key: ApiKeyTable;
  key_budget: KeyBudgetTable;
  key_spend: KeySpendTable;
  account: AccountTable;
  profile: ProfileTable;
  account_member: AccountMemberTable;
  user: UserTable;
  auth_credential: AuthCredentialTable;
  session: SessionTable;
  sign_in_link: SignInLinkTable;
  device_login: DeviceLoginTable;
  installation: InstallationTable;
  migration: MigrationTable;
}
