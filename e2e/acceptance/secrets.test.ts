// docs/reference/endpoints.md and docs/reference/seller-interface.md#signing: the signing secret.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectError, pathsOf } from './expect-error.ts';
import { openMarket } from './market.ts';
import { providerIn } from './provider-in-state.ts';

const market = await openMarket({ env: { MKT_LOG_LEVEL: 'trace' } });
const { api } = market;

const pull = (id: string, body: unknown = {}) =>
  api.post(`/v1/providers/${id}/signing-secret`, body);
const rotate = (id: string, body: unknown = {}) =>
  api.post(`/v1/providers/${id}/signing-secret/rotate`, body);

describe.concurrent('the signing secret', () => {
  it('is whsec_ followed by 32 bytes in base64', async () => {
    const { provider } = await market.publish();
    const { status, body } = await pull(provider.id);
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual([
      'createdAt',
      'previousExpiresAt',
      'secret',
      'slug',
    ]);
    expect(body.slug).toBe(provider.slug);
    expect((await rotate(provider.id)).body.slug).toBe(provider.slug);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(body.secret.slice(6), 'base64')).toHaveLength(32);
    expect(body.previousExpiresAt).toBeNull();
    expect(Math.abs(Date.now() - Date.parse(body.createdAt))).toBeLessThan(60_000);
  });

  it('is the same at every read, and is never cached', async () => {
    const { provider } = await market.publish();
    const first = await pull(provider.id);
    const second = await api.post(`/v1/providers/${provider.id}/signing-secret`);
    expect(second.body).toEqual(first.body);
    for (const { headers } of [first, second, await rotate(provider.id)]) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('differs for each listing', async () => {
    const made = await Promise.all([market.publish(), market.publish(), market.publish()]);
    const secrets = await Promise.all(made.map(({ provider }) => pull(provider.id)));
    expect(new Set(secrets.map(({ body }) => body.secret)).size).toBe(3);
  });

  for (const status of ['draft', 'pending_review', 'flagged'] as const) {
    it(`does not exist before publication: 409 for a listing that is ${status}`, async () => {
      const { provider, release } = await providerIn(market, status);
      expectError(await pull(provider.id), 409, 'secret_not_available');
      expectError(await rotate(provider.id), 409, 'secret_not_available');
      release();
    });
  }

  it('remains readable when the listing is paused', async () => {
    const { provider } = await providerIn(market, 'paused');
    expect((await pull(provider.id)).status).toBe(200);
  });

  it('does not change when the listing is paused and resumed, or its contract changes', async () => {
    const { provider, seller } = await market.publish();
    const { body } = await pull(provider.id);
    const patch = (change: unknown) => api.patch(`/v1/listings/${provider.id}`, change);
    await patch({ listingState: 'paused' });
    await patch({ listingState: 'published' });
    await patch({ runContract: { method: 'PUT', endpointPath: `${seller.url}/run` } });
    expect((await pull(provider.id)).body).toEqual(body);
  });

  it('is private: another account gets 404, and a key without the scope 403', async () => {
    const { provider } = await market.publish();
    const other = await market.account();
    for (const path of ['signing-secret', 'signing-secret/rotate']) {
      const at = `/v1/providers/${provider.id}/${path}`;
      expectError(await other.api.post(at, {}), 404, 'not_found');
      const made = await api.post('/v1/api-keys', {
        name: 'All but the secret',
        scopes: ['provider:create', 'provider:read', 'provider:delete', 'listing:update'],
      });
      const error = expectError(
        await api.as(made.body.key).post(at, {}),
        403,
        'insufficient_scope',
      );
      expect(error.requiredScope).toBe('provider:secret');
    }
  });

  it('is not in any other response', async () => {
    const { provider } = await market.publish();
    const { secret } = (await pull(provider.id)).body;
    for (const path of [
      `/v1/providers/${provider.id}`,
      `/v1/listings/${provider.id}`,
      `/v1/marketplace/listings/${provider.id}`,
      `/v1/providers/${provider.id}/health`,
    ]) {
      expect((await api.get(path)).text).not.toContain(secret.slice(6));
    }
  });
});

describe.concurrent('rotating the signing secret', () => {
  it('returns a new secret and until when the old one also signs, by default for a day', async () => {
    const { provider } = await market.publish();
    const old = (await pull(provider.id)).body;
    const { status, body } = await rotate(provider.id);
    expect(status).toBe(200);
    expect(body.secret).not.toBe(old.secret);
    const overlapMs = Date.parse(body.previousExpiresAt) - Date.now();
    expect(Math.abs(overlapMs - 86_400_000)).toBeLessThan(60_000);
    expect((await pull(provider.id)).body).toEqual(body);
  });

  it('accepts a missing body', async () => {
    const { provider } = await market.publish();
    const response = await api.post(`/v1/providers/${provider.id}/signing-secret/rotate`);
    expect(response.status, response.text).toBe(200);
  });

  for (const gracePeriodSeconds of [1, 3600, 604_800]) {
    it(`keeps both for ${gracePeriodSeconds} s on request`, async () => {
      const { provider } = await market.publish();
      const { body } = await rotate(provider.id, { gracePeriodSeconds });
      const overlapMs = Date.parse(body.previousExpiresAt) - Date.now();
      expect(Math.abs(overlapMs - gracePeriodSeconds * 1000)).toBeLessThan(60_000);
    });
  }

  for (const gracePeriodSeconds of [-1, 604_801, 1.5, '60', null]) {
    it(`refuses a grace period of ${JSON.stringify(gracePeriodSeconds)} and changes nothing`, async () => {
      const { provider } = await market.publish();
      const before = (await pull(provider.id)).body;
      const error = expectError(
        await rotate(provider.id, { gracePeriodSeconds }),
        400,
        'invalid_request',
      );
      expect(pathsOf(error)).toEqual(['/gracePeriodSeconds']);
      expect((await pull(provider.id)).body).toEqual(before);
    });
  }

  it('two rotations at the same time leave one of the two new secrets', async () => {
    const { provider } = await market.publish();
    const responses = await Promise.all([rotate(provider.id), rotate(provider.id)]);
    const given = responses.filter(({ status }) => status === 200).map(({ body }) => body.secret);
    expect(given.length).toBeGreaterThan(0);
    expect(given).toContain((await pull(provider.id)).body.secret);
  });
});

describe('secrets at rest', () => {
  async function everyFile(folder: string): Promise<Map<string, Buffer>> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return new Map(
      await Promise.all(
        files.map(async ({ parentPath, name }) => {
          const path = join(parentPath, name);
          return [path, await readFile(path)] as const;
        }),
      ),
    );
  }

  it('secrets and API keys are not readable in the data folder or the log', async () => {
    const { provider } = await market.publish();
    const { secret } = (await pull(provider.id)).body;
    const rotated = (await rotate(provider.id)).body.secret;
    const made = (await api.post('/v1/api-keys', { name: 'Hidden', scopes: [] })).body.key;
    await api.as(made).get('/v1/me');
    const hidden = [secret, rotated, made, ...[secret, rotated].map((text) => text.slice(6))];
    const needles = hidden.map((text) => Buffer.from(text));
    for (const text of [secret, rotated]) needles.push(Buffer.from(text.slice(6), 'base64'));
    const files = await everyFile(market.server.dataDir);
    expect(files.size).toBeGreaterThan(0);
    for (const [path, content] of files) {
      for (const needle of needles) expect(content.includes(needle), path).toBe(false);
    }
    const log = market.server.stderr() + market.server.stdout();
    expect(log).toContain('signing secret read');
    for (const text of hidden) expect(log).not.toContain(text);
  });
});
