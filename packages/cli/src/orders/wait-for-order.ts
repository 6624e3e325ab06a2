import type { Client, Order } from '@mkt/client';
import { isSettled } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { Output } from '../terminal/output.ts';
import { Interrupted, type Shell } from '../terminal/shell.ts';
import { formatDuration } from '../show/time.ts';

const TICK_MS = 100;

export interface OrderWait {
  /** An id, or the order as the marketplace returned it. */
  order: string | Order;
  timeoutMs: number;
  /** `performance.now()` when the wait began. */
  startedAt: number;
}

/**
 * Waits until an order has settled and returns it, completed or failed. A timeout is an error; with
 * `--json` the order as last seen is printed first, and also after a signal.
 */
export async function waitForOrder(
  { output, shell }: { output: Output; shell: Shell },
  client: Client,
  { order, timeoutMs, startedAt }: OrderWait,
): Promise<Order> {
  let latest = typeof order === 'string' ? undefined : order;
  if (latest && isSettled(latest.orderState)) return latest;
  const id = typeof order === 'string' ? order : order.id;
  const { WaitTimeoutError } = await import('@mkt/client');
  const elapsedMs = () => performance.now() - startedAt;
  const spinner = output.spin('waiting');
  const ticking = setInterval(() => {
    spinner.update(`${latest?.orderState ?? 'waiting'} ${formatDuration(elapsedMs())}`);
  }, TICK_MS);
  try {
    return await client.orders.wait(id, {
      timeout: Math.max(0, timeoutMs - elapsedMs()),
      signal: shell.signal,
      onUpdate: (seen) => {
        latest = seen;
      },
    });
  } catch (error) {
    spinner.stop();
    const isTimeout = error instanceof WaitTimeoutError;
    if (latest && (isTimeout || shell.signal.aborted)) output.result(latest, () => '');
    if (shell.signal.aborted) throw Interrupted.of(shell.signal, { next: stillRunning(id) });
    if (!isTimeout) throw error;
    throw notSettled(id, latest, timeoutMs);
  } finally {
    clearInterval(ticking);
    spinner.stop();
  }
}

const stillRunning = (id: string) =>
  `The order is still running. Wait for it: mkt orders wait ${quoteArgument(id)}`;

function notSettled(id: string, latest: Order | undefined, timeoutMs: number): CliError {
  const state = latest?.orderState === 'pending' ? 'pending' : 'running';
  return new CliError(
    'wait_timeout',
    latest
      ? `The order is still ${state} after ${formatDuration(timeoutMs)}. mkt stopped waiting; the order is still being processed.`
      : `No response about the order within ${formatDuration(timeoutMs)}.`,
    { next: `Wait for it: mkt orders wait ${quoteArgument(id)}` },
  );
}
