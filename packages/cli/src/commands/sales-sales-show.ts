import type { SellerOrder } from '@mkt/client';
import { newCommand, type GlobalOptions } from '../cli/new-command.ts';
import type { CommandFactory } from '../cli/session.ts';
import { resultLines } from '../orders/show-result.ts';
import { failureInWords } from '../show/order.ts';
import { orderFacts } from '../show/order-show-order.ts';
import { quoteArgument } from '../terminal/text.ts';

export const salesShow: CommandFactory = (open) =>
  newCommand({
    description: 'For calls to your own listings; mkt orders show has the orders that you placed.',
    examples: [['mkt sales show 0190c1f2-7a00-7000-8000-000000000001', 'one call in full']],
  })
    .argument('<sale>', 'id of the order, as in mkt sales list')
    .action(async (id: string, options: GlobalOptions) => {
      const session = open(options);
      const { output, shell } = session;
      const { providers } = await session.client();
      const sale = await providers.sale(id, { signal: shell.signal });
      output.result(sale, (shown, style) => {
        const result = sale.orderState === 'completed' ? `\n${resultLines(sale)}` : '';
        return `${orderFacts(shown, sale.requestBodyText, style)}${result}`;
      });
      for (const line of nextSteps(sale)) output.line(line);
    });

/** What a seller can do about a failed call or a wrong result. */
function nextSteps({ id, listing, failure, outputValid }: SellerOrder): string[] {
  if (failure === null && outputValid !== false) return [];
  return [
    ...(failure ? [`Why: ${failureInWords(failure)}`] : []),
    `Try it on your machine: mkt orders replay ${id} --to http://localhost:PORT`,
    `Find the cause: mkt doctor ${quoteArgument(listing.slug)}`,
  ];
}
