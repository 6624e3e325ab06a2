// docs/buy/catalogue.md#history: every change that buyers see has one entry, stored with the change.
import type { FieldChange } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import type { ListedHistoryEntry } from '../../src/listings/history.ts';
import type { Listing } from '../../src/listings/listing.ts';
import type { BoundedPageRequest } from '../../src/market/page.ts';
import { OPERATOR } from '../../src/market/caller.ts';
import type { Store } from '../../src/server/context.ts';
import { ENGINES } from '../database/engines.ts';
import {
  actor,
  changed,
  content,
  draft,
  edited,
  newAccount,
  newId,
  newKey,
  PLENTY,
  published,
} from '../database/samples.ts';

interface ListOptions extends Partial<BoundedPageRequest> {
  publicOnly?: boolean;
}

const listed = (
  store: Store,
  listingId: string,
  { publicOnly = false, ...page }: ListOptions = {},
) =>
  store.history.list(
    { listingId, publicOnly },
    { limit: 100, after: null, maxBytes: PLENTY, ...page },
    OPERATOR,
  );

const changesOf = ({ changesJson }: ListedHistoryEntry) => JSON.parse(changesJson) as FieldChange[];
const stateOf = (entry: ListedHistoryEntry) =>
  changesOf(entry).find(({ path }) => path === '/listingState')?.to;

describe.each(ENGINES)('the history of a listing on $name', ({ open }) => {
  it('begins with its first content', async () => {
    const { store, clock } = await open();
    const { id } = await draft(store, { runContract: { inputSchema: { type: 'object' } } });
    const { items } = await listed(store, id);
    expect(items).toHaveLength(1);
    const [first] = items as [ListedHistoryEntry];
    expect(first).toMatchObject({
      listingId: id,
      number: 1,
      revision: 1,
      atMs: clock.now(),
      verdict: 'same',
      findingsJson: '[]',
    });
    expect(changesOf(first)).toEqual([
      { path: '/title', from: null, to: 'Weather by city' },
      { path: '/description', from: null, to: 'The weather of a city.' },
      { path: '/category', from: null, to: 'data' },
      { path: '/tags', from: null, to: ['weather', 'cities'] },
      { path: '/price/amount', from: null, to: 0.02 },
      { path: '/price/unit', from: null, to: 'call' },
      { path: '/price/currency', from: null, to: 'USD' },
      { path: '/runContract/method', from: null, to: 'POST' },
      { path: '/runContract/inputSchema', from: null, to: { type: 'object' } },
      { path: '/listingState', from: null, to: 'draft' },
    ]);
    const endpoint = { path: '/runContract/endpointPath', to: 'https://seller.example.com/run' };
    expect(JSON.parse(first.ownChangesJson)).toEqual([{ ...endpoint, from: null }]);
  });

  it('has the verdict, the findings and the revision of a change of content', async () => {
    const { store, clock } = await open();
    const before = await draft(store);
    clock.move(1_000);
    const finding = {
      path: '/price/amount',
      severity: 'breaking',
      message: 'The price rose.',
    } as const;
    await store.listings.change({
      id: before.id,
      version: before.version,
      actor,
      edit: {
        content: content({ priceMicros: 30_000 }),
        revised: true,
        changes: [{ path: '/price/amount', from: 0.02, to: 0.03 }],
        verdict: 'breaking',
        findings: [finding],
      },
    });
    const { items } = await listed(store, before.id, { limit: 1 });
    expect(items).toMatchObject([
      { revision: 2, atMs: clock.now(), verdict: 'breaking', ownChangesJson: '[]' },
    ]);
    expect(items.map(({ findingsJson }) => JSON.parse(findingsJson))).toEqual([[finding]]);
  });

  it('has no entry for what buyers do not see', async () => {
    const { store } = await open();
    const listing = await draft(store);
    const pending = await changed(store, listing, { status: 'pending_review' });
    const flagged = await changed(store, pending, { status: 'flagged', rejectionReason: 'no' });
    await changed(store, flagged, { status: 'published' });
    await store.secrets.rotate(listing.id, 'whsec_x', 0);
    const { items } = await listed(store, listing.id);
    expect(items.map(stateOf)).toEqual(['published', 'draft']);
  });

  it('begins for buyers with the first publication', async () => {
    const { store } = await open();
    const listing = await draft(store);
    const renamed = await changed(store, listing, { content: content({ title: 'Secret plans' }) });
    const ready = await changed(store, renamed, { content: content({ title: 'Weather' }) });
    expect((await listed(store, listing.id, { publicOnly: true })).items).toEqual([]);
    const forSale = await changed(store, ready, { status: 'published' });
    const paused = await changed(store, forSale, { status: 'paused' });
    await changed(store, paused, { content: content({ title: 'Weather now' }) });
    const { items } = await listed(store, listing.id, { publicOnly: true });
    expect(items.map(({ number }) => number)).toEqual([6, 5, 4]);
    expect(items.map(({ changesJson }) => changesJson).join('')).not.toContain('Secret plans');
    expect((await listed(store, listing.id)).items).toHaveLength(6);
  });

  it('names the key or the person who made a change', async () => {
    const { store, sql } = await open();
    const accountId = await newAccount(store);
    const key = { ...newKey(accountId), name: 'Claire’s laptop' };
    await store.apiKeys.insert(key);
    const at = "'2026-11-22T00:00:00.000Z'";
    await sql(`INSERT INTO session (id, "expiresAt", token, "createdAt", "updatedAt", "userId")
      SELECT 's1', ${at}, 'token', ${at}, ${at}, user_id FROM account_member
      WHERE account_id = '${accountId}'`);
    let listing = await draft(store, { accountId });
    for (const each of [
      { kind: 'key', keyId: key.id },
      { kind: 'session', sessionId: 's1' },
      { kind: 'session', sessionId: 'ended' },
      { kind: 'marketplace' },
    ] as const) {
      const title = JSON.stringify(each);
      listing = await changed(store, listing, { actor: each, content: content({ title }) });
    }
    const { items } = await listed(store, listing.id);
    expect(items.map((entry) => entry.actor)).toEqual([
      { kind: 'marketplace', name: null },
      { kind: 'session', name: null },
      { kind: 'session', name: 'Person' },
      { kind: 'key', name: 'Claire’s laptop' },
      { kind: 'operator', name: null },
    ]);
  });

  it('says when the operator paused the listings of a suspended account', async () => {
    const { store } = await open();
    const listing = await published(store);
    await store.accounts.suspend(listing.accountId, 'Spam.');
    const { items } = await listed(store, listing.id, { publicOnly: true });
    expect(items.map(stateOf)).toEqual(['paused', 'published']);
    expect(items[0]).toMatchObject({ actor: { kind: 'operator' }, revision: 1, verdict: 'same' });
  });

  it('has one entry for each revision, in order, however many change it at once', async () => {
    const { store } = await open();
    const { id } = await published(store);
    async function changePrice(priceMicros: number): Promise<void> {
      for (;;) {
        const { version } = (await store.listings.find(id)) as Listing;
        const edit = edited(content({ priceMicros }), true);
        if ((await store.listings.change({ id, version, actor, edit })) !== 'conflict') return;
      }
    }
    await Promise.all(Array.from({ length: 30 }, (_, n) => changePrice(n)));
    const { items } = await listed(store, id);
    const revised = items.filter((entry) => stateOf(entry) === undefined);
    expect(revised.map(({ revision }) => revision)).toEqual(
      Array.from({ length: 30 }, (_, n) => 31 - n),
    );
    expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 32 }, (_, n) => 32 - n));
  });

  it('has no entry of a change that was not stored', async () => {
    const { store } = await open();
    const { id, version } = await draft(store);
    const change = { id, actor, edit: edited(content({ title: 'Lost' })) };
    expect(await store.listings.change({ ...change, version: version + 1 })).toBe('conflict');
    const failing = store.listings.change({ ...change, version }, () => {
      throw new Error('The hook failed.');
    });
    await expect(failing).rejects.toThrow('The hook failed.');
    expect((await listed(store, id)).items).toHaveLength(1);
  });

  it('keeps the newest 1,000 entries', async () => {
    const { store, sql } = await open();
    const listing = await draft(store);
    await sql(`INSERT INTO listing_history
      WITH RECURSIVE counted(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM counted WHERE n < 1000)
      SELECT listing_id, n, revision, is_public, at, actor_kind, actor_name, verdict,
        changes_json, own_changes_json, findings_json
      FROM listing_history, counted WHERE listing_id = '${listing.id}'`);
    await changed(store, await changed(store, listing, { status: 'published' }), {
      status: 'paused',
    });
    const { items } = await listed(store, listing.id, { limit: 2_000 });
    expect(items).toHaveLength(1_000);
    expect([items[0]?.number, items.at(-1)?.number]).toEqual([1_002, 3]);
  });

  it('keeps the newest entries of 1 MiB, and always the newest', async () => {
    const { store, sql } = await open();
    const listing = await draft(store);
    const other = await draft(store);
    const fill = (text: string, from: number, to: number) =>
      sql(`INSERT INTO listing_history
        WITH RECURSIVE counted(n) AS
          (SELECT ${from} UNION ALL SELECT n + 1 FROM counted WHERE n < ${to})
        SELECT listing_id, n, revision, is_public, at, actor_kind, actor_name, verdict,
          ${text}, '[]', '[]'
        FROM listing_history, counted WHERE number = 1`);
    const characters = (count: number) =>
      `'["' || replace('${' '.repeat(count / 100)}', ' ', '${'ü'.repeat(100)}') || '"]'`;
    // 40 kB each.
    await fill(characters(20_000), 2, 50);
    const after = await changed(store, listing, { status: 'published' });
    const { items } = await listed(store, listing.id);
    expect([items[0]?.number, items.length]).toEqual([51, 27]);
    expect((await listed(store, other.id)).items).toHaveLength(50);
    await sql(`UPDATE listing_history SET changes_json = ${characters(1_100_000)}
      WHERE listing_id = '${listing.id}' AND number = 51`);
    await changed(store, after, { status: 'paused' });
    expect((await listed(store, listing.id)).items.map(({ number }) => number)).toEqual([52]);
  });

  it('is listed in pages, of entries or of bytes', async () => {
    const { store } = await open();
    let listing = await draft(store);
    for (const title of ['a', 'b', 'c', 'd']) {
      listing = await changed(store, listing, { content: content({ title }) });
    }
    const { id } = listing;
    const numbers = async (options: ListOptions) => {
      const { items, more } = await listed(store, id, options);
      return { numbers: items.map(({ number }) => number), more };
    };
    expect(await numbers({ limit: 2 })).toEqual({ numbers: [5, 4], more: true });
    const after = { key: 4, id };
    expect(await numbers({ limit: 3, after })).toEqual({ numbers: [3, 2, 1], more: false });
    const small = await numbers({ maxBytes: 150 });
    expect(small.numbers.length).toBeLessThan(5);
    expect(small.more).toBe(true);
    expect(await numbers({ maxBytes: 1 })).toEqual({ numbers: [5], more: true });
    expect(await listed(store, newId())).toEqual({ items: [], more: false });
  });

  it('is deleted with the listing', async () => {
    const { store, sql } = await open();
    const { id, version } = await draft(store);
    await store.listings.delete(id, version);
    expect(await sql('SELECT * FROM listing_history')).toEqual([]);
  });
});
