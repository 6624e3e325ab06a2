import { durationOption } from '../cli/duration-option.ts';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { showResult } from '../orders/show-result.ts';
import { waitForOrder } from '../orders/wait-for-order.ts';

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
