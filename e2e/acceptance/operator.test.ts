// docs/operate/run.md#appeals-and-takedowns: what an operator may decide.
import { describe, expect, it } from 'vitest';
import { expectError } from './expect-error.ts';
import { createKey, openMarket } from './market.ts';
import { reviewed } from '../../test-bed/reviewed.ts';
import { providerIn } from './provider-in-state.ts';

const market = await openMarket();
const { api, anonymous, server } = market;

const run = (...args: string[]) => server.run([...args, '--data', server.dataDir]);

describe.concurrent('the operator', () => {
  /** The version that `show` prints, which `approve` requires. */
  async function versionOf(id: string): Promise<string> {
    const { code, stdout, stderr } = await run('reviews', 'show', id, '--json');
    expect(code, stderr).toBe(0);
    return String(JSON.parse(stdout).version);
  }

  it('can publish a listing that the review flagged for its content, in the version that was read', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const version = await versionOf(provider.id);
    const { code, stderr } = await run('reviews', 'approve', provider.id, '--if-version', version);
    expect(code, stderr).toBe(0);
    const { body } = await api.get(`/v1/providers/${provider.id}`);
    expect(body).toMatchObject({ status: 'published', reviewRejectionReason: null });
    expect(body.reviewChecks).toContainEqual(
      expect.objectContaining({ name: 'content', message: 'waived by the operator' }),
    );
    expect((await api.post(`/v1/providers/${provider.id}/signing-secret`, {})).status).toBe(200);
  });

  it('cannot publish a listing that its owner has changed since it was read', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const version = await versionOf(provider.id);
    const title = 'Another title, and still those examples';
    expect((await api.patch(`/v1/listings/${provider.id}`, { title })).status).toBe(200);
    await reviewed(api, provider.id);
    const { code, stderr } = await run('reviews', 'approve', provider.id, '--if-version', version);
    expect(code).toBe(1);
    expect(stderr).toContain(`mkt-marketplace reviews show ${provider.id}`);
    expect((await api.get(`/v1/providers/${provider.id}`)).body.status).toBe('flagged');
  });

  it('cannot publish a listing whose service is not reachable', async () => {
    const { provider, seller } = await providerIn(market, 'flagged');
    const version = await versionOf(provider.id);
    seller.on('HEAD /run', () => ({ status: 500 }));
    const { code, stderr } = await run('reviews', 'approve', provider.id, '--if-version', version);
    expect(code).toBe(1);
    expect(stderr).toMatch(/✖ Not approved, because these checks failed: reachability: /);
    expect((await api.get(`/v1/providers/${provider.id}`)).body.status).toBe('flagged');
  });

  it('must name the version that was read', async () => {
    const { provider } = await providerIn(market, 'flagged');
    for (const more of [[], ['--if-version', 'x'], ['--if-version', '-1']]) {
      expect((await run('reviews', 'approve', provider.id, ...more)).code).toBe(2);
    }
  });

  it('can list flagged listings, and read one in full with direction marks escaped', async () => {
    const { provider } = await providerIn(market, 'flagged');
    const { stdout } = await run('reviews', 'list');
    const line = stdout.split('\n').find((each) => each.startsWith(provider.id)) ?? '';
    expect(line).toContain('flagged');
    expect(line).toContain('content');
    const hostile = 'Nice \u202Egnp.exe text';
    await api.patch(`/v1/listings/${provider.id}`, { description: hostile });
    await reviewed(api, provider.id);
    const shown = await run('reviews', 'show', provider.id);
    expect(shown.stdout).not.toContain('\u202E');
    expect(JSON.parse(shown.stdout).description).toContain('gnp.exe');
    expect(shown.stderr).toContain('--if-version');
  });

  it('can list keys without their secrets, and revoke one together with those created with it', async () => {
    const email = 'keys@example.com';
    const own = anonymous.as(await createKey(server, email, '*'));
    const made = (await own.post('/v1/api-keys', { name: 'child', scopes: ['order:read'] })).body;
    const { code, stdout, stderr } = await run('keys', 'list', '--email', email, '--json');
    expect(code, stderr).toBe(0);
    const keys: { id: string; parentId: string | null; origin: string }[] = JSON.parse(stdout);
    expect(stdout).not.toContain(made.key);
    const child = keys.find(({ id }) => id === made.id);
    const parent = keys.find(({ id }) => id === child?.parentId);
    expect([child?.origin, parent?.origin]).toEqual(['key', 'operator']);
    expect((await run('keys', 'list', '--email', email)).stdout).toContain(made.id);

    const revoked = await run('keys', 'revoke', parent?.id ?? '');
    expect(revoked.code, revoked.stderr).toBe(0);
    expect(revoked.stderr).toContain('and 1 key that was created with it');
    expectError(await own.get('/v1/orders'), 401, 'unauthenticated');
    expectError(await anonymous.as(made.key).get('/v1/orders'), 401, 'unauthenticated');
    expect((await run('keys', 'revoke', parent?.id ?? '')).code).toBe(1);
  });

  it('can suspend an account, and resume it', async () => {
    const { api: own, email } = await market.account();
    const suspended = await run('accounts', 'suspend', email, '--reason', 'Spam.');
    expect(suspended.code, suspended.stderr).toBe(0);
    expectError(await own.get('/v1/orders'), 403, 'account_suspended');
    expectError(await own.get('/v1/marketplace/listings'), 403, 'account_suspended');
    expect((await run('accounts', 'resume', email)).code).toBe(0);
    expect((await own.get('/v1/orders')).status).toBe(200);
    const unknown = await run('accounts', 'suspend', 'unknown@example.com');
    expect(unknown.code).toBe(1);
    expect(unknown.stderr).toContain('No account has the id or email address unknown@example.com.');
  });

  it('can take a listing down permanently, with a reason that its owner can read', async () => {
    const { provider } = await providerIn(market, 'published');
    const reason = 'It sells what is not its own.';
    const { code, stderr } = await run('listings', 'archive', provider.id, '--reason', reason);
    expect(code, stderr).toBe(0);
    const after = (await api.get(`/v1/providers/${provider.id}`)).body;
    expect(after.status).toBe('archived');
    expect(after.reviewRejectionReason).toContain(reason);
    expectError(await anonymous.get(`/v1/marketplace/listings/${provider.id}`), 404, 'not_found');
    const back = await api.patch(`/v1/listings/${provider.id}`, { listingState: 'published' });
    expectError(back, 409, 'invalid_state_transition');
  });

  for (const status of ['draft', 'published', 'archived'] as const) {
    it(`cannot approve a listing that is ${status}`, async () => {
      const { provider } = await providerIn(market, status);
      const { code, stderr } = await run('reviews', 'approve', provider.id, '--if-version', '2');
      expect(code).toBe(1);
      expect(stderr).not.toMatch(/unknown command/);
      expect((await api.get(`/v1/providers/${provider.id}`)).body.status).toBe(status);
    });
  }
});
