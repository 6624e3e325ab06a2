// docs/sell/publish.md#your-profile: what buyers see of a seller.
import { describe, expect, it } from 'vitest';
import type { Api } from '../../../../test-bed/api.ts';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';

const PROFILE = {
  name: 'Fjord Weather',
  website: 'https://weather.example.com',
  contact: 'https://weather.example.com/help',
  termsUrl: 'https://weather.example.com/terms',
  documentationUrl: null,
};

const replace = (api: Api, profile: object) => api.request('PUT', '/v1/profile', profile);

describe.each(MARKETS)('a seller profile on $name', ({ openMarket, newHome }) => {
  it('exists with the account, under a name that shows nothing of the person', async () => {
    const market = await openMarket();
    const api = await market.otherApi({ email: 'ann.smith@example.com' });
    const { body: profile } = await api.get('/v1/profile');
    expect(profile).toEqual({
      sellerId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4/),
      name: `Seller ${profile.sellerId.slice(0, 8)}`,
      website: null,
      contact: null,
      termsUrl: null,
      documentationUrl: null,
    });
    const { body: me } = await api.get('/v1/me');
    expect(profile.sellerId).not.toBe(me.userId);
  });

  it('is replaced as a whole, keeps its id, and is there after a restart', async () => {
    const home = await newHome();
    const market = await openMarket(home);
    const { sellerId } = (await market.api.get('/v1/profile')).body;
    const replaced = await replace(market.api, { ...PROFILE, sellerId: 'ignored' });
    expect([replaced.status, replaced.body]).toEqual([200, { ...PROFILE, sellerId }]);
    await replace(market.api, { name: '  Fjord \u202eWeather ' });
    await market.close();
    const { api } = await openMarket(home);
    expect((await api.get('/v1/profile')).body).toEqual({
      sellerId,
      name: 'Fjord Weather',
      website: null,
      contact: null,
      termsUrl: null,
      documentationUrl: null,
    });
  });

  it('is named by every record of a listing, at once after a change', async () => {
    const market = await openMarket();
    const { id } = await publish(market, await openSeller({}));
    const { sellerId } = (await replace(market.api, PROFILE)).body;
    for (const path of [
      `/v1/providers/${id}`,
      `/v1/listings/${id}`,
      `/v1/marketplace/listings/${id}`,
      '/v1/providers',
      '/v1/listings',
      '/v1/marketplace/listings',
      '/v1/marketplace/listings?query=echo&include=contract',
    ]) {
      const { body } = await market.api.get(path);
      const { seller } = body.data?.[0] ?? body;
      expect([path, seller]).toEqual([path, { id: sellerId, name: 'Fjord Weather' }]);
    }
  });

  it('has a public page with the published listings, newest first', async () => {
    const market = await openMarket();
    const seller = await openSeller({});
    const other = await market.otherApi();
    const { sellerId } = (await replace(market.api, PROFILE)).body;
    const [first, second, paused] = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => publish(market, seller, { title })),
    );
    await publish(market, seller, { title: 'Of someone else', api: other });
    await market.api.patch(`/v1/listings/${paused.id}`, { listingState: 'paused' });
    const newest: string[] = [first.id, second.id];
    newest.sort((a, b) => (a < b ? 1 : -1));
    const path = `/v1/marketplace/sellers/${sellerId}`;
    const { status, body } = await market.api.as(undefined).get(path);
    expect([status, { ...body, listings: body.listings.data.map((each: any) => each.id) }]).toEqual(
      [200, { ...PROFILE, sellerId, listings: newest }],
    );
    expect(Object.keys(body.listings.data[0])).not.toContain('userId');
    const page = (await market.api.get(`${path}?limit=1`)).body.listings;
    expect(page.data.map((each: any) => each.id)).toEqual(newest.slice(0, 1));
    const rest = (await market.api.get(`${path}?cursor=${page.nextCursor}`)).body.listings;
    expect([rest.data.map((each: any) => each.id), rest.nextCursor]).toEqual([
      newest.slice(1),
      null,
    ]);
  });

  it('has no page under an id that is not one, or of another kind', async () => {
    const market = await openMarket();
    const { body: me } = await market.api.get('/v1/me');
    for (const id of [me.userId, 'fjord-weather', '%00', '01920000-0000-7000-8000-000000000000']) {
      const { status, body } = await market.api.get(`/v1/marketplace/sellers/${id}`);
      expect([id, status, body.type]).toEqual([id, 404, 'not_found']);
    }
  });

  it('refuses links that are not https, or lead to private addresses', async () => {
    const market = await openMarket();
    for (const [field, value] of [
      ['website', 'http://weather.example.com'],
      ['website', 'javascript:alert(1)'],
      ['website', 'https://localhost/'],
      ['website', 'https://10.0.0.1/'],
      ['website', 'https://user:secret@weather.example.com/'],
      ['termsUrl', 'https://exa\u00admple.com/ x'],
      ['documentationUrl', ''],
      ['contact', 'call me'],
      ['contact', 'help@weather.example.com'],
      ['contact', 'mailto:help@weather.example.com'],
      ['contact', 'javascript:alert(1)@x.y'],
      ['contact', 'http://weather.example.com'],
      ['name', ''],
      ['name', '\u2800 \u200b'],
      ['name', 'x'.repeat(81)],
      ['name', 'two\nlines'],
      ['name', '\ud800'],
      ['logo', 'https://weather.example.com/logo.png'],
    ] as const) {
      const { status, body } = await replace(market.api, { ...PROFILE, [field]: value });
      expect([field, value, status, body.type]).toEqual([field, value, 400, 'invalid_request']);
      expect(body.details[0].path).toBe(`/${field}`);
    }
    expect((await market.api.get('/v1/profile')).body.website).toBeNull();
  });

  it('passes the same check of texts as a listing, or stays as it is', async () => {
    const market = await openMarket();
    await replace(market.api, PROFILE);
    for (const [profile, path] of [
      [{ name: 'Holy shit services' }, '/name'],
      [{ name: 'Cheap www.spam.example' }, '/name'],
      [{ name: '<script>alert(1)</script>' }, '/name'],
      [{ name: 'Fine', contact: 'https://weather.example.com/shit' }, '/contact'],
    ] as const) {
      const { status, body } = await replace(market.api, profile);
      expect([profile.name, status, body.type]).toEqual([profile.name, 422, 'review_failed']);
      expect(body.checks).toMatchObject([{ name: 'content', outcome: 'failed' }]);
      expect(body.checks[0].details[0].path).toBe(path);
    }
    expect((await market.api.get('/v1/profile')).body).toMatchObject(PROFILE);
  });

  it('needs its own scopes', async () => {
    const market = await openMarket();
    const reader = await market.otherApi({ scopes: ['account:read'] });
    expect((await reader.get('/v1/profile')).status).toBe(200);
    const { status, body } = await replace(reader, PROFILE);
    expect([status, body.requiredScope]).toEqual([403, 'account:update']);
  });
});
