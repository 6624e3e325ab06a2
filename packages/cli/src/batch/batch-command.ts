import { randomUUID } from 'node:crypto';
import type { ActivateOptions, Client } from '@mkt/client';
import { fromMicros, type Money, type Price, toMicros } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { describeError, type ErrorReport } from '../errors/describe-error.ts';
import { isKnownErrorType } from '../errors/exit-codes.ts';
import { checkReadable, readLines } from '../input/read-input.ts';
import { aboveMaximum } from '../orders/place-order.ts';
import { formatMoney, formatPrice } from '../show/price.ts';
import type { Output } from '../terminal/output.ts';
import { Interrupted, type Shell } from '../terminal/shell.ts';
import { printableJson, quoteArgument } from '../terminal/text.ts';
import {
  type BatchCount,
  type BatchStop,
  createBatchCount,
  createSpending,
  runBatch,
} from './run-batch.ts';

interface Facts {
  slug: string;
  totalLimit: Money | undefined;
  /** How to run the lines that have no order. */
  resume: string;
}

/** The error of a batch in which not every line has a result; `undefined` if each has. */
async function batchError(
  stop: BatchStop | undefined,
  count: BatchCount,
  { slug, totalLimit, resume }: Facts,
): Promise<CliError | undefined> {
  if (stop?.kind === 'limit') {
    const limit = totalLimit ? ` of ${formatMoney(totalLimit)}` : '';
    return new CliError(
      'total_limit_reached',
      `Stopped before line ${stop.line}: its order would exceed the total limit${limit}.`,
      { next: `With a higher --total-limit: ${lowerFirst(resume)}` },
    );
  }
  if (stop) return await stopped(stop.error, { slug, resume });
  const open = count.of('pending', 'running', 'unknown');
  const without = open + count.of('failed', 'refused');
  if (without === 0) return undefined;
  if (without === open) {
    return new CliError('wait_timeout', `${of(open, count)} had not settled in time.`, {
      next: resume,
    });
  }
  return new CliError('batch_incomplete', `${of(without, count)} have no result.`, {
    next: 'Their records on stdout say why. A failed order was not charged; to try it again, run its line in a new batch.',
  });
}

const of = (part: number, count: BatchCount) => `${part} of ${count.total()} lines`;
const lowerFirst = (text: string) => `${text.slice(0, 1).toLowerCase()}${text.slice(1)}`;

/** The error of one line that would be that of every line. */
async function stopped(
  error: unknown,
  { slug, resume }: Pick<Facts, 'slug' | 'resume'>,
): Promise<CliError> {
  const report = await describeError(error, { listing: quoteArgument(slug) });
  const { message, type, requestId, details } = report;
  const next = nextOf(report, resume);
  return new CliError(isKnownErrorType(type) ? type : 'batch_incomplete', `Stopped: ${message}`, {
    next,
    requestId,
    details,
    cause: error,
  });
}

function nextOf({ type, next, idempotencyKey }: ErrorReport, resume: string): string {
  const own = next === undefined ? '' : `${next.replace(/\.$/, '')}. `;
  switch (type) {
    case 'idempotency_key_reused':
      return 'An earlier run with this prefix had other lines, another price or another revision: pass --revision and --max-price as it had them, or use a different prefix.';
    case 'listing_changed':
      return `${own}To continue, run the lines that have no order as a new batch, with a different prefix.`;
    default:
      // The key of a single line does not help to repeat the batch.
      return idempotencyKey === undefined ? `${own}${resume}` : resume;
  }
}

export interface BatchOptions {
  /** A file of inputs, one JSON document per line; `-` for stdin. */
  source: string;
  concurrency: number;
  totalLimit?: Money | undefined;
  idempotencyPrefix?: string | undefined;
  maxPrice?: ActivateOptions['maxPrice'];
  revision?: number | undefined;
  metadata?: ActivateOptions['metadata'];
  timeoutMs: number;
}

interface Session {
  shell: Shell;
  output: Output;
}

/** How long an interrupted batch waits for the orders that it has placed. */
const DRAIN_MS = 5_000;

/**
 * Runs a batch, prints a record for each line, and throws unless each has a result. `confirm` is
 * called before any order is placed.
 */
export async function runBatchCommand(
  { shell, output }: Session,
  client: Client,
  listing: string,
  options: BatchOptions,
  confirm: (price: Price) => Promise<void>,
): Promise<void> {
  const { source, concurrency, totalLimit, metadata, timeoutMs } = options;
  const { idempotencyPrefix = randomUUID() } = options;
  // Checked first: if the input cannot be read, there is nothing to resume.
  await checkReadable(source, shell);
  const found = await client.listing(listing, { signal: shell.signal });
  const { slug, price } = found;
  const { amount, currency, unit } = price;
  checkCurrency(slug, price, totalLimit);
  const refusal = aboveMaximum(found, options.maxPrice);
  if (refusal) throw refusal;
  await confirm(price);
  const { maxPrice = { amount, currency }, revision = found.revision } = options;

  const spending = createSpending(totalLimit && toMicros(totalLimit.amount));
  const count = createBatchCount();
  const resume = `Run the same command again with --idempotency-prefix ${quoteArgument(idempotencyPrefix)}: a line that has an order is not bought again.`;
  const limit = totalLimit ? `, at most ${formatMoney(totalLimit)}` : '';
  output.done('batch', `${slug}, ${formatPrice(price)}${limit}`);
  output.done('to resume', `--idempotency-prefix ${quoteArgument(idempotencyPrefix)}`);
  const spinner = output.spin('reading');
  const { signal, end } = drainAfter(shell.signal);
  const stop = await runBatch(
    {
      client,
      terms: { listing, timeoutMs, signal, maxPrice, unit, revision, metadata },
      price,
      concurrency,
      spending,
      idempotencyPrefix,
      read: (reading) => readLines(source, shell, reading),
      onRecord: (record, text) => {
        count.add(record);
        output.result(record, () => printableJson(text), text);
        spinner.update(count.text());
      },
    },
    shell.signal,
  )
    // oxlint-disable-next-line promise/prefer-await-to-then -- the spinner stops before an error is printed
    .finally(() => {
      end();
      spinner.stop();
    });

  const spent = formatMoney({ amount: fromMicros(spending.chargedMicros()), currency });
  const summary = `${count.text()}; ${spent} charged`;
  const problem = shell.signal.aborted
    ? Interrupted.of(shell.signal, { next: resume })
    : await batchError(stop, count, { slug, totalLimit, resume });
  if (problem === undefined) output.done('done', summary);
  else output.note('incomplete', summary);
  if (problem !== undefined) throw problem;
}

function checkCurrency(slug: string, { amount, currency }: Price, limit: Money | undefined): void {
  if (limit === undefined || amount === 0 || limit.currency === currency) return;
  throw new CliError(
    'invalid_usage',
    `${slug} is priced in ${currency}, and --total-limit is in ${limit.currency}.`,
    { next: `Pass the limit in its currency, as in --total-limit '5 ${currency}'` },
  );
}

/** A signal that aborts a while after another one has. */
function drainAfter(interrupted: AbortSignal): { signal: AbortSignal; end: () => void } {
  const drained = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const start = () => {
    timer = setTimeout(() => drained.abort(interrupted.reason), DRAIN_MS);
  };
  interrupted.addEventListener('abort', start);
  return {
    signal: drained.signal,
    end: () => {
      clearTimeout(timer);
      interrupted.removeEventListener('abort', start);
    },
  };
}
