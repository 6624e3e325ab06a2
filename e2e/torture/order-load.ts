import { pollUntil } from '../../test-bed/poll-until.ts';
import { NoResponse, type ApiResponse, type ApiClient } from './api-client.ts';
import type { Attempt, OrderLedger } from './order-ledger.ts';
import type { Random } from './random.ts';
import type { InstructionKind } from './recording-seller.ts';
import type { Report } from './report.ts';

export interface OrderLoadOptions {
  report: Report;
  ledger: OrderLedger;
  random: Random;
  /** Listing ids. */
  listings: readonly [string, ...string[]];
  ordersPerSecond: number;
  /** Names this load's attempts. */
  name: string;
  /** The client for the next request; with several servers, one at random. */
  api(): ApiClient;
  slowestMs?: number;
  /** Whether the database is away now: orders may be refused with `storage_unavailable`. */
  isOut?: () => boolean;
  /** API keys with budgets, with which some of the orders are placed; the budgets may refuse them. */
  budgeted?: readonly [string, ...string[]];
}

export interface OrderLoad {
  /** Stops sending activations. */
  stop(): void;
  /** Resolves when each activation has a response or was cut off. */
  idle(): Promise<void>;
  latenciesMs: number[];
  sent(): number;
  cutOff(): number;
}

const KINDS: readonly [InstructionKind, ...InstructionKind[]] = [
  ...(['result', 'result', 'result', 'result', 'result', 'result'] as const),
  ...(['status', 'garbage', 'cut'] as const),
];
const MAX_WAIT_S = 3;
const BUDGETED_SHARE = 0.6;
const SECOND_MS = 1_000;

const KEY_HEADER = 'x-mkt-api-key';

/** Whether a refusal says that too many orders are waiting: those of everyone, or those of this buyer. */
export const isFull = ({ status, body }: ApiResponse): boolean =>
  (status === 503 && body?.type === 'overloaded') ||
  (status === 429 && body?.type === 'quota_exceeded');

/** Whether a refusal says nothing about the marketplace: it is full, or the budget of the key is. */
const isExpected = (response: ApiResponse, headers: Record<string, string>) =>
  isFull(response) ||
  (response.status === 402 &&
    response.body?.type === 'budget_exceeded' &&
    headers[KEY_HEADER] !== undefined);

/** Sends an activation and records the outcome. */
export async function send(
  { report, ledger, isOut = () => false }: Pick<OrderLoadOptions, 'report' | 'ledger' | 'isOut'>,
  api: ApiClient,
  attempt: Attempt,
  headers: Record<string, string> = {},
): Promise<ApiResponse | undefined> {
  const all = {
    ...headers,
    ...(attempt.key === undefined ? {} : { 'idempotency-key': attempt.key }),
  };
  const requestedAtMs = performance.now();
  const wasOut = isOut();
  try {
    const response = await api.request('POST', '/v1/orders', attempt.body, all);
    if (response.status === 201 && response.body !== undefined) {
      attempt.confirmed = true;
      ledger.acknowledge(response.body.id);
      ledger.compare(response.body, 'POST /v1/orders', requestedAtMs);
    } else if (wasOut || isOut() ? response.status !== 503 : !isExpected(response, headers)) {
      report.violation('refused', `${attempt.body}: ${response.status} ${response.text}`);
    }
    return response;
  } catch (error) {
    if (!(error instanceof NoResponse)) throw error;
    // The status line alone already acknowledges the order.
    const { status, headers } = error.response ?? {};
    const orderId = headers?.location?.split('/').at(-1);
    if (status === 201 && orderId !== undefined) ledger.acknowledge(orderId);
    return undefined;
  }
}

/** So many orders in a row are accepted once every connection to the database works again. */
const IN_A_ROW = 30;

/** Places orders until many in a row are accepted. */
export async function untilAccepted(
  options: Pick<OrderLoadOptions, 'report' | 'ledger' | 'listings' | 'name' | 'isOut'>,
  api: ApiClient,
  withinMs: number,
): Promise<void> {
  const { ledger, listings, name } = options;
  let sent = 0;
  async function areAccepted(): Promise<true | undefined> {
    for (let n = 0; n < IN_A_ROW; n += 1) {
      const instruction = {
        attempt: `${name}-${(sent += 1)}`,
        kind: 'result',
        delayMs: 0,
      } as const;
      const body = JSON.stringify({ listingId: listings[0], requestBody: instruction });
      const attempt = {
        instruction,
        body,
        key: undefined,
        confirmed: false,
        orderIds: new Set<string>(),
      };
      ledger.add(attempt);
      const response = await send(options, api, attempt);
      if (response?.status !== 201) return undefined;
    }
    return true;
  }
  await pollUntil('orders are accepted', areAccepted, withinMs);
}

/**
 * Sends activations at random moments and a fixed average rate, regardless of their outcomes: of
 * quick, slow and failing sellers, with and without a key, a wait, and a simultaneous duplicate.
 */
export function startOrderLoad(options: OrderLoadOptions): OrderLoad {
  const { random, ledger, ordersPerSecond, name, listings, slowestMs = 2_000 } = options;
  const open = new Set<Promise<unknown>>();
  const latenciesMs: number[] = [];
  let sent = 0;
  let cutOff = 0;
  let next: NodeJS.Timeout | undefined;

  function newAttempt(): Attempt {
    const instruction = {
      attempt: `${name}-${(sent += 1)}`,
      kind: random.pick(KINDS),
      delayMs: random.chance(0.6) ? 0 : random.int(1, slowestMs),
    };
    const body = JSON.stringify({ listingId: random.pick(listings), requestBody: instruction });
    const key = random.chance(0.5) ? `key of ${instruction.attempt}` : undefined;
    return { instruction, body, key, confirmed: false, orderIds: new Set() };
  }

  async function fire(attempt: Attempt, headers: Record<string, string>): Promise<void> {
    const startedAt = performance.now();
    const response = await send(options, options.api(), attempt, headers);
    if (response) latenciesMs.push(performance.now() - startedAt);
    else cutOff += 1;
  }

  function track(work: Promise<unknown>): void {
    open.add(work);
    void work.finally(() => open.delete(work));
  }

  function one(): void {
    const attempt = newAttempt();
    ledger.add(attempt);
    const { budgeted } = options;
    const by: Record<string, string> =
      budgeted && random.chance(BUDGETED_SHARE) ? { [KEY_HEADER]: random.pick(budgeted) } : {};
    const wait = random.chance(0.7) ? { prefer: `wait=${random.int(0, MAX_WAIT_S)}` } : {};
    track(fire(attempt, { ...by, ...wait }));
    if (attempt.key !== undefined && random.chance(0.2)) track(fire(attempt, by));
  }

  function schedule(dueAt: number): void {
    const gapMs = (-Math.log(1 - random.next()) * SECOND_MS) / ordersPerSecond;
    // Counted from when it was due, so that a late timer does not reduce the load.
    const at = dueAt + gapMs;
    next = setTimeout(
      () => {
        one();
        schedule(at);
      },
      Math.max(0, at - performance.now()),
    );
  }
  schedule(performance.now());

  return {
    stop: () => clearTimeout(next),
    async idle() {
      while (open.size > 0) await Promise.all(open);
    },
    latenciesMs,
    sent: () => sent,
    cutOff: () => cutOff,
  };
}
