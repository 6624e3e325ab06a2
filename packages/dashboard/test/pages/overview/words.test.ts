import type { ApiKey, OrderStats, OwnListing, Webhook } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import {
  growthInWords,
  shareInWords,
  type Span,
  successChange,
} from '../../../src/data/stats-words.ts';
import { attentionItems, downOf } from '../../../src/pages/overview/words.ts';

const NOW_MS = Date.parse('2026-11-26T12:00:00Z');

const listing = (slug: string, parts: object) =>
  ({
    id: slug,
    slug,
    title: slug,
    status: 'published',
    reviewRejectionReason: null,
    reviewChecks: [],
    health: { status: 'healthy' },
    ...parts,
  }) as unknown as OwnListing;

const hour = (calls: number, failures: OrderStats['totals']['failures']) => {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return { start: '', calls, completed: calls - failed, failed, failures, spend: [] };
};

const sentencesOf = (items: ReturnType<typeof attentionItems>) =>
  items.map(({ sentence }) => sentence);

describe('attentionItems', () => {
  it('names flagged listings first, then those that are paused, then those that are down', () => {
    const listings = [
      listing('rates', { health: { status: 'unhealthy' } }),
      listing('geo', { status: 'paused', reviewRejectionReason: 'Its schema is too slow.' }),
      listing('qr-code', { status: 'flagged', reviewRejectionReason: 'Content: a price.' }),
      listing('fine', {}),
      listing('resting', { status: 'paused', health: { status: 'unhealthy' } }),
    ];
    const items = attentionItems({ listings }, NOW_MS);
    expect(sentencesOf(items)).toEqual([
      'qr-code was flagged by the review',
      'geo was paused by the marketplace',
      'rates is down',
    ]);
    expect(items[0]?.detail).toBe('Content: a price. Buyers cannot see the listing.');
  });

  it('names what was down for a while and is up again, once for all that went down together', () => {
    const up = (slug: string, uptime24h: number) =>
      listing(slug, { health: { status: 'healthy', uptime24h } });
    const at = (from: string, to?: string) => ({
      fromMs: Date.parse(`2026-11-26T${from}:00Z`),
      toMs: to === undefined ? undefined : Date.parse(`2026-11-26T${to}:00Z`),
      checks: 3,
      statusCode: null,
    });
    const saidOf = (items: ReturnType<typeof attentionItems>) =>
      items.map(({ sentence, when = '' }) => `${sentence} ${when}`.replace('\u00A0', ' ').trim());

    const alone = [up('rates', 0.8), up('geo', 0.99)];
    const [one] = attentionItems({ listings: alone }, NOW_MS);
    expect([one?.sentence, one?.tone, one?.action?.href]).toEqual([
      'rates was down in the last 24 hours',
      'mute',
      '/listings/rates?tab=health',
    ]);

    const listings = [up('rates', 0.8), up('geo', 0.7), up('ocr', 0.9)];
    const outages = new Map([
      ['rates', at('08:32', '08:59')],
      ['geo', at('08:34', '09:01')],
      ['ocr', at('10:00', '10:15')],
    ]);
    const items = attentionItems({ listings, outages }, NOW_MS);
    expect(saidOf(items)).toEqual([
      'ocr was down today, 10:00–10:15 UTC',
      '2 listings were down today, 08:32–09:01 UTC',
    ]);
    expect(items[1]?.listings?.map(({ title, href }) => [title, href])).toEqual([
      ['rates', '/listings/rates?tab=health'],
      ['geo', '/listings/geo?tab=health'],
    ]);

    const down = ['rates', 'geo'].map((slug) =>
      listing(slug, { health: { status: 'unhealthy', uptime24h: 0.5 } }),
    );
    const since = new Map(down.map(({ id }) => [id, at('11:50')]));
    const now = attentionItems({ listings: down, outages: since }, NOW_MS);
    expect([...saidOf(now), now[0]?.tone]).toEqual([
      '2 listings have been down since today, 11:50 UTC',
      'bad',
    ]);
    expect(attentionItems({ listings: [up('geo', 0.99)] }, NOW_MS)).toEqual([]);
  });

  it('says how many calls of the last two hours failed, and why', () => {
    const data = [
      hour(90, { seller_status: 90 }),
      hour(40, { timeout: 17 }),
      hour(20, { connection: 1 }),
    ];
    const [item] = attentionItems({ listings: [], bought: data }, NOW_MS);
    expect(item?.sentence).toBe('18 of 60 calls that you bought failed in the last two hours');
    expect(item?.detail).toBe('17 timed out, 1 lost the connection. Failed calls are not charged.');
  });

  it('is silent about a few failures among many calls', () => {
    const itemsOf = (bought: ReturnType<typeof hour>) =>
      attentionItems({ listings: [], sold: [], bought: [bought] }, NOW_MS);
    expect(itemsOf(hour(2, { timeout: 2 }))).toEqual([]);
    expect(itemsOf(hour(100, { timeout: 9 }))).toEqual([]);
  });

  it('names listings of which a tenth of at least 20 calls failed', () => {
    const sold = (slug: string, calls: number, failed: number) => ({
      listingId: slug,
      slug,
      title: slug,
      calls,
      completed: calls - failed,
      failed,
    });
    const sales = [sold('fine', 100, 9), sold('rates', 44, 7), sold('rare', 19, 19)];
    const [item, ...others] = attentionItems({ listings: [], sales }, NOW_MS);
    expect(item?.sentence).toBe('rates succeeds in 84.1% of its calls');
    expect(item?.action?.href).toBe('/sales?tab=calls&listing=rates&state=failed&period=7d');
    expect(others).toEqual([]);
  });

  it('names webhooks that fail, are disabled, or are not confirmed', () => {
    const webhook = (host: string, parts: object) =>
      ({
        id: host,
        url: `https://${host}/hook`,
        state: 'active',
        failingSince: null,
        ...parts,
      }) as Webhook;
    const webhooks = [
      webhook('fine.example.com', {}),
      webhook('down.example.com', { failingSince: '2026-11-25T11:00:00Z' }),
      webhook('gone.example.com', { state: 'disabled', disabledReason: 'It returned 410' }),
      webhook('new.example.com', { state: 'pending' }),
      webhook('paused.example.com', { state: 'paused', failingSince: '2026-11-25T11:00:00Z' }),
    ];
    const items = attentionItems({ listings: [], webhooks }, NOW_MS);
    expect(sentencesOf(items)).toEqual([
      'The webhook to down.example.com is failing',
      'The webhook to gone.example.com is disabled',
      'The webhook to new.example.com is not confirmed',
    ]);
    expect(items[1]?.detail).toBe('It returned 410. Nothing is sent to it.');
  });

  it('names API keys whose budget is used up or nearly so, and those in use that are about to expire', () => {
    const key = (name: string, parts: object) =>
      ({
        id: name,
        name,
        budget: null,
        remaining: null,
        createdAt: '2026-09-01T00:00:00Z',
        expiresAt: null,
        lastUsedAt: '2026-11-26T00:00:00Z',
        ...parts,
      }) as ApiKey;
    const used = {
      budget: { limit: 1 },
      remaining: { amount: 0, resetsAt: '2026-12-01T00:00:00Z' },
    };
    const keys = [
      key('fine', {
        budget: { limit: 1, currency: 'USD', period: 'none' },
        remaining: { amount: 0.11, resetsAt: null },
      }),
      key('spent', used),
      key('for free listings', { ...used, budget: { limit: 0 } }),
      key('nearly', {
        budget: { limit: 1, currency: 'USD', period: 'month' },
        remaining: { amount: 0.02, resetsAt: '2026-12-01T00:00:00Z' },
      }),
      key('ending', { expiresAt: '2026-11-29T12:00:00Z' }),
      key('later', { expiresAt: '2026-12-29T12:00:00Z' }),
      key('unused', { expiresAt: '2026-11-29T12:00:00Z', lastUsedAt: null }),
      key('short', { expiresAt: '2026-11-29T12:00:00Z', createdAt: '2026-11-25T00:00:00Z' }),
      key('expired', { ...used, expiresAt: '2026-11-26T11:00:00Z' }),
    ];
    const items = attentionItems({ listings: [], keys }, NOW_MS);
    expect(sentencesOf(items)).toEqual([
      'The budget of the API key “spent” is used up',
      'The API key “nearly” has $0.02 left this month',
      'The API key “ending” expires on 29 Nov 2026',
    ]);
    expect(items[0]?.detail).toBe('Its orders are refused until 1 Dec 2026.');
  });
});

it('what is down comes first, then what was down the longest; nothing for a moment or off the market', () => {
  const health = (status: string, uptime24h: number | null) => ({ health: { status, uptime24h } });
  const listings = [
    listing('fine', health('healthy', 1)),
    listing('moment', health('healthy', 0.99)),
    listing('unchecked', health('not_configured', null)),
    listing('shaky', health('healthy', 0.9)),
    listing('down', health('unhealthy', 0.99)),
    listing('draft', { status: 'draft', ...health('unhealthy', 0) }),
  ];
  expect(downOf(listings).map(({ slug }) => slug)).toEqual(['down', 'shaky']);
});

it('a reason of the review is shown as a sentence', () => {
  const flagged = {
    status: 'flagged',
    reviewRejectionReason: 'reachability: HEAD /run returned 404',
  };
  expect(attentionItems({ listings: [listing('geo', flagged)] }, NOW_MS)[0]?.detail).toBe(
    'Reachability: HEAD /run returned 404. Buyers cannot see the listing.',
  );
});

describe('a figure', () => {
  it('is compared with the preceding period', () => {
    expect(growthInWords(106.2, 100)).toBe('+6.2%');
    expect(growthInWords(123.7, 100)).toBe('+24%');
    expect(growthInWords(5, 0)).toBe('none before');
    expect(growthInWords(2_113, 100)).toBe('21×');
    expect(growthInWords(100, 100)).toBe('no change');
  });

  it('says whether it is better or worse, unless the difference is small', () => {
    const span = (completed: number): Span => ({
      calls: 1_000,
      completed,
      failed: 1_000 - completed,
      amountIn: () => 0,
    });
    const success = (now: number, before: number) =>
      successChange({ now: span(now), before: span(before) });
    expect(success(980, 990)).toEqual({ words: '−1 point', tone: 'bad' });
    expect(success(990, 965)).toEqual({ words: '+2.5 points', tone: 'ok' });
    expect(success(990, 989)).toEqual({ words: '+0.1 points', tone: undefined });
    expect(success(990, 990).words).toBe('no change');
    expect(successChange(undefined).words).toBe('');
  });

  it('is shown as a share', () => {
    expect(shareInWords(978, 1_000)).toBe('97.8%');
    expect(shareInWords(0, 0)).toBe('–');
  });
});
