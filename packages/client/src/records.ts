import type * as wire from '@mkt/protocol';
import type { HiddenListings, Provider, ProviderStatus, Wire } from '@mkt/protocol';
import type { WithJsonText } from './order-text.ts';
import type { Order, SellerOrder } from './order.ts';

export type * from './order.ts';
export type {
  ApiKey,
  AuditAction,
  AuditActor,
  AuditEntry,
  AuditSubject,
  BudgetPeriod,
  BudgetReason,
  BudgetRemaining,
  CatalogueHistoryEntry,
  CatalogueInclude,
  CatalogueListing,
  CatalogueRunContract,
  CatalogueSort,
  CatalogueSummary,
  CategoryCount,
  ChangeReason,
  Check,
  CheckLevel,
  CheckOutcome,
  CreatedApiKey,
  CreatedWebhook,
  Delivery,
  DeliveryAttempt,
  Detail,
  ErrorType,
  FailureCounts,
  FailureKind,
  FailureReason,
  FieldChange,
  Finding,
  Health,
  HealthProbe,
  HealthReport,
  HealthStatus,
  HiddenListings,
  HistoryActor,
  HistoryEntry,
  KeyBudget,
  KeyOrigin,
  KeyScope,
  Listing,
  ListingCounts,
  ListingState,
  ListingStats,
  Me,
  Method,
  Money,
  OrderCounts,
  OrderFailure,
  OrderSettled,
  OrderState,
  OrderStats,
  OrderTotals,
  OutputValidity,
  Preview,
  PreviewListing,
  Price,
  Profile,
  Quality,
  RunContract,
  SalesCounts,
  SalesStats,
  SalesTotals,
  Scope,
  Seller,
  SellerProfile,
  Severity,
  SigningSecret,
  StatsPeriod,
  SummaryRunContract,
  Usage,
  UsageBy,
  UsageRow,
  Verdict,
  Warning,
  Webhook,
  WebhookAttempt,
  WebhookEvent,
  WebhookMessageType,
  WebhookSecret,
  WebhookState,
} from '@mkt/protocol';

/**
 * One of your listings, with its review. An import and a change return it without the review, as a
 * `Listing`.
 */
export interface OwnListing extends Provider {}

/** The state of one of your listings; `listingState` is what buyers see of it. */
export type ListingStatus = ProviderStatus;

/** One page of a list. */
export interface Page<Item> extends WithJsonText {
  data: Item[];
  /** Opaque; null on the last page. */
  nextCursor: string | null;
}

/** A page of the catalogue. */
export interface CataloguePage<Item> extends Page<Item> {
  /** How many listings with all words of a search its filters left out. */
  hidden?: HiddenListings;
}

/** The records by the names of their wire schemas. */
export interface Records extends Omit<
  Wire,
  'Order' | 'OrderList' | 'Provider' | 'ProviderList' | 'SellerOrder' | 'SellerOrderList'
> {
  Order: Order;
  OrderList: Page<Order>;
  Provider: OwnListing;
  ProviderList: Page<OwnListing>;
  SellerOrder: SellerOrder;
  SellerOrderList: Page<SellerOrder>;
}

/** Optional members may also be `undefined`, which is not sent. */
type OrUndefined<T> = {
  [Name in keyof T]: object extends Pick<T, Name> ? T[Name] | undefined : T[Name];
};

/**
 * The members that the marketplace sets. It ignores them in a request, so that a record that was
 * read can be sent back; the wire schemas mark them by having no type.
 */
type ReadOnlyName<Request> = {
  [Name in keyof Request]-?: unknown extends Request[Name] ? Name : never;
}[keyof Request];

type Writable<Request> = OrUndefined<Omit<Request, ReadOnlyName<Request>>>;

/** A page of a list. */
export interface ListQuery extends OrUndefined<wire.ListQuery> {}

/** Which entries of the audit to list. */
export interface AuditListQuery extends OrUndefined<wire.AuditListQuery> {}

export interface WebhookAttemptListQuery extends OrUndefined<wire.WebhookAttemptListQuery> {}

/** What to search the catalogue for. */
export interface CatalogueQuery extends OrUndefined<wire.CatalogueQuery> {}

/** Times may also be a `Date`. */
type WithDates<Query> = {
  [Name in keyof Query]: Name extends TimeName ? Query[Name] | Date : Query[Name];
};
type TimeName = 'createdAfter' | 'createdBefore' | 'from' | 'to';

/** Which orders to list. */
export interface OrderListQuery extends WithDates<OrUndefined<wire.OrderListQuery>> {}

/** Which calls to your listings to list. */
export interface SalesListQuery extends WithDates<OrUndefined<wire.SalesListQuery>> {}

/** The range of statistics, by hour or by day. */
export interface StatsQuery extends WithDates<OrUndefined<wire.StatsQuery>> {}

/** The range of statistics by listing. */
export interface ListingStatsQuery extends WithDates<OrUndefined<wire.ListingStatsQuery>> {}

/** The range of usage, and what its rows are. */
export interface UsageQuery extends WithDates<OrUndefined<wire.UsageQuery>> {}

/** The fields of a price to set. */
export interface PriceInput extends OrUndefined<wire.PriceInput> {}

/** How the marketplace is to call the service. */
export interface RunContractInput extends OrUndefined<wire.RunContractInput> {}

/** The fields of a run contract to change; `null` removes an optional one. */
export interface RunContractChange extends OrUndefined<wire.RunContractChange> {}

/** A listing that is created by hand instead of imported from a running service. */
export interface CreateListingRequest extends Omit<
  Writable<wire.CreateProviderRequest>,
  'price' | 'runContract'
> {
  price?: PriceInput | null | undefined;
  runContract: RunContractInput;
}

/** The fields to change. `price` and `runContract` are merged with the stored ones. */
export interface UpdateListingRequest extends Omit<
  Writable<wire.UpdateListingRequest>,
  'price' | 'runContract'
> {
  price?: PriceInput | undefined;
  runContract?: RunContractChange | undefined;
}

/** A profile, which replaces the stored one. */
export interface UpdateProfileRequest extends Writable<wire.UpdateProfileRequest> {}

/** The name, the scopes and the expiry of a new API key. */
export interface CreateApiKeyRequest extends OrUndefined<Omit<wire.CreateApiKeyRequest, 'budget'>> {
  budget?: KeyBudgetInput | null | undefined;
}

export interface UpdateApiKeyRequest extends OrUndefined<Pick<wire.UpdateApiKeyRequest, 'name'>> {
  budget?: KeyBudgetInput | null | undefined;
}

export interface KeyBudgetInput extends OrUndefined<wire.KeyBudgetInput> {}

/** Which orders are sent to a webhook; `null` removes a condition. */
export interface WebhookFilterInput extends OrUndefined<wire.WebhookFilterInput> {}

/** The URL of a new webhook, and what is sent to it. */
export interface CreateWebhookRequest extends OrUndefined<
  Omit<wire.CreateWebhookRequest, 'filter'>
> {
  filter?: WebhookFilterInput | null | undefined;
}

/** The fields of a webhook to change. */
export interface UpdateWebhookRequest extends Omit<Writable<wire.UpdateWebhookRequest>, 'filter'> {
  filter?: WebhookFilterInput | null | undefined;
}
