import type { Order, OrderState } from '@mkt/protocol';
import { withoutUndefined } from '../../command-line/without-undefined.ts';
import { collectMetadata, type Metadata } from '../../command-line/metadata-option.ts';
import { newCommand, type GlobalOptions } from '../../command-line/new-command.ts';
import type { CommandFactory } from '../../command-line/session.ts';
import { showPage } from '../../show/page.ts';
import { choice } from '../../command-line/option-values.ts';
import { pageOptions, type PageOptions } from '../../command-line/list-command.ts';
import { formatDuration, formatTime } from '../../show/time.ts';

interface Options extends GlobalOptions, PageOptions {
  listing?: string;
  state?: OrderState;
  after?: string;
  before?: string;
  metadata?: Metadata;
}

const row = (
  order: Pick<Order, 'id' | 'orderState' | 'createdAt' | 'durationMs' | 'charged' | 'price'>,
): string[] => [
  order.id,
  order.orderState,
  formatTime(order.createdAt) ?? '',
  order.durationMs === null ? '' : formatDuration(order.durationMs),
  order.charged ? `${order.price.currency} ${order.price.amount}` : 'not charged',
];

export const command: CommandFactory = (open) =>
  pageOptions(
    newCommand({
      examples: [
        ['mkt orders list', 'the newest 20'],
        [
          'mkt orders list --state failed --listing text-insights',
          'the failed orders of a listing',
        ],
        ['mkt orders list --metadata job=nightly', 'those placed with this metadata'],
      ],
    })
      .option('--listing <listing>', 'only orders of this listing (slug or id)')
      .addOption(
        choice<OrderState>('--state <state>', 'only orders in this state', {
          pending: true,
          running: true,
          completed: true,
          failed: true,
        }),
      )
      .option('--after <time>', 'only orders created at or after this time (RFC 3339)')
      .option('--before <time>', 'only orders created before this time (RFC 3339)')
      .option(
        '--metadata <name=value>',
        'only orders with this string in their metadata; can be repeated',
        collectMetadata,
      ),
  ).action(async (options: Options) => {
    const { client, output, shell } = open(options);
    const { limit, cursor, listing, state, after, before, metadata } = options;
    const { orders } = await client();
    const page = await orders.list(
      withoutUndefined({
        limit,
        cursor,
        listingId: listing,
        orderState: state,
        createdAfter: after,
        createdBefore: before,
        metadata,
      }),
      { signal: shell.signal },
    );
    showPage(output, page, {
      headings: ['order', 'state', 'created', 'took', 'price'],
      row,
      empty: 'No orders match.',
    });
  });
