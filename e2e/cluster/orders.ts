import type { Api } from '../../test-bed/api.ts';
import { published } from '../../test-bed/reviewed.ts';

export interface Acknowledged {
  id: string;
  orderState: string;
  body: any;
}

const isSettled = ({ orderState }: { orderState: string }) =>
  orderState === 'completed' || orderState === 'failed';

/** Registers a seller and waits until its review has published it. Returns the listing's id. */
export async function publish(api: Api, sellerUrl: string): Promise<string> {
  const runContract = { method: 'POST', endpointPath: `${sellerUrl}/run` };
  const { body: created } = await api.post('/v1/providers', { title: 'Echo', runContract });
  return (await published(api, created.id)).id;
}

/** Polls an order until it has settled. */
export async function settled(api: Api, id: string): Promise<any> {
  for (;;) {
    const { status, body } = await api
      .get(`/v1/orders/${id}`, { headers: { prefer: 'wait=10' } })
      .catch(() => ({ status: 0, body: undefined }));
    if (status === 404) throw new Error(`The order ${id} was lost.`);
    if (status === 200 && isSettled(body)) return body;
  }
}

/**
 * Buyers that place orders without a pause, each from the next process in turn, until they are stopped.
 * What fails is ordered again with the same key, as a careful buyer would.
 */
export function startBuyers(count: number, apis: () => readonly Api[], listingId: string) {
  const acknowledged = new Map<string, Acknowledged>();
  const failures: string[] = [];
  const stop = new AbortController();
  const stopped = () => stop.signal.aborted;

  async function order(n: number, turn: number): Promise<void> {
    const key = `buyer-${n}-${turn}`;
    for (let attempt = 0; ; attempt++) {
      const all = apis();
      const api = all[(n + turn + attempt) % all.length];
      const body = { listingId, requestBody: { n, turn } };
      const headers = { 'idempotency-key': key, prefer: 'wait=1' };
      const response = await api?.post('/v1/orders', body, { headers }).catch(() => undefined);
      if (response?.status === 201) {
        acknowledged.set(response.body.id, { ...response.body, body: { n, turn } });
        return;
      }
      if (response && response.status !== 503) failures.push(`${response.status} ${response.text}`);
      if (stopped() && attempt > 20) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  const buyers = Array.from({ length: count }, async (_, n) => {
    for (let turn = 0; !stopped(); turn++) await order(n, turn);
  });
  return {
    acknowledged,
    /** Responses that were neither 201 nor 503. */
    failures,
    /** Resolves when `orders` more orders have been acknowledged. */
    async more(orders: number): Promise<void> {
      const target = acknowledged.size + orders;
      while (acknowledged.size < target) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop(): Promise<void> {
      stop.abort();
      await Promise.all(buyers);
    },
  };
}
