// How quickly a test marketplace starts, and that several do not see each other.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createTestMarketplace } from '@mkt/marketplace/testing';
import { describe, expect, it } from 'vitest';

/** Buys a call in a thread of its own, which ends by itself only if nothing stays open. */
const IN_A_THREAD = `
  const { parentPort } = require('node:worker_threads');
  import('@mkt/marketplace/testing').then(async ({ createTestMarketplace }) => {
    const market = await createTestMarketplace();
    const { slug } = await market.scriptedSeller();
    await market.client().run(slug, {});
    const orders = (await market.client().orders.list()).data.length;
    const listings = (await market.client().search()).data.length;
    await market.close();
    parentPort.postMessage({ orders, listings });
  });
`;

describe('a test marketplace', () => {
  it('takes less than a tenth of a second of a processor to start', async () => {
    const times: number[] = [];
    for (let n = 0; n < 9; n += 1) {
      // Not the time on the wall: other tests run beside this one.
      const before = process.cpuUsage();
      const market = await createTestMarketplace();
      const { user, system } = process.cpuUsage(before);
      await market.close();
      times.push((user + system) / 1_000);
    }
    expect(times.toSorted((a, b) => a - b)[4]).toBeLessThan(100);
  });

  it('shares nothing with those of other threads, and leaves nothing open', async () => {
    const ran = Array.from({ length: 2 }, async () => {
      const worker = new Worker(IN_A_THREAD, { eval: true });
      const [[found], [code]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
      return { found, code };
    });
    const alone = { found: { orders: 1, listings: 1 }, code: 0 };
    expect(await Promise.all(ran)).toEqual([alone, alone]);
  });
});
