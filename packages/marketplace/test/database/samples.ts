import { randomBytes } from 'node:crypto';
import type { ListingContent, RunContract } from '@mkt/protocol';
import { formatSigningSecret } from '@mkt/protocol/signing';
import { v7 } from 'uuid';
import { type ActivationTarget, termsOf } from '../../src/orders/activation.ts';
import type { NewApiKey } from '../../src/keys/key.ts';
import type { Listing, ListingChange } from '../../src/listings/listing.ts';
import type { NewOrder, Order, Settlement } from '../../src/orders/order.ts';
import { slugBase } from '../../src/listings/slugs.ts';
import type { ContentEdit } from '../../src/listings/history.ts';
import type { Store } from '../../src/server/context.ts';

export const newId = () => v7();
export const newIds = () => ({ account: newId(), user: newId() });
export const newSecret = () => formatSigningSecret(randomBytes(32));
/** More bytes than any page in a test. */
export const PLENTY = 1_000_000_000;
/** Who creates and changes listings where that does not matter. */
export const actor = { kind: 'operator' } as const;
export const FIRST_PAGE = { limit: 20, after: null, maxBytes: PLENTY };

/** A key with a random hash. */
export const newKey = (accountId: string): NewApiKey => ({
  id: newId(),
  accountId,
  hash: randomBytes(32),
  name: 'laptop',
  scopes: ['order:create'],
  prefix: 'mkt_abcd',
  lastFour: 'wxyz',
  expiresAtMs: null,
  parentId: null,
  origin: 'operator',
});

export interface ContentParts extends Partial<Omit<ListingContent, 'runContract' | 'price'>> {
  runContract?: Partial<RunContract>;
  priceMicros?: number;
  currency?: string;
}

export function content({
  runContract,
  priceMicros,
  currency = 'USD',
  ...parts
}: ContentParts = {}): ListingContent {
  return {
    title: 'Weather by city',
    description: 'The weather of a city.',
    category: 'data',
    tags: ['weather', 'cities'],
    price: { amountMicros: priceMicros ?? 20_000, currency, unit: 'call' },
    runContract: {
      method: 'POST',
      endpointPath: 'https://seller.example.com/run',
      ...runContract,
    },
    ...parts,
  };
}

let accounts = 0;

export async function newAccount(store: Store): Promise<string> {
  const email = `person-${(accounts += 1)}@example.com`;
  const { accountId } = await store.accounts.ensure({ ids: newIds(), email, name: 'Person' });
  return accountId;
}

/** A draft, of a new account by default. */
export async function draft(
  store: Store,
  parts: ContentParts & { accountId?: string } = {},
): Promise<Listing> {
  const { accountId = await newAccount(store), ...rest } = parts;
  const listing = content(rest);
  const inserted = await store.listings.insert({
    id: newId(),
    accountId,
    slug: { base: slugBase(listing.title) },
    content: listing,
    status: 'draft',
    actor,
    maxListings: Number.MAX_SAFE_INTEGER,
  });
  if (typeof inserted === 'string') throw new Error(inserted);
  return inserted;
}

/** A change of content that says nothing but the title in the history. */
export const edited = (content: ListingContent, revised = false): ContentEdit => ({
  content,
  revised,
  changes: [{ path: '/title', from: null, to: content.title }],
  verdict: 'same',
  findings: [],
});

interface ChangeParts extends Partial<Omit<ListingChange, 'id' | 'version' | 'edit'>> {
  content?: ListingContent;
  revised?: boolean;
}

export async function changed(
  store: Store,
  { id, version }: Pick<Listing, 'id' | 'version'>,
  { content, revised, ...change }: ChangeParts,
): Promise<Listing> {
  const edit = content && { edit: edited(content, revised) };
  const outcome = await store.listings.change({ id, version, actor, ...change, ...edit });
  if (outcome === 'conflict') throw new Error('The listing changed in the meantime.');
  return outcome;
}

/** A published listing with its first secret. */
export async function published(
  store: Store,
  parts: ContentParts & { accountId?: string; secret?: string } = {},
): Promise<Listing> {
  const { secret = newSecret(), ...rest } = parts;
  const listing = await draft(store, rest);
  return changed(store, listing, { status: 'published', firstSecret: secret });
}

export async function targetOf(store: Store, ref: string): Promise<ActivationTarget> {
  const target = await store.orders.target(ref);
  if (!target) throw new Error(`No listing ${ref}.`);
  return target;
}

export interface OrderParts {
  listingId?: string;
  buyerId?: string;
  keyId?: string;
  leaseOwner?: string | null;
  requestJson?: string;
  metadataJson?: string | null;
  idempotency?: NewOrder['idempotency'];
  maxStoredBytes?: number;
  /** The creation time in its id; now by default. */
  madeAtMs?: number;
}

export async function newOrder(store: Store, parts: OrderParts = {}): Promise<NewOrder> {
  const listingId = parts.listingId ?? (await published(store)).id;
  return {
    id: parts.madeAtMs === undefined ? newId() : v7({ msecs: parts.madeAtMs }),
    ...termsOf(await targetOf(store, listingId)),
    buyerId: parts.buyerId ?? newId(),
    buyerPseudonym: 'buyer_x',
    keyId: parts.keyId ?? null,
    requestJson: parts.requestJson ?? '{"city":"Bern"}',
    metadataJson: parts.metadataJson ?? null,
    trace: null,
    leaseOwner: parts.leaseOwner === undefined ? 'this' : parts.leaseOwner,
    idempotency: parts.idempotency ?? null,
    maxStoredBytes: parts.maxStoredBytes ?? Number.MAX_SAFE_INTEGER,
  };
}

/** A stored order, by default running with the lease owner `this`. */
export async function placed(store: Store, parts: OrderParts = {}): Promise<Order> {
  const inserted = await store.orders.insert(await newOrder(store, parts));
  if (inserted.kind !== 'inserted') throw new Error('The order was a replay.');
  return inserted.order;
}

export const COMPLETED: Settlement = {
  state: 'completed',
  resultJson: '{"sky":"blue"}',
  outputValid: null,
  outputErrors: null,
};

export const FAILED: Settlement = {
  state: 'failed',
  errorMessage: 'Upstream service returned 503',
  failure: { kind: 'seller_status', sellerStatus: 503, sellerMessage: 'Out' },
};

/** A settled order, by default `completed`. */
export async function settled(
  store: Store,
  parts: OrderParts & { settlement?: Settlement } = {},
): Promise<Order> {
  const running = await placed(store, parts);
  const order = await store.orders.settle(running, 'this', parts.settlement ?? COMPLETED);
  if (!order) throw new Error('The order does not exist.');
  return order;
}

/** Writes what accounts have stored to its table, as the chore does once enough orders have settled. */
export async function countStored({ orders }: Store): Promise<void> {
  const counted = await orders.nextStoredBytes(1);
  if (counted) await orders.addStoredBytes(counted);
}
