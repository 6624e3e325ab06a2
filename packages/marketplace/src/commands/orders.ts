import {
  FAILURE_KINDS,
  type FailureKind,
  ORDER_STATES,
  type OrderState,
  printableJson,
} from '@mkt/protocol';
import { Command, InvalidArgumentError, Option } from 'commander';
import { iso, isoOrNull, presentPrice } from '../http/respond.ts';
import { OPERATOR } from '../market/caller.ts';
import { byId, canonicalRef, isUuid } from '../market/ids.ts';
import { listingNotFound } from '../market/refusal.ts';
import {
  durationMs,
  isCharged,
  type Order,
  type OrderDetail,
  type OrderFilter,
  waitedMs,
} from '../orders/order.ts';
import type { Store } from '../server/context.ts';
import { ConfigError } from '../server/data-folder.ts';
import { systemClock } from '../server/outside.ts';
import { accountOf } from './accounts.ts';
import { addDatabaseOptions, type DatabaseLocation, inTime, withStore } from './open-database.ts';
import { ageMs, asJson, countUpTo, table } from './words.ts';

const MAX_LIMIT = 1_000;

interface ListOptions extends DatabaseLocation {
  state?: OrderState;
  kind?: FailureKind;
  seller?: string;
  buyer?: string;
  listing?: string;
  newerThan?: number;
  olderThan?: number;
  after?: string;
  limit: number;
  json?: boolean;
}

/** A kind of failure implies the state `failed`. */
function stateOf({ state, kind }: ListOptions): OrderState | undefined {
  if (kind === undefined) return state;
  if (state === undefined || state === 'failed') return 'failed';
  throw new ConfigError(
    `An order that is ${state} has no kind of failure. Leave out --state, or use --state failed.`,
  );
}

const minutesAgo = (ms: number | undefined) =>
  ms === undefined ? undefined : systemClock.now() - ms;

async function filterOf(store: Store, options: ListOptions): Promise<OrderFilter> {
  const { seller, buyer, listing: ref } = options;
  const filter: OrderFilter = {
    state: stateOf(options),
    failureKind: options.kind,
    createdAfterMs: minutesAgo(options.newerThan),
    createdBeforeMs: minutesAgo(options.olderThan),
  };
  if (seller !== undefined) filter.sellerId = (await accountOf(store, seller)).id;
  if (buyer !== undefined) filter.buyerId = (await accountOf(store, buyer)).id;
  if (ref !== undefined) {
    const found = await store.listings.find(ref);
    if (!found) throw listingNotFound(ref);
    filter.sellerListingId = found.id;
  }
  return filter;
}

/** How long an order waited for its call, or has waited so far; null if it settled without one. */
function waitMs(order: Order): number | null {
  if (order.state === 'pending') return Math.max(0, systemClock.now() - order.createdAtMs);
  return order.startedAtMs === null ? null : waitedMs(order);
}

/** An order without texts of its buyer. */
const present = (order: Order) => ({
  id: order.id,
  orderState: order.state,
  listingId: order.listingId,
  listingSlug: order.listing.slug,
  sellerAccountId: order.sellerId,
  buyerAccountId: order.buyerId,
  keyId: order.keyId,
  createdAt: iso(order.createdAtMs),
  startedAt: isoOrNull(order.startedAtMs),
  completedAt: isoOrNull(order.completedAtMs),
  waitedMs: waitMs(order),
  durationMs: durationMs(order),
  failure: order.failure,
  errorMessage: order.errorMessage,
});

const seconds = (ms: number | null) => (ms === null ? '' : `${(ms / 1_000).toFixed(1)} s`);

async function list(options: ListOptions): Promise<void> {
  const { limit, after } = options;
  const state = stateOf(options);
  const isOldestFirst = state === 'pending' || state === 'running';
  const { items, more } = await withStore(options, { sealing: false }, async ({ store }) =>
    inTime(
      store.orders.list(
        await filterOf(store, options),
        {
          limit,
          after: after === undefined ? null : byId({ id: after }),
          maxBytes: Infinity,
          isSummary: true,
          isOldestFirst,
        },
        OPERATOR,
      ),
      'Read fewer with --newer-than, --listing, --seller or --buyer.',
    ),
  );
  if (options.json) {
    process.stdout.write(`${asJson(items.map(present))}\n`);
  } else {
    const rows = items.map((order) => [
      order.id,
      iso(order.createdAtMs),
      order.state,
      order.failure?.kind ?? '',
      seconds(waitMs(order)),
      seconds(durationMs(order)),
      order.listing.slug,
      order.buyerId,
    ]);
    const names = ['id', 'placed', 'state', 'failure', 'waited', 'took', 'listing', 'buyer'];
    process.stdout.write(table(names, rows));
  }
  const last = items.at(-1);
  if (more && last) process.stderr.write(`There are more: add --after ${last.id}\n`);
}

interface ShowOptions extends DatabaseLocation {
  bodies?: boolean;
  json?: boolean;
}

const bytesOf = (text: string | null) => (text === null ? null : Buffer.byteLength(text));

function presentDetail({
  order,
  listing,
  leaseOwner,
  openUntilMs,
  sellerEmails,
  buyerEmails,
}: OrderDetail) {
  const { id, orderState, waitedMs: waited, durationMs: took, ...rest } = present(order);
  return {
    id,
    orderState,
    failure: rest.failure,
    errorMessage: rest.errorMessage,
    createdAt: rest.createdAt,
    startedAt: rest.startedAt,
    completedAt: rest.completedAt,
    waitedMs: waited,
    durationMs: took,
    leaseOwner,
    openUntil: isoOrNull(openUntilMs),
    listing: {
      id: order.listingId,
      ...order.listing,
      status: listing?.status ?? null,
      revision: listing?.revision ?? null,
    },
    revision: order.revision,
    seller: { accountId: order.sellerId, emails: sellerEmails },
    buyer: {
      accountId: order.buyerId,
      emails: buyerEmails,
      keyId: order.keyId,
      idForSeller: order.buyerPseudonym,
    },
    price: presentPrice(order.price),
    charged: isCharged(order),
    outputValid: order.outputValid,
    outputErrors: order.outputErrors,
    requestBytes: bytesOf(order.requestJson),
    resultBytes: bytesOf(order.resultJson),
  };
}

/** The texts of the buyer and the seller are inserted as they are stored, so that numbers keep their digits. */
function withBodies(text: string, order: Order, indent: number | undefined): string {
  const [gap, end] = indent === undefined ? ['', '}'] : [`\n${' '.repeat(indent)}`, '\n}'];
  const members = [
    `"metadata":${order.metadataJson ?? '{}'}`,
    `"requestBody":${order.requestJson ?? 'null'}`,
    `"result":${order.resultJson ?? 'null'}`,
  ];
  const added = members.map((member) => `,${gap}${printableJson(member)}`).join('');
  return `${text.slice(0, -end.length)}${added}${end}`;
}

async function show(id: string, options: ShowOptions): Promise<void> {
  const detail = await withStore(options, { sealing: false }, async ({ store }) =>
    isUuid(id) ? store.orders.detail(canonicalRef(id)) : undefined,
  );
  if (!detail) {
    throw new ConfigError(`No order has the id ${id}. See the orders: mkt-marketplace orders list`);
  }
  const { bodies = false, json = false } = options;
  const indent = json ? undefined : 2;
  const text = asJson(presentDetail(detail), indent);
  process.stdout.write(`${bodies ? withBodies(text, detail.order, indent) : text}\n`);
}

function orderId(text: string): string {
  if (isUuid(text)) return canonicalRef(text);
  throw new InvalidArgumentError('It must be the id of an order.');
}

export function ordersCommand(): Command {
  const listing = addDatabaseOptions(new Command('list'))
    .description(
      'List orders: waiting and running ones oldest first, others newest first. Inputs and results are not read.',
    )
    .addOption(new Option('--state <state>', 'only in this state').choices(ORDER_STATES))
    .addOption(new Option('--kind <kind>', 'only with this kind of failure').choices(FAILURE_KINDS))
    .option('--seller <account>', 'only of the listings of this account: id or email')
    .option('--buyer <account>', 'only placed by this account: id or email')
    .option('--listing <id>', 'only of this listing: id or slug')
    .option('--newer-than <age>', 'only placed within this time, such as 15m', ageMs)
    .option('--older-than <age>', 'only placed before this time, such as 90s', ageMs)
    .option('--limit <n>', 'how many to list', countUpTo(MAX_LIMIT), 50)
    .option('--after <id>', 'continue after this order, the last one of an earlier page', orderId)
    .option('--json', 'print JSON')
    .action(list);
  const showing = addDatabaseOptions(new Command('show'))
    .description('Show the times of an order, why it failed, its listing and its accounts.')
    .argument('<id>', 'id of the order')
    .option('--bodies', 'also print its input, result and metadata: data of the buyer')
    .option('--json', 'print JSON on one line')
    .action(show);
  return new Command('orders').addCommand(listing).addCommand(showing);
}
