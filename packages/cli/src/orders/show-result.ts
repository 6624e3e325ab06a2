import type { CompletedOrder, Order } from '@mkt/client';
import { CliError } from '../errors/cli-error.ts';
import { orderFailed, type Market } from './order-failed.ts';
import type { ResultFile } from './result-file.ts';
import { formatMoney } from '../show/price.ts';
import { formatDuration } from '../show/time.ts';
import type { Output } from '../terminal/output.ts';
import { indentJson } from '../terminal/format-json.ts';
import { printableJson } from '../terminal/text.ts';

/** The result as indented JSON, with its numbers as the seller wrote them. */
export const resultLines = ({ resultText = 'null' }: { resultText?: string }): string =>
  printableJson(indentJson(resultText));

/**
 * Prints the result of a completed order, or writes it to a file, and on stderr what it cost; a failed
 * order is an error.
 */
export async function showResult(
  session: Market & { output: Output },
  order: Order,
  file?: ResultFile,
): Promise<void> {
  const { output } = session;
  const isInFile = order.orderState === 'completed' && file !== undefined;
  if (isInFile) await writeResult(order, file);
  output.result(order, () =>
    order.orderState === 'completed' && !isInFile ? resultLines(order) : '',
  );
  if (order.orderState === 'completed') {
    const { id, price, durationMs } = order;
    const cost = price.amount === 0 ? 'free' : `${formatMoney(price)} charged`;
    if (isInFile) output.done('written', file.path);
    output.done('completed', `order ${id}, ${cost}, ${formatDuration(durationMs)}`);
  }
  for (const { path, message } of order.outputErrors ?? []) {
    output.warn(`The result does not match the listing’s outputSchema: ${path} ${message}`);
  }
  if (order.orderState === 'failed') throw await orderFailed(order, session);
}

async function writeResult(order: CompletedOrder, { write }: ResultFile): Promise<void> {
  const { resultText = 'null', id } = order;
  try {
    await write(`${resultText}\n`);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(error.type, `The order is completed, but ${error.message}`, {
      next: `See the result: mkt orders show ${id}`,
      cause: error,
    });
  }
}
