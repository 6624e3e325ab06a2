import type { CompletedOrder, FailedOrder, Order } from '@mkt/client';
import { CliError } from '../errors/cli-error.ts';
import type { Output } from '../terminal/output.ts';
import { indentJson } from '../terminal/format-json.ts';
import { printable, printableJsonText } from '../terminal/printable.ts';

/** The result as indented JSON, with its numbers as the seller wrote them. */
export const resultLines = ({ resultText = 'null' }: CompletedOrder): string =>
  printableJsonText(indentJson(resultText));

/** Prints the result of a completed order; a failed order is an error. */
export function showResult(output: Output, order: Order): void {
  output.result(order, () => (order.orderState === 'completed' ? resultLines(order) : ''));
  for (const { path, message } of order.outputErrors ?? []) {
    output.warn(
      `The result does not match the listing’s outputSchema: ${printable(`${path} ${message}`)}`,
    );
  }
  if (order.orderState === 'failed') throw orderFailed(order);
}

function orderFailed({ id, failure, errorMessage }: FailedOrder): CliError {
  const { sellerMessage } = failure;
  const quoted = sellerMessage ? ` The seller says: ${sellerMessage}` : '';
  return new CliError(
    'order_failed',
    `${errorMessage.replace(/\.$/, '')}. You were not charged.${quoted}`,
    {
      next: `See the order: mkt orders show ${id}`,
    },
  );
}
