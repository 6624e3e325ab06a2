import type { CompletedOrder, Order } from '@mkt/client';
import type { Detail, OrderFailure, OrderState, Price } from '@mkt/protocol';
import { compactJson } from '../terminal/format-json.ts';

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
export function orderRecord(
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
export function noOrderRecord(
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
