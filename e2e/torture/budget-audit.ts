import { setTimeout as pause } from 'node:timers/promises';
import { pollUntil } from '../../test-bed/poll-until.ts';
import type { ApiClient } from './api-client.ts';
import { expectStatus } from './listings.ts';
import type { Report } from './report.ts';

/** The price of every listing here, in micro-units. */
const PRICE_MICROS = 20_000;
/** For how many orders each budget has room: little enough that some of a load are refused. */
const ROOM = { above: 10, below: 4, beside: 6 } as const;
const PAGE = 100;
const MAX_READS = 40;
const BETWEEN_READS_MS = 50;
/** The server's clock may differ a little from the one of this process. */
const SLACK_MS = 5_000;

const microsOf = (amount: number) => Math.round(amount * 1_000_000);

interface Key {
  id: string;
  secret: string;
  limitMicros: number;
  /** The keys whose orders count against it. */
  counts: readonly string[];
}

/** What a key record says is left of its budget, by the id of the key. */
type Left = ReadonlyMap<string, number>;

export interface Budgets {
  /** API keys to place orders with. */
  secrets: [string, ...string[]];
  /** Resolves when an order of one of the keys has completed. */
  used(api: ApiClient): Promise<void>;
  /**
   * Compares what counts against each key with its open and completed orders. No orders may be placed
   * meanwhile; some may settle.
   */
  audit(api: ApiClient): Promise<void>;
  /** Revokes the keys. */
  close(api: ApiClient): Promise<void>;
}

async function createKey(api: ApiClient, orders: number, parent?: Key): Promise<Key> {
  const limitMicros = orders * PRICE_MICROS;
  const body = {
    name: 'budgeted',
    scopes: ['*'],
    budget: { limit: limitMicros / 1_000_000, currency: 'USD', period: 'month' },
  };
  const headers: Record<string, string> = parent ? { 'x-mkt-api-key': parent.secret } : {};
  const response = await api.request('POST', '/v1/api-keys', JSON.stringify(body), headers);
  const { id, key } = expectStatus(response, 201);
  return { id, secret: key, limitMicros, counts: [id] };
}

/** Reads a page of a list, as soon as a busy machine can. */
const readPage = (
  api: ApiClient,
  path: string,
): Promise<{ data: any[]; nextCursor: string | null }> =>
  pollUntil('a list that can be read in time', async () => {
    const response = await api.request('GET', path);
    return response.body?.type === 'overloaded' ? undefined : expectStatus(response, 200);
  });

async function readLeft(api: ApiClient): Promise<Left> {
  const { data } = await readPage(api, `/v1/api-keys?limit=${PAGE}`);
  return new Map(
    data.flatMap(({ id, remaining }) => (remaining ? [[id, microsOf(remaining.amount)]] : [])),
  );
}

/** What the open and completed orders since a time cost, by the key that placed them. */
async function readSpent(api: ApiClient, since: string): Promise<ReadonlyMap<string, number>> {
  const spent = new Map<string, number>();
  const query = `limit=${PAGE}&view=summary&createdAfter=${encodeURIComponent(since)}`;
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await readPage(api, `/v1/orders?${query}${after}`);
    for (const { keyId, orderState, price } of page.data) {
      if (orderState === 'failed' || keyId === null) continue;
      spent.set(keyId, (spent.get(keyId) ?? 0) + microsOf(price.amount));
    }
    cursor = page.nextCursor;
  }
  return spent;
}

const isSame = (one: Left, other: Left) =>
  one.size === other.size && [...one].every(([id, left]) => other.get(id) === left);

/** Orders and budgets between which no order has settled. */
async function readBoth(api: ApiClient, since: string) {
  for (let read = 1; ; read += 1) {
    const before = await readLeft(api);
    const spent = await readSpent(api, since);
    if (isSame(before, await readLeft(api))) return { left: before, spent };
    if (read === MAX_READS) throw new Error('Orders settle too fast to compare them with budgets.');
    await pause(BETWEEN_READS_MS);
  }
}

/** New keys with budgets: one, one below it, and one beside them. */
export async function openBudgets(api: ApiClient, report: Report): Promise<Budgets> {
  const since = new Date(Date.now() - SLACK_MS).toISOString();
  const above = await createKey(api, ROOM.above);
  const below = await createKey(api, ROOM.below, above);
  const beside = await createKey(api, ROOM.beside);
  const keys: readonly Key[] = [{ ...above, counts: [above.id, below.id] }, below, beside];

  return {
    secrets: [above.secret, below.secret, beside.secret],
    async used(api) {
      const path = `/v1/orders?limit=${PAGE}&view=summary&createdAfter=${encodeURIComponent(since)}`;
      await pollUntil('a completed order of a budget', async () => {
        const { data } = await readPage(api, path);
        const isOurs = ({ keyId, orderState }: { keyId: string | null; orderState: string }) =>
          orderState === 'completed' && keys.some(({ id }) => id === keyId);
        return data.some(isOurs) || undefined;
      });
    },
    async audit(api) {
      const { left, spent } = await readBoth(api, since);
      for (const { id, limitMicros, counts } of keys) {
        const spentMicros = counts.reduce((sum, keyId) => sum + (spent.get(keyId) ?? 0), 0);
        report.checked('orders of budgets', spentMicros / PRICE_MICROS);
        const evidence = `key ${id}: of ${limitMicros}, its orders cost ${spentMicros}, and ${left.get(id)} is left`;
        if (spentMicros > limitMicros) report.violation('over budget', evidence);
        if (left.get(id) !== Math.max(0, limitMicros - spentMicros)) {
          report.violation('miscounted budgets', evidence);
        }
      }
    },
    async close(api) {
      for (const { id } of [above, beside]) {
        expectStatus(await api.request('DELETE', `/v1/api-keys/${id}`), 204);
      }
    },
  };
}
