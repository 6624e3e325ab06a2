// docs/operate/monitor.md#audit: who changed what, written in the transaction of the change.
import { describe, expect, it } from 'vitest';
import type { ApiResponse } from '../../../../test-bed/api.ts';
import type { AuditFilter } from '../../src/audit/audit.ts';
import { DAY_MS } from '../../src/market/limits.ts';
import { OPERATOR } from '../../src/market/caller.ts';
import type { BoundedPageRequest } from '../../src/market/page.ts';
import { openBrowser, PASSWORD, signedUp } from '../accounts/browser.ts';
import { runInProcess } from '../commands/run-in-process.ts';
import { ENGINES } from '../database/engines.ts';
import { newAccount, newKey } from '../database/samples.ts';
import { publish, type Market } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';

async function operate({ home }: Market, ...args: string[]) {
  const { database, folder = '' } = home;
  const place = database ? ['--database', database] : ['--data', folder];
  const { code, stdout, stderr } = await runInProcess([...args, ...place]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

const requestIdOf = ({ headers }: ApiResponse) => headers.get('x-request-id');

/** What `mkt-marketplace audit --json` prints, oldest first. */
const auditOf = async (market: Market, ...options: string[]): Promise<any[]> =>
  JSON.parse(await operate(market, 'audit', '--json', ...options)).toReversed();

describe.each(MARKETS)('the audit, on $name', ({ openMarket, newHome }) => {
  it('has what keys did, with the request and without the key', async () => {
    const market = await openMarket(await newHome());
    const { api } = market;
    const created = await api.post('/v1/api-keys', { name: 'ci', scopes: ['order:create'] });
    const { id } = created.body;
    const budget = { limit: 5, currency: 'USD', period: 'day' };
    const changed = await api.patch(`/v1/api-keys/${id}`, { budget });
    const revoked = await api.delete(`/v1/api-keys/${id}`);
    const { body: me } = await api.get('/v1/me');
    const entries = await auditOf(market);
    const byKey = { actor: 'key', actorId: me.keyId, accountId: me.userId, subject: id };
    expect(entries).toMatchObject([
      {
        ...byKey,
        action: 'key.create',
        details: { name: 'ci', scopes: ['order:create'] },
        requestId: requestIdOf(created),
        at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      { ...byKey, action: 'key.update', requestId: requestIdOf(changed) },
      { ...byKey, action: 'key.revoke', requestId: requestIdOf(revoked) },
    ]);
    expect(JSON.stringify(entries)).not.toContain(created.body.key);
  });

  it('has what sellers did, but not what the marketplace does', async () => {
    const market = await openMarket(await newHome());
    const seller = await openSeller();
    const { id, slug } = await publish(market, seller);
    await market.api.post(`/v1/providers/${id}/signing-secret/rotate`, {});
    await market.api.patch(`/v1/listings/${id}`, { listingState: 'paused' });
    await operate(market, 'listings', 'archive', slug, '--reason', 'DMCA 12');
    expect(await auditOf(market)).toMatchObject([
      { action: 'listing.create', subject: id, details: { slug, status: 'pending_review' } },
      { action: 'listing.rotate-secret', subject: id },
      { action: 'listing.update', subject: id, details: { status: 'paused' } },
      { action: 'listing.archive', subject: id, actor: 'operator', reason: 'DMCA 12' },
    ]);
  });

  it('has what the operator did, and says of whom', async () => {
    const market = await openMarket(await newHome());
    await operate(market, 'keys', 'create', '--email', 'ann@example.com', '--name', 'first');
    await operate(market, 'accounts', 'suspend', 'ann@example.com', '--reason', 'fraud');
    await operate(market, 'accounts', 'resume', 'ann@example.com');
    await operate(market, 'users', 'invite', '--email', 'bob@example.com');
    const entries = await auditOf(market);
    const { accountId } = entries[0];
    const byOperator = { actor: 'operator', actorId: null, requestId: null };
    expect(entries).toMatchObject([
      { ...byOperator, action: 'key.create', accountId, details: { name: 'first' } },
      { ...byOperator, action: 'account.suspend', accountId, reason: 'fraud' },
      { ...byOperator, action: 'account.resume', accountId },
      { ...byOperator, action: 'user.invite', accountId: null, subject: 'bob@example.com' },
    ]);
    expect(await auditOf(market, '--action', 'user.invite', '--since', '90s')).toHaveLength(1);
  });

  it('has when sessions started and ended', async () => {
    const market = await openMarket(await newHome());
    const browser = await signedUp(market);
    await openBrowser(market.url).post('/auth/sign-in/email', {
      email: 'ann@example.com',
      password: PASSWORD,
    });
    await browser.post('/auth/sign-out', {});
    const entries = await auditOf(market, '--account', 'ann@example.com');
    expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
      ['session.start', 'session'],
      ['session.start', 'session'],
      ['session.end', 'session'],
    ]);
    expect(entries[2].subject).toBe(entries[0].subject);
  });

  it('has by which request a person got another address, and the one before', async () => {
    const market = await openMarket(await newHome());
    const browser = await signedUp(market);
    const change = (email: string) =>
      browser.post('/auth/update-user', { name: 'Ann B', email, currentPassword: PASSWORD });
    const renamed = await change('ann@example.com');
    const moved = await change('ann.bell@example.com');
    const by = { actor: 'session', action: 'user.update' };
    expect(await auditOf(market, '--action', 'user.update')).toMatchObject([
      { ...by, subject: 'ann@example.com', details: null, requestId: requestIdOf(renamed) },
      {
        ...by,
        subject: 'ann.bell@example.com',
        details: { before: 'ann@example.com' },
        requestId: requestIdOf(moved),
      },
    ]);
  });
});

/** What `GET /v1/audit` returns, newest first. */
const ownAudit = async (from: { get: Market['api']['get'] }, query = ''): Promise<any[]> =>
  (await from.get(`/v1/audit${query}`)).body.data;

describe.each(MARKETS)('the audit that an account reads, on $name', ({ openMarket, newHome }) => {
  const draft = {
    title: 'Echo',
    slug: 'echo',
    runContract: { method: 'POST', endpointPath: 'http://127.0.0.1:1/run' },
    listingState: 'draft',
  };

  it('names who acted, and keys, listings and webhooks also after they are gone', async () => {
    const { api } = await openMarket(await newHome());
    const { body: key } = await api.post('/v1/api-keys', { name: 'ci', scopes: ['*'] });
    const ci = api.as(key.key);
    const { body: listing } = await ci.post('/v1/providers', draft);
    const { body: webhook } = await ci.post('/v1/webhooks', { url: 'http://127.0.0.1:1/hook' });
    expect(await ownAudit(api)).toMatchObject([
      { action: 'webhook.create', subject: { exists: true } },
      { action: 'listing.create', subject: { exists: true } },
      { action: 'key.create', subject: { exists: true } },
    ]);
    const deleted = await ci.delete(`/v1/providers/${listing.id}`);
    await ci.delete(`/v1/webhooks/${webhook.id}`);
    await api.delete(`/v1/api-keys/${key.id}`);

    const byCi = { kind: 'key', id: key.id, name: 'ci', lastFour: key.lastFour };
    const ofCi = { id: key.id, name: 'ci', lastFour: key.lastFour, exists: false };
    const ofListing = { id: listing.id, name: 'echo', lastFour: null, exists: false };
    const ofWebhook = { id: webhook.id, name: '127.0.0.1:1', lastFour: null, exists: false };
    const { body: me } = await api.get('/v1/me');
    const entries = await ownAudit(api);
    expect(entries).toMatchObject([
      { action: 'key.revoke', actor: { kind: 'key', id: me.keyId }, subject: ofCi },
      { action: 'webhook.delete', actor: byCi, subject: ofWebhook },
      { action: 'listing.delete', actor: byCi, subject: ofListing },
      { action: 'webhook.create', actor: byCi, subject: ofWebhook },
      { action: 'listing.create', actor: byCi, subject: ofListing },
      { action: 'key.create', actor: { kind: 'key', id: me.keyId }, subject: ofCi },
    ]);
    expect(entries[2]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      action: 'listing.delete',
      actor: byCi,
      subject: ofListing,
      reason: null,
      requestId: deleted.headers.get('x-request-id'),
    });
    expect(JSON.stringify(entries)).not.toContain(key.key);

    const first = (await api.get('/v1/audit?kind=key&limit=1')).body;
    const next = (await api.get(`/v1/audit?kind=key&limit=1&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...next.data].map(({ action }: any) => action)).toEqual([
      'key.revoke',
      'key.create',
    ]);
    expect(next.nextCursor).toBeNull();
    expect(await api.get('/v1/audit?kind=keys')).toMatchObject({
      status: 400,
      body: { type: 'invalid_request' },
    });
  });

  it('says what an update changed, without what it was or is', async () => {
    const { api } = await openMarket(await newHome());
    const { body: key } = await api.post('/v1/api-keys', { name: 'ci', scopes: ['order:create'] });
    const ofKey = `/v1/api-keys/${key.id}`;
    await api.patch(ofKey, {
      name: 'nightly',
      budget: { limit: 5, currency: 'USD', period: 'day' },
    });
    const { body: listing } = await api.post('/v1/providers', draft);
    await api.patch(`/v1/listings/${listing.id}`, {
      description: 'Returns what it gets.',
      price: { amount: 0.02, currency: 'USD', unit: 'call' },
    });
    const { body: webhook } = await api.post('/v1/webhooks', { url: 'http://127.0.0.1:1/hook' });
    const ofWebhook = `/v1/webhooks/${webhook.id}`;
    await api.patch(ofWebhook, { state: 'paused' });
    await api.patch(ofWebhook, { filter: { orderState: 'failed' } });
    const entries = await ownAudit(api);
    expect(entries.map(({ action, changed, state }) => [action, changed, state])).toEqual([
      ['webhook.update', ['/filter'], undefined],
      ['webhook.update', undefined, 'paused'],
      ['webhook.create', undefined, undefined],
      ['listing.update', expect.arrayContaining(['/description', '/price/amount']), undefined],
      ['listing.create', undefined, undefined],
      ['key.update', ['/name', '/budget'], undefined],
      ['key.create', undefined, undefined],
    ]);
    expect(JSON.stringify(entries)).not.toContain('Returns what it gets.');
  });

  it('is narrowed to who did it, to what it was done and when', async () => {
    const market = await openMarket(await newHome());
    const { api } = market;
    const { body: key } = await api.post('/v1/api-keys', { name: 'ci', scopes: ['*'] });
    const { body: me } = await api.get('/v1/me');
    const { body: listing } = await api.as(key.key).post('/v1/providers', draft);
    await operate(market, 'listings', 'archive', listing.id, '--reason', 'DMCA 12');
    await market.advance(60_000);
    await api.delete(`/v1/api-keys/${key.id}`);
    const found = async (query: string) =>
      (await ownAudit(api, `?${query}`)).map(({ action }) => action);
    expect(await found(`actor=${key.id}`)).toEqual(['listing.create']);
    expect(await found(`actor=${me.keyId}`)).toEqual(['key.revoke', 'key.create']);
    expect(await found('actor=operator')).toEqual(['listing.archive']);
    for (const none of ['actor=session', 'actor=%25', 'subject=ci'])
      expect([none, await found(none)]).toEqual([none, []]);
    expect(await found(`subject=${listing.id}`)).toEqual(['listing.archive', 'listing.create']);
    expect(await found(`subject=${listing.id}&actor=operator&kind=listing`)).toHaveLength(1);
    const [{ at }] = await ownAudit(api);
    expect(await found(`from=${at}`)).toEqual(['key.revoke']);
    expect(await found(`to=${at}&kind=key`)).toEqual(['key.create']);
    expect(await found(`from=${at}&to=${at}`)).toEqual([]);
    for (const query of ['actor=', 'from=yesterday', 'to=2026-02-30T00:00:00Z'])
      expect([query, (await api.get(`/v1/audit?${query}`)).status]).toEqual([query, 400]);
  });

  it('has what people and the operator did, and nothing of other accounts', async () => {
    const market = await openMarket(await newHome());
    const browser = await signedUp(market);
    await operate(market, 'users', 'reset', '--email', 'ann@example.com');
    await operate(market, 'accounts', 'suspend', 'ann@example.com', '--reason', 'fraud');
    expect((await browser.get('/v1/audit')).status).toBe(403);
    await operate(market, 'accounts', 'resume', 'ann@example.com');
    const { body: me } = await browser.get('/v1/me');
    const unnamed = { name: null, lastFour: null };
    const operator = { kind: 'operator', id: null, ...unnamed };
    const account = { id: me.userId, ...unnamed, exists: true };
    const ann = { id: null, name: 'ann@example.com', lastFour: null, exists: true };
    expect(await ownAudit(browser)).toMatchObject([
      { action: 'account.resume', actor: operator, subject: account, reason: null },
      { action: 'account.suspend', actor: operator, subject: account, reason: 'fraud' },
      { action: 'user.reset', actor: operator, subject: ann },
      {
        action: 'session.start',
        actor: { kind: 'session', id: me.sessionId, ...unnamed },
        subject: { id: me.sessionId, ...unnamed, exists: true },
        requestId: null,
      },
    ]);
    expect(await ownAudit(market.api)).toEqual([]);
  });

  it('is read in pages, with the scope api_key:read and no other', async () => {
    const { api } = await openMarket(await newHome());
    const keyWith = async (...scopes: string[]) =>
      api.as((await api.post('/v1/api-keys', { name: scopes.join(), scopes })).body.key);
    const reader = await keyWith('api_key:read');
    const other = await keyWith('api_key:create', 'account:read');
    expect((await other.get('/v1/audit')).body).toMatchObject({
      type: 'insufficient_scope',
      requiredScope: 'api_key:read',
    });
    const first = (await reader.get('/v1/audit?limit=1')).body;
    const second = (await reader.get(`/v1/audit?limit=1&cursor=${first.nextCursor}`)).body;
    expect([...first.data, ...second.data].map(({ subject }) => subject.name)).toEqual([
      'api_key:create,account:read',
      'api_key:read',
    ]);
    expect(second.nextCursor).toBeNull();
    const keys = (await reader.get('/v1/api-keys?limit=1')).body;
    expect((await reader.get(`/v1/audit?cursor=${keys.nextCursor}`)).body.type).toBe(
      'invalid_cursor',
    );
  });
});

describe.each(ENGINES)('entries of the audit, on $name', ({ open }) => {
  const all = { limit: 100, after: null, maxBytes: Infinity };

  it('are listed by account, action and age, newest first and in pages', async () => {
    const { store, clock } = await open();
    const accountId = await newAccount(store);
    const other = await newAccount(store);
    const by = { kind: 'operator' } as const;
    await store.accounts.suspend(accountId, 'fraud', by);
    await store.accounts.suspend(other, 'spam', by);
    clock.move(1_000);
    const sinceMs = clock.now();
    await store.accounts.resume(accountId, by);
    const actionsOf = async (filter: AuditFilter, page: BoundedPageRequest = all) =>
      (await store.audit.list(filter, page, OPERATOR)).items.map(({ action }) => action);
    expect(await actionsOf({})).toEqual(['account.resume', 'account.suspend', 'account.suspend']);
    expect(await actionsOf({ accountId })).toEqual(['account.resume', 'account.suspend']);
    expect(await actionsOf({ action: 'account.suspend', accountId: other })).toHaveLength(1);
    expect(await actionsOf({ sinceMs })).toEqual(['account.resume']);
    const { items, more } = await store.audit.list({}, { ...all, limit: 1 }, OPERATOR);
    const after = { key: items[0]?.number ?? 0, id: '' };
    expect([more, await actionsOf({}, { ...all, after })]).toEqual([
      true,
      ['account.suspend', 'account.suspend'],
    ]);
  });

  it('are stored if and only if the change is, and deleted after 400 days', async () => {
    const { store, clock } = await open();
    const accountId = await newAccount(store);
    const by = { kind: 'session', sessionId: 's', requestId: 'r' } as const;
    await store.apiKeys.insert(newKey(accountId), 1, by);
    expect(await store.apiKeys.insert(newKey(accountId), 1, by)).toEqual({ kind: 'too-many' });
    const { items } = await store.audit.list({ accountId }, all, OPERATOR);
    expect(items).toMatchObject([{ action: 'key.create', actorId: 's', requestId: 'r' }]);
    clock.move(400 * DAY_MS);
    expect(await store.audit.prune(10)).toBe(0);
    clock.move(1);
    expect(await store.audit.prune(10)).toBe(1);
  });
});
