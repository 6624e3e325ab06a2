import type { Money } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { describeError, type ErrorReport } from '../errors/describe-error.ts';
import { isKnownErrorType } from '../errors/exit-codes.ts';
import { formatMoney } from '../show/price.ts';
import { quoteArgument } from '../terminal/text.ts';
import type { BatchCount } from './batch-count.ts';
import type { BatchStop } from './run-batch.ts';

interface Facts {
  slug: string;
  totalLimit: Money | undefined;
  /** How to run the lines that have no order. */
  resume: string;
}

/** The error of a batch in which not every line has a result; `undefined` if each has. */
export async function batchError(
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
      return `${own}To go on, run the lines that have no order as a new batch, with a different prefix.`;
    default:
      // The key of one line is not what repeats a batch.
      return idempotencyKey === undefined ? `${own}${resume}` : resume;
  }
}
