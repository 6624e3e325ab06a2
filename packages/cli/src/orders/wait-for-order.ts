import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Client, CompletedOrder, FailedOrder, Order } from '@mkt/client';
import { isSettled, type OrderFailure } from '@mkt/protocol';
import { CliError, systemCode } from '../errors/cli-error.ts';
import { formatDuration, formatMoney } from '../show/price.ts';
import { linkTarget, replaceFile } from '../store/files.ts';
import type { Output } from '../terminal/output.ts';
import { Interrupted, type Shell } from '../terminal/shell.ts';
import { indentJson, printableJson, quoteArgument } from '../terminal/text.ts';

const READABLE_BY_ALL = 0o644;

/** A file for a result that has yet to be bought. */
interface ResultFile {
  path: string;
  /** Replaces the file. */
  write(text: string): Promise<void>;
}

/** Refuses, before anything is bought, a file that could not be written. */
export async function resultFile(path: string, cwd: string): Promise<ResultFile> {
  const target = await linkTarget(resolve(cwd, path), cwd);
  try {
    await access(dirname(target), constants.W_OK);
  } catch (error) {
    throw new CliError('write_failed', `${path} cannot be written (${systemCode(error)}).`, {
      next: 'Nothing was bought. Choose another file with --output.',
      cause: error,
    });
  }
  return {
    path,
    write: (text) => replaceFile(target, Buffer.from(text), READABLE_BY_ALL),
  };
}

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

/** The marketplace of the order. */
interface Market {
  client(): Promise<Client>;
  shell: Pick<Shell, 'signal'>;
}

/** The step is only advice: the error must not wait long for it. */
const OWNER_TIMEOUT_MS = 3_000;

/** The error of a failed order, with what a buyer, or the seller of the listing, can do about it. */
async function orderFailed(order: FailedOrder, market: Market): Promise<CliError> {
  const { failure, errorMessage } = order;
  const { sellerMessage } = failure;
  const quoted = sellerMessage ? ` The seller says: ${sellerMessage}` : '';
  return new CliError(
    'order_failed',
    `${errorMessage.replace(/\.$/, '')}. You were not charged.${quoted}`,
    { next: await nextStep(order, market) },
  );
}

async function nextStep({ id, listingId, failure }: FailedOrder, market: Market): Promise<string> {
  const show = `See the order: mkt orders show ${id}`;
  if (!isFaultOfSeller(failure)) return show;
  const slug = await ownSlug(listingId, market);
  if (slug !== undefined) return `Find out why: mkt doctor ${quoteArgument(slug)}. ${show}`;
  return `The fault is the seller's: try again later. ${show}`;
}

/** Statuses with which a service refuses an input. */
const OF_INPUT: ReadonlySet<number> = new Set([400, 409, 413, 415, 422]);

const OF_SELLER: ReadonlySet<OrderFailure['kind']> = new Set([
  'timeout',
  'connection',
  'tls',
  'url_not_allowed',
  'invalid_json',
  'too_large',
]);

const isFaultOfSeller = ({ kind, sellerStatus }: OrderFailure): boolean =>
  kind === 'seller_status' ? !OF_INPUT.has(sellerStatus ?? 0) : OF_SELLER.has(kind);

/** The slug of a listing of the same account; `undefined` for one of another seller. */
async function ownSlug(listingId: string, { client, shell }: Market): Promise<string | undefined> {
  const deadline = AbortSignal.timeout(OWNER_TIMEOUT_MS);
  const signal = AbortSignal.any([shell.signal, deadline]);
  try {
    const { listings } = await client();
    return (await listings.get(listingId, { signal, retries: 0 })).slug;
  } catch {
    return undefined;
  }
}

const TICK_MS = 100;

interface OrderWait {
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
