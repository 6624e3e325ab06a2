import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { orderFacts } from '../show/order-show-order.ts';
import { resultLines } from '../orders/show-result.ts';

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
