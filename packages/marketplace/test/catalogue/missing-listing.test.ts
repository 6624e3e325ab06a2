// docs/reference/protocol.md#errors: an error says what to do next.
import type { CatalogueStore } from '../../src/catalogue/store.ts';
import { describe, expect, it, vi } from 'vitest';
import { openSeller } from '../../../../test-bed/within-test.ts';
import { missingListing } from '../../src/catalogue/search.ts';
import { publish } from '../market.ts';
import { MARKETS } from '../markets.ts';
import { contextOf } from '../context-of.ts';

const NOWHERE = '01993b41-2e00-7b64-8c1f-3a9d5e7f0c12';

describe.each(MARKETS)('a listing that does not exist, on $name', ({ openMarket, newHome }) => {
  it('is named, with the published one that was probably meant', async () => {
    const market = await openMarket(await newHome());
    const seller = await openSeller();
    await publish(market, seller, { title: 'City weather' });
    const hidden = await publish(market, seller, { title: 'Tide tables' });
    await market.api.patch(`/v1/listings/${hidden.id}`, { listingState: 'archived' });
    const buyer = await market.otherApi();
    const errors = async (ref: string) => [
      (await buyer.activate(ref, {})).body.error,
      (await buyer.get(`/v1/marketplace/listings/${ref}`)).body.error,
      (await buyer.get(`/v1/marketplace/listings/${ref}/history`)).body.error,
      (await buyer.get(`/v1/marketplace/listings/${ref}/health`)).body.error,
    ];
    for (const [ref, message] of [
      ['city-wether', 'Listing not found: city-wether. Did you mean city-weather?'],
      ['City-weather', 'Listing not found: City-weather. Did you mean city-weather?'],
      ['tide-tabels', 'Listing not found: tide-tabels.'],
      ['tide-tables', 'Listing not found: tide-tables.'],
      ['translate', 'Listing not found: translate.'],
      [NOWHERE, `Listing not found: ${NOWHERE}.`],
      [encodeURIComponent('a "b" \u202e'), 'Listing not found.'],
    ] as const) {
      expect(await errors(ref).then((all) => [...new Set(all)])).toEqual([message]);
    }
    // One's own are not looked for among those of others.
    const own = await buyer.get('/v1/listings/city-weather');
    expect(own).toMatchObject({ status: 404, body: { error: 'Listing not found: city-weather.' } });
  });
});

it('is not looked for by a name that is longer than a slug, whose words would take 16 ms', async () => {
  const search = vi.fn<CatalogueStore['search']>();
  const { message } = await missingListing(
    contextOf({ store: { catalogue: { search } } as never }),
    '\ufdfa'.repeat(1_700),
    {
      name: 'ann',
    },
  );
  expect([message, search.mock.calls.length]).toEqual(['Listing not found.', 0]);
});
