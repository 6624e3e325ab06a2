import type { HiddenListings, Provider, ProviderStatus, Wire } from '@mkt/protocol';
import type { WithJsonText } from './order-text.ts';
import type { Order, SellerOrder } from './order.ts';

export type * from './order.ts';
export type * from './requests.ts';
export type {
  ApiKey,
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
  Detail,
  ErrorType,
  FailureCounts,
  FailureKind,
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
  ListingState,
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
