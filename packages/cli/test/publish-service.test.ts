// publishService() of @mkt/cli/publish: what mkt publish does, for programs.
import { parseSigningSecret } from '@mkt/protocol/signing';
// #region import
import { publishService } from '@mkt/cli/publish';
// #endregion
import type { PublishEvent } from '@mkt/cli/publish';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPublishing } from './publishing.ts';
import { startMarketplace, type RealMarketplace } from './real-marketplace.ts';

let market: RealMarketplace;
beforeAll(async () => {
  market = await startMarketplace();
});
afterAll(() => market.close());

describe('publishService()', () => {
  it('returns the address in the catalogue, and the signing secret', async () => {
    const { client, seller } = await openPublishing(market);
    const serviceUrl = seller.url;
    // #region publish
    const outcome = await publishService({
      client,
      serviceUrl,
      report: ({ step }) => console.log(step), // planned, imported, review, …
    });
    if (outcome.kind !== 'published') throw new Error(`Not published: ${outcome.kind}`);
    const { url, secret } = outcome; // secret.secret is the service's MKT_SIGNING_SECRET
    // #endregion
    const page = await fetch(url, { headers: { accept: 'text/html' } });
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<title>Marketplace<'),
    ]);
    expect(parseSigningSecret(secret.secret)).toHaveLength(32);
  });

  it('reports its steps in order, and passes the secret on before it checks the catalogue', async () => {
    const { client, seller } = await openPublishing(market);
    const events: string[] = [];
    const outcome = await publishService({
      client,
      serviceUrl: seller.url,
      report: ({ step }: PublishEvent) => events.push(step),
      keepSecret: async ({ secret }) => void events.push(secret.slice(0, 6)),
    });
    expect(outcome.kind).toBe('published');
    expect(events.filter((step, at) => step !== events[at - 1])).toEqual([
      'planned',
      'imported',
      'review',
      'published',
      'whsec_',
      'secret',
      'visible',
    ]);
  });

  it('saves nothing when confirm() returns false', async () => {
    const { client, seller, own } = await openPublishing(market);
    const outcome = await publishService({
      client,
      serviceUrl: seller.url,
      confirm: async () => false,
    });
    expect([outcome.kind, await own()]).toEqual(['declined', []]);
  });

  it('stops when its signal aborts', async () => {
    const { client, seller } = await openPublishing(market);
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    await expect(publishService({ client, serviceUrl: seller.url, signal })).rejects.toBe(reason);
  });
});
