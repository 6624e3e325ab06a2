import type { ActivateOptions, Client, CompletedOrder, Order } from '@mkt/client';
import {
  type Detail,
  type OrderFailure,
  type OrderState,
  type Price,
  type ReadJson,
  toMicros,
} from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { describeError } from '../errors/describe-error.ts';
import { type InputLine, jsonOf } from '../input/read-input.ts';
import { compactJson } from '../terminal/text.ts';

type State = LineRecord['state'];

/** How many lines of a batch ended in which way. */
export interface BatchCount {
  add(record: LineRecord): void;
  of(...states: State[]): number;
  total(): number;
  /** `40 completed, 1 failed`. */
  text(): string;
}

const ORDER: readonly State[] = ['completed', 'failed', 'refused', 'pending', 'running', 'unknown'];

export function createBatchCount(): BatchCount {
  const counts = new Map<State, number>();
  const of = (...states: State[]) =>
    states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0);
  return {
    add: ({ state }) => void counts.set(state, of(state) + 1),
    of,
    total: () => of(...ORDER),
    text: () => {
      const parts = ORDER.filter((state) => of(state) > 0).map((state) => `${of(state)} ${state}`);
      return parts.length === 0 ? 'no lines' : parts.join(', ');
    },
  };
}

/** Why a line has no result. */
interface LineError {
  /** As in docs/reference/cli.md#exit-codes. */
  type: string;
  message: string;
  details?: readonly Detail[];
  failure?: OrderFailure;
  requestId?: string;
}

/** What `mkt run --batch` prints for each line of its input. */
export interface LineRecord {
  /** The number of the line in the input; the first is 1. */
  line: number;
  /**
   * That of the order, which is still open if waiting for it ended; `refused` if there is no order,
   * `unknown` if there may be one.
   */
  state: OrderState | 'refused' | 'unknown';
  orderId: string | null;
  /** Null if nothing was sent. */
  idempotencyKey: string | null;
  price: Price | null;
  charged: boolean;
  /** As in the order; only when it is completed. */
  outputValid?: boolean | null;
  error?: LineError;
}

interface Facts {
  line: number;
  idempotencyKey: string | null;
}

/** The record of a line with an order, and its JSON text, in which the result keeps all digits. */
function orderRecord(
  facts: Facts,
  order: Order,
  error?: LineError,
): { record: LineRecord; text: string } {
  const record: LineRecord = {
    line: facts.line,
    state: order.orderState,
    orderId: order.id,
    idempotencyKey: facts.idempotencyKey,
    price: order.price,
    charged: order.charged,
    ...(order.orderState === 'completed' && { outputValid: order.outputValid }),
    ...(error && { error }),
  };
  const text = JSON.stringify(record);
  return {
    record,
    text: order.orderState === 'completed' ? withResult(text, order) : text,
  };
}

const withResult = (text: string, { resultText = 'null' }: CompletedOrder) =>
  `${text.slice(0, -1)},"result":${compactJson(resultText)}}`;

/** The record of a line without an order, or with none that is known. */
function noOrderRecord(
  { line, idempotencyKey }: Facts,
  state: 'refused' | 'unknown',
  error: LineError,
): { record: LineRecord; text: string } {
  const record: LineRecord = {
    line,
    state,
    orderId: null,
    idempotencyKey,
    price: null,
    charged: false,
    error,
  };
  return { record, text: JSON.stringify(record) };
}

/**
 * What a batch spends, in micro-units. The price of an order counts from before it is placed until it
 * fails: also while it is open, and when it is unknown whether it exists.
 */
interface Spending {
  /** Counts an order that is about to be placed; false if that would exceed the limit. */
  reserve(priceMicros: number): boolean;
  /** An order that was counted with `priceMicros` costs `chargedMicros`, and will not change again. */
  settle(priceMicros: number, chargedMicros: number): void;
  chargedMicros(): number;
}

export function createSpending(limitMicros: number | undefined): Spending {
  let reserved = 0;
  let charged = 0;
  return {
    reserve(priceMicros) {
      if (limitMicros !== undefined && charged + reserved + priceMicros > limitMicros) return false;
      reserved += priceMicros;
      return true;
    },
    settle(priceMicros, chargedMicros) {
      reserved -= priceMicros;
      charged += chargedMicros;
    },
    chargedMicros: () => charged,
  };
}

/** What every order of a batch has in common. */
interface LineTerms extends Pick<ActivateOptions, 'maxPrice' | 'unit' | 'revision' | 'metadata'> {
  listing: string;
  timeoutMs: number;
  /** Ends the wait for orders. */
  signal: AbortSignal;
}

interface Line {
  number: number;
  input: Pick<ReadJson, 'text'>;
  idempotencyKey: string;
}

interface LineOutcome {
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
async function runLine(
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
      // The record has the error.
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

interface Batch {
  client: Client;
  terms: LineTerms;
  /** The price of the listing; the terms make sure that every order has it. */
  price: Price;
  concurrency: number;
  spending: Spending;
  /** The key of a line is the prefix, a hyphen and its number. */
  idempotencyPrefix: string;
  /** Reads the input until the signal aborts. */
  read(signal: AbortSignal): AsyncIterable<InputLine>;
  /** Called for each line as it finishes. */
  onRecord(record: LineRecord, text: string): void;
}

/** Why a batch placed no more orders; `undefined` at the end of its input. */
export type BatchStop = { kind: 'error'; error: unknown } | { kind: 'limit'; line: number };

/** Runs each line as an order. Once it has stopped, it still waits for the orders that it has placed. */
export async function runBatch(batch: Batch, signal: AbortSignal): Promise<BatchStop | undefined> {
  const { concurrency, spending, onRecord } = batch;
  const priceMicros = toMicros(batch.price.amount) ?? 0;
  const open = new Set<Promise<void>>();
  const stopping = new AbortController();
  let stop: BatchStop | undefined;
  const stopWith = (why: BatchStop) => {
    stop ??= why;
    stopping.abort();
  };

  async function settleLine(line: InputLine, input: ReturnType<typeof jsonOf>): Promise<void> {
    const idempotencyKey = `${batch.idempotencyPrefix}-${line.number}`;
    const outcome = await runLine(batch.client, batch.terms, {
      number: line.number,
      input,
      idempotencyKey,
    });
    const { state, price, charged } = outcome.record;
    const isFree = state === 'failed' || state === 'refused';
    if (isFree) spending.settle(priceMicros, 0);
    if (charged) spending.settle(priceMicros, toMicros(price?.amount ?? 0) ?? priceMicros);
    if ('stop' in outcome) stopWith({ kind: 'error', error: outcome.stop });
    try {
      onRecord(outcome.record, outcome.text);
    } catch (error) {
      // The filter of --jq failed. Nothing may be waiting for this line just now.
      stopWith({ kind: 'error', error });
    }
  }

  /** If there is no room, waits for open orders: those that fail make room. */
  async function reserve(): Promise<boolean> {
    while (!spending.reserve(priceMicros)) {
      if (open.size === 0 || stopping.signal.aborted) return false;
      await Promise.race(open);
    }
    return true;
  }

  const reading = AbortSignal.any([signal, stopping.signal]);
  try {
    for await (const line of batch.read(reading)) {
      const input = inputOf(line);
      if (input instanceof CliError) {
        const facts = { line: line.number, idempotencyKey: null };
        const { type, message } = input;
        const { record, text } = noOrderRecord(facts, 'refused', { type, message });
        onRecord(record, text);
        continue;
      }
      while (open.size >= concurrency) await Promise.race(open);
      if (reading.aborted) break;
      const hasRoom = await reserve();
      if (reading.aborted) break;
      if (!hasRoom) {
        stopWith({ kind: 'limit', line: line.number });
        break;
      }
      const running: Promise<void> = settleLine(line, input).finally(() => open.delete(running));
      open.add(running);
    }
  } catch (error) {
    if (!reading.aborted) stopWith({ kind: 'error', error });
  }
  await Promise.all(open);
  return stop;
}

function inputOf({ number, bytes }: InputLine): ReturnType<typeof jsonOf> | CliError {
  const name = `Line ${number}`;
  if (bytes === undefined) return new CliError('unreadable_input', `${name} is too long.`);
  try {
    return jsonOf(bytes, name);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // The column alone: the input is the one line.
    return new CliError(error.type, error.message.replace('(line 1, column', '(column'));
  }
}
