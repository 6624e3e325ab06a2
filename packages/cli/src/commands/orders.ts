import type { Client, Order, OrderListQuery } from '@mkt/client';
import type { CatalogueListing, Listing, OrderState } from '@mkt/protocol';
import { Option } from 'commander';
import { MAX_PAGE, pageOptions, type PageOptions } from '../cli/list-command.ts';
import { KEY_FILTER, keyFilterOf } from '../cli/key-filter.ts';
import { type GlobalOptions, newCommand } from '../cli/new-command.ts';
import {
  choice,
  collectMetadata,
  durationOption,
  type Metadata,
  withoutUndefined,
} from '../cli/options.ts';
import { ownOrPublic } from '../cli/own-or-public.ts';
import type { CommandFactory, Session } from '../cli/session.ts';
import { CliError } from '../errors/cli-error.ts';
import { resultLines, showResult, waitForOrder } from '../orders/wait-for-order.ts';
import { orderFacts } from '../show/order.ts';
import { type Page, showPage } from '../show/page.ts';
import { formatDuration, formatTime } from '../show/price.ts';

interface OrdersListOptions extends GlobalOptions, PageOptions {
  listing?: string;
  key?: string;
  state?: OrderState;
  after?: string;
  since?: string;
  before?: string;
  all?: boolean;
  metadata?: Metadata;
}

/** What the table shows of an order. */
type Row = Pick<
  Order,
  'id' | 'listing' | 'orderState' | 'createdAt' | 'durationMs' | 'charged' | 'price'
>;

type Filter = Omit<OrderListQuery, 'view' | 'limit' | 'cursor'>;

const row = (order: Row): string[] => [
  order.id,
  order.listing.slug,
  order.orderState,
  formatTime(order.createdAt) ?? '',
  order.durationMs === null ? '' : formatDuration(order.durationMs),
  order.charged ? `${order.price.currency} ${order.price.amount}` : 'not charged',
];

export const ordersList: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt orders list', 'the newest 20'],
        [
          'mkt orders list --state failed --listing text-insights',
          'the failed orders of a listing',
        ],
        ['mkt orders list --key agent --since 24h', 'what the API key with this name bought'],
        ['mkt orders list --metadata job=nightly', 'those placed with this metadata'],
        ['mkt orders list --since 24h --all --json', 'the last 24 hours, a JSON object per line'],
      ],
    })
      .option('--listing <listing>', 'only orders of this listing (slug or id)')
      .option(...KEY_FILTER)
      .addOption(
        choice<OrderState>('--state <state>', 'only orders in this state', {
          pending: true,
          running: true,
          completed: true,
          failed: true,
        }),
      )
      .option('--after <time>', 'only orders created at or after this time (RFC 3339)')
      .option('--since <duration>', 'only orders created in the last 30m, 24h and so on')
      .option('--before <time>', 'only orders created before this time (RFC 3339)')
      .option(
        '--metadata <name=value>',
        'only orders with this string in their metadata; can be repeated',
        collectMetadata,
      ),
  )
    .addOption(new Option('--all', 'every page; with --json one order per line').conflicts('limit'))
    .action(async (options: OrdersListOptions) => {
      const session = open(options);
      const { output, shell } = session;
      const client = await session.client();
      const { limit, cursor, all } = options;
      const query = await filterOf(options, session);
      const { signal } = shell;
      if (all && output.isJson) {
        const pages = withoutUndefined({ ...query, cursor, limit: MAX_PAGE });
        let isEmpty = true;
        for await (const order of client.orders.list(pages, { signal })) {
          output.result(order, () => '');
          isEmpty = false;
        }
        if (isEmpty) await checkListing(session, query);
        return;
      }
      const page: Page<Row> = output.isJson
        ? await client.orders.list(withoutUndefined({ limit, cursor, ...query }), { signal })
        : await summaries(client, withoutUndefined({ limit, cursor, ...query }), { signal, all });
      if (page.data.length === 0) await checkListing(session, query);
      await showPage(output, page, {
        headings: ['order', 'listing', 'state', 'created', 'took', 'price'],
        row,
        empty: 'No orders match.',
      });
    });

/**
 * For a mistyped name the filter would find nothing without an error. One that is no longer for sale is
 * not in the catalogue, but its buyers still have orders of it.
 */
async function checkListing(session: Session, { listingId }: Filter): Promise<void> {
  if (listingId === undefined) return;
  const { NotFoundError } = await import('@mkt/client');
  try {
    await ownOrPublic<Listing, CatalogueListing>(
      session,
      ({ listings }, options) => listings.get(listingId, options),
      (market, options) => market.listing(listingId, options),
    );
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    const { orders } = await session.client();
    const query = { listingId, limit: 1, view: 'summary' } as const;
    const { data } = await orders.list(query, { signal: session.shell.signal });
    if (data.length === 0) throw error;
  }
}

/** The table shows neither input nor result, so they are not fetched. */
async function summaries(
  { orders }: Client,
  query: Filter & PageOptions,
  { signal, all }: { signal: AbortSignal; all: boolean | undefined },
): Promise<Page<Row>> {
  const view = 'summary' as const;
  const limit = all ? MAX_PAGE : query.limit;
  const list = orders.list(withoutUndefined({ ...query, limit, view }), { signal });
  if (!all) return await list;
  const data: Row[] = [];
  for await (const order of list) data.push(order);
  return { data, nextCursor: null };
}

async function filterOf(options: OrdersListOptions, session: Session): Promise<Filter> {
  const { listing, key, state, after, since, before, metadata } = options;
  if (after !== undefined && since !== undefined) {
    throw new CliError('invalid_usage', 'Pass --after or --since, not both.');
  }
  const sinceMs = since === undefined ? undefined : await durationOption('--since', since);
  const createdAfter = sinceMs === undefined ? after : new Date(Date.now() - sinceMs).toISOString();
  return withoutUndefined({
    listingId: listing,
    keyId: key === undefined ? undefined : await keyFilterOf(session, key),
    orderState: state,
    createdAfter,
    createdBefore: before,
    metadata,
  });
}

export const ordersShow: CommandFactory = (open) =>
  newCommand({
    examples: [['mkt orders show 0190c1f2-7a00-7000-8000-000000000001', 'one of your orders']],
  })
    .argument('<order>', 'id of the order')
    .action(async (id: string, options: GlobalOptions) => {
      const session = open(options);
      const { output, shell } = session;
      const client = await session.client();
      const order = await client.orders.get(id, { signal: shell.signal });
      output.result(order, (shown, style) => {
        const result = order.orderState === 'completed' ? `\n${resultLines(order)}` : '';
        return `${orderFacts(shown, order.requestBodyText, style)}${result}`;
      });
    });

interface OrdersWaitOptions extends GlobalOptions {
  timeout: string;
}

export const ordersWait: CommandFactory = (open) =>
  newCommand({
    examples: [
      ['mkt orders wait 0190c1f2-7a00-7000-8000-000000000001', 'at most a minute'],
      ['mkt orders wait 0190c1f2-7a00-7000-8000-000000000001 --timeout 5m', 'at most five minutes'],
    ],
  })
    .argument('<order>', 'id of the order')
    .option('--timeout <duration>', 'how long to wait, as in 500ms, 10s, 2m', '60s')
    .action(async (id: string, options: OrdersWaitOptions) => {
      const session = open(options);
      const client = await session.client();
      const order = await waitForOrder(session, client, {
        order: id,
        timeoutMs: await durationOption('--timeout', options.timeout),
        startedAt: performance.now(),
      });
      await showResult(session, order);
    });

export const ordersCancel: CommandFactory = (open) =>
  newCommand({
    description:
      'Only an order that is pending can be cancelled: it fails, the service is not called, and nothing is charged. Once the call has started, the exit code is 6.',
    examples: [['mkt orders cancel 0190c1f2-7a00-7000-8000-000000000001', 'one of your orders']],
  })
    .argument('<order>', 'id of the order')
    .action(async (id: string, options: GlobalOptions) => {
      const { client, output, shell } = open(options);
      const { orders } = await client();
      const order = await orders.cancel(id, { signal: shell.signal });
      output.result(order, () => '');
      output.done('cancelled', order.id);
    });
