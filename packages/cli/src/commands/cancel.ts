import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';

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
