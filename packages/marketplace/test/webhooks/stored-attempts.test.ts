// docs/reference/limits.md: what is kept of attempts, and what a page of webhooks reads, is bounded.
import { expect, describe, it } from 'vitest';
import { OPERATOR } from '../../src/market/caller.ts';
import { EVERY_ORDER } from '../../src/webhooks/webhook.ts';
import { ENGINES } from '../database/engines.ts';
import { FIRST_PAGE, newAccount, newId, newSecret } from '../database/samples.ts';

const MANY = 1_010;

describe.each(ENGINES)('very many attempts of a webhook, on $name', ({ open }) => {
  it('keep the newest 1,000 responses, and its record shows how the newest 20 went', async () => {
    const { store } = await open();
    const accountId = await newAccount(store);
    const id = newId();
    const url = 'https://buyer.example.com/webhooks';
    const about = { events: ['order.settled' as const], filter: EVERY_ORDER, secret: newSecret() };
    await store.webhooks.insert({ id, accountId, url, ...about }, 20);
    const ids = Array.from({ length: MANY }, newId);
    for (const [index, deliveryId] of ids.entries()) {
      const failed = index % 4 === 0;
      await store.webhooks.record({
        id: newId(),
        webhookId: id,
        message: { id: deliveryId, type: 'webhook.test', orderId: null, body: '{}' },
        delivery: null,
        outcome: {
          kind: failed ? 'non_ok_status' : 'success',
          status: failed ? 503 : 200,
          error: failed ? 'The receiver returned 503' : null,
          durationMs: 1,
          response: `answer ${index}`,
        },
      });
    }
    const responseOf = async (deliveryId = '') => {
      const found = await store.webhooks.delivery({ id: deliveryId, accountId });
      return found?.delivery.attempts.map(({ response }) => response);
    };
    expect(await responseOf(ids[MANY - 1_001])).toEqual([null]);
    expect(await responseOf(ids[MANY - 1_000])).toEqual([`answer ${MANY - 1_000}`]);
    const { items } = await store.webhooks.list(accountId, FIRST_PAGE, OPERATOR);
    expect(items).toMatchObject([
      { recent: { succeeded: 15, failed: 5 }, waiting: 0, lastAttempt: { number: MANY } },
    ]);
    const failed = await store.webhooks.attempts(id, { ...FIRST_PAGE, onlyFailed: true }, OPERATOR);
    expect(failed).toMatchObject({ more: true });
    expect(failed.items.map(({ number }) => number).slice(0, 2)).toEqual([MANY - 1, MANY - 5]);
    const other = await newAccount(store);
    expect(await store.webhooks.delivery({ id: ids[0] ?? '', accountId: other })).toBeUndefined();
  });
});
