import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from './api-client.ts';
import { expectStatus } from './listings.ts';
import type { OrderLedger } from './order-ledger.ts';
import { isFull, send } from './order-load.ts';
import type { Random } from './random.ts';
import type { RecordingSeller } from './recording-seller.ts';
import type { Report } from './report.ts';

export interface AuditOptions {
  report: Report;
  ledger: OrderLedger;
  seller: Pick<RecordingSeller, 'callCounts'>;
  random: Random;
}

export interface OrderAudit {
  /** Reads orders that are new or were open since the last complete audit, and some older ones. */
  recent(api: ApiClient): Promise<void>;
  /** Reads every order. */
  all(api: ApiClient): Promise<void>;
  /**
   * After a rollback, reads the orders that it concerns, of which some may be missing. None that was
   * placed before it, by the clock of the database, may be open. Returns how many are missing.
   */
  rolledBack(api: ApiClient, orderIds: readonly string[], beforeMs: number): Promise<number>;
  /** Repeats some activations with an idempotency key, both with and without an earlier response. */
  replay(api: ApiClient): Promise<void>;
  /** Repeats every activation with an idempotency key that got no response. */
  replayAll(api: ApiClient): Promise<void>;
  /** Orders that are open past their lease or their waiting limit. */
  stuck(api: ApiClient): Promise<string[]>;
}

const OLDER_PER_AUDIT = 5;
const CONFIRMED_PER_REPLAY = 3;
const PAGE = 100;
const AT_ONCE = 30;
const RETRY_AFTER_MS = 500;
/** The guaranteed times: the lease, how long an order may wait, and how soon a sweep settles it. */
const LEASE_MS = 40_000;
const WAITING_MS = 600_000;
const SWEEP_MS = 12_000;

/** Reads orders back and compares them with what buyers and the seller received. */
export function createOrderAudit({ report, ledger, seller, random }: AuditOptions): OrderAudit {
  /** Ids sort by time: every order before this one was audited after it had settled. */
  let boundary = '';

  /** Returns whether it exists. */
  async function readOne(api: ApiClient, orderId: string): Promise<boolean> {
    const requestedAtMs = performance.now();
    const response = await api.request('GET', `/v1/orders/${orderId}`);
    if (response.status === 200)
      ledger.compare(response.body, 'GET /v1/orders/{id}', requestedAtMs);
    else if (response.status !== 404 || !ledger.forget(orderId)) {
      const evidence = `${orderId} was accepted, but reads as: ${response.status} ${response.text}`;
      report.violation('lost', evidence, orderId);
    }
    return response.status === 200;
  }

  /** All orders from `since` on, newest first; those that were accepted and are missing are lost. */
  async function readSince(api: ApiClient, since: string): Promise<Set<string>> {
    const accepted = [...ledger.acknowledged].filter((orderId) => orderId >= since);
    const listed = new Set<string>();
    let cursor: string | null = null;
    do {
      const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const requestedAtMs = performance.now();
      const page = expectStatus(
        await api.request('GET', `/v1/orders?limit=${PAGE}${query}`),
        200,
      ) as { data: any[]; nextCursor: string | null };
      for (const record of page.data) {
        listed.add(record.id);
        ledger.compare(record, 'GET /v1/orders', requestedAtMs);
      }
      const oldest = page.data.at(-1)?.id ?? '';
      cursor = oldest < since ? null : page.nextCursor;
    } while (cursor !== null);
    report.checked('orders read back', listed.size);
    for (const orderId of accepted) if (!listed.has(orderId)) await readOne(api, orderId);
    return listed;
  }

  const keyed = () => [...ledger.attempts.values()].filter(({ key }) => key !== undefined);
  const unconfirmed = () => keyed().filter(({ confirmed }) => !confirmed);

  return {
    async recent(api) {
      const newest = [...ledger.acknowledged].reduce((a, b) => (a > b ? a : b), boundary);
      await readSince(api, boundary);
      const accepted = [...ledger.acknowledged] as [string, ...string[]];
      for (let i = 0; i < OLDER_PER_AUDIT && accepted.length > 0; i += 1) {
        await readOne(api, random.pick(accepted));
      }
      boundary = ledger.open().reduce((a, b) => (a < b ? a : b), newest);
    },
    async all(api) {
      const listed = await readSince(api, '');
      report.checked('orders that were called', seller.callCounts.size);
      for (const orderId of seller.callCounts.keys()) {
        if (!listed.has(orderId) && !ledger.forget(orderId))
          report.violation('lost', `${orderId} was called and does not exist`, orderId);
      }
    },
    async rolledBack(api, orderIds, beforeMs) {
      let missing = 0;
      for (const orderId of orderIds) if (!(await readOne(api, orderId))) missing += 1;
      const createdBefore = new Date(beforeMs).toISOString();
      for (const orderState of ['pending', 'running']) {
        const query = new URLSearchParams({ orderState, createdBefore });
        const { data } = expectStatus(await api.request('GET', `/v1/orders?${query}`), 200);
        for (const { id } of data) report.violation('not settled', `${id} is ${orderState}`, id);
      }
      return missing;
    },
    async replay(api) {
      const confirmed = keyed().filter((attempt) => attempt.confirmed);
      const again = Array.from({ length: CONFIRMED_PER_REPLAY }, () =>
        random.int(0, confirmed.length - 1),
      );
      const chosen = [
        ...unconfirmed().slice(0, AT_ONCE),
        ...again.flatMap((index) => confirmed[index] ?? []),
      ];
      await Promise.all(
        chosen.flatMap((attempt) => {
          const times = random.chance(0.3) ? 2 : 1;
          return Array.from({ length: times }, () => send({ report, ledger }, api, attempt));
        }),
      );
    },
    async replayAll(api) {
      report.checked('activations with a key', keyed().length);
      for (let left = unconfirmed(); left.length > 0; left = unconfirmed()) {
        const responses = await Promise.all(
          left.slice(0, AT_ONCE).map((attempt) => send({ report, ledger }, api, attempt)),
        );
        // Too many orders are waiting: give the server time to run them.
        if (responses.some((response) => response && isFull(response))) await pause(RETRY_AFTER_MS);
        else if (responses.some((response) => response?.status !== 201)) return;
      }
    },
    async stuck(api) {
      const ids: string[] = [];
      for (const orderId of ledger.open()) {
        const requestedAtMs = performance.now();
        const order = expectStatus(await api.request('GET', `/v1/orders/${orderId}`), 200);
        ledger.compare(order, 'GET /v1/orders/{id}', requestedAtMs);
        const { orderState, createdAt, startedAt } = order;
        const [since, limitMs] =
          orderState === 'pending' ? [createdAt, WAITING_MS] : [startedAt, LEASE_MS];
        const isOpen = orderState === 'pending' || orderState === 'running';
        if (isOpen && Date.now() - Date.parse(since) > limitMs + SWEEP_MS) ids.push(orderId);
      }
      return ids;
    },
  };
}
