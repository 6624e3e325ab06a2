import type { Client } from '@mkt/client';
import { toMicros, type Price } from '@mkt/protocol';
import { CliError } from '../errors/cli-error.ts';
import { jsonOf } from '../input/read-input.ts';
import type { InputLine } from '../input/read-lines.ts';
import { noOrderRecord, type LineRecord } from './line-record.ts';
import { runLine, type LineTerms } from './run-line.ts';
import type { Spending } from './spending.ts';

export interface Batch {
  client: Client;
  terms: LineTerms;
  /** Of the listing; the terms guard that every order has it. */
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
