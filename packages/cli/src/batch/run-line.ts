import type { ActivateOptions, Client, Order } from '@mkt/client';
import type { ReadJson } from '@mkt/protocol';
import { describeError } from '../errors/describe-error.ts';
import { noOrderRecord, orderRecord, type LineRecord } from './line-record.ts';

/** What every order of a batch has in common. */
export interface LineTerms extends Pick<
  ActivateOptions,
  'maxPrice' | 'unit' | 'revision' | 'metadata'
> {
  listing: string;
  timeoutMs: number;
  /** Ends the wait for orders. */
  signal: AbortSignal;
}

export interface Line {
  number: number;
  input: Pick<ReadJson, 'text'>;
  idempotencyKey: string;
}

export interface LineOutcome {
  record: LineRecord;
  /** The record as JSON. */
  text: string;
  /** Something that would stop the other lines too. */
  stop?: unknown;
}

/**
 * Places the order of a line and waits for it. The client repeats what failed for a passing reason (no
 * connection, 429, 503) with the same key until the timeout.
 */
export async function runLine(
  client: Client,
  { listing, timeoutMs, signal, ...terms }: LineTerms,
  { number, input, idempotencyKey }: Line,
): Promise<LineOutcome> {
  const {
    AbortError,
    InvalidRequestError,
    JsonText,
    MktError,
    OrderFailedError,
    PayloadTooLargeError,
  } = await import('@mkt/client');
  const facts = { line: number, idempotencyKey };
  let order: Order | undefined;
  try {
    await client.run(listing, new JsonText(input.text), {
      ...terms,
      idempotencyKey,
      timeout: timeoutMs,
      signal,
      // Running the batch again shows its outcome.
      cancelOnAbort: false,
      onUpdate: (seen) => (order = seen),
      // The record says it.
      onInvalidResult: () => {},
    });
    if (order) return orderRecord(facts, order);
    throw new Error('The client returned a result without its order.');
  } catch (error) {
    // For an abort, the reason that interrupted the batch.
    const why = error instanceof AbortError ? error.cause : error;
    const { type, message, details, requestId } = await describeError(why, {});
    const described = {
      type,
      message,
      ...(details.length > 0 && { details }),
      ...(requestId !== undefined && { requestId }),
    };
    if (error instanceof OrderFailedError) {
      const { failure, errorMessage } = error.order;
      const failed = { ...described, message: errorMessage, failure };
      return orderRecord(facts, error.order, failed);
    }
    const isOfLine = error instanceof InvalidRequestError || error instanceof PayloadTooLargeError;
    if (isOfLine) return noOrderRecord(facts, 'refused', described);
    if (order) {
      const outcome = orderRecord(facts, order, described);
      const isPassing = type === 'wait_timeout' || signal.aborted;
      return isPassing ? outcome : { ...outcome, stop: error };
    }
    const mayExist =
      signal.aborted || (error instanceof MktError && error.idempotencyKey !== undefined);
    return {
      ...noOrderRecord(facts, mayExist ? 'unknown' : 'refused', described),
      ...(!signal.aborted && { stop: error }),
    };
  }
}
