import { createClient, type Client, type Order, type OrderTexts } from '@mkt/client';
import type {
  CatalogueListing,
  Listing,
  Me,
  Provider,
  SellerOrder,
  SigningSecret,
} from '@mkt/protocol';
import { describe, expectTypeOf, it } from 'vitest';

interface Insights {
  words: number;
}

declare module '@mkt/client' {
  interface Listings {
    'typed-insights': { input: { text: string }; output: Insights };
    'typed-nothing': { input?: unknown; output: null };
  }
}

type Run = Client['run'];
const client: Client = createClient({ apiKey: null });

// Types only: tsc checks these, and nothing that stands in a function is run.

describe('a listing whose types are known', () => {
  it('has its input and its output in run and activate', () => {
    expectTypeOf(() => {
      expectTypeOf(client.run('typed-insights', { text: 'Hi' })).resolves.toEqualTypeOf<Insights>();
      expectTypeOf(client.activate('typed-insights', { text: 'Hi' })).resolves.toEqualTypeOf<
        Order<Insights>
      >();
      expectTypeOf<Order<Insights>['result']>().toEqualTypeOf<Insights | undefined>();
    }).toBeFunction();
  });

  it('refuses another input, and none', () => {
    expectTypeOf(() => {
      // @ts-expect-error -- text is a string
      void client.run('typed-insights', { text: 7 });
      // @ts-expect-error -- text is required
      void client.activate('typed-insights', {});
      // @ts-expect-error -- the input is required
      void client.run('typed-insights');
      // @ts-expect-error -- no such option
      void client.run('typed-insights', { text: 'Hi' }, { timeOut: '1s' });
      void client.run('typed-insights', { text: 'Hi' }, { timeout: '1s', maxPrice: 1 });
    }).toBeFunction();
  });

  it('may leave out an input of which nothing is said', () => {
    expectTypeOf(() => {
      expectTypeOf(client.run('typed-nothing')).resolves.toEqualTypeOf<null>();
    }).toBeFunction();
  });
});

describe('any other listing', () => {
  it('takes anything and gives the unknown', () => {
    expectTypeOf(() => {
      expectTypeOf(client.run('other')).resolves.toBeUnknown();
      expectTypeOf(client.run('other', [1], { timeout: 5 })).resolves.toBeUnknown();
      const slug: string = 'typed-insights';
      expectTypeOf(client.activate(slug, null)).resolves.toEqualTypeOf<Order>();
    }).toBeFunction();
  });

  it('has a name that is any text', () => {
    expectTypeOf<Run>().toBeCallableWith('0190c1f2-7a00-7000-8000-000000000001', {});
  });
});

describe('the records', () => {
  it('are those of the wire', () => {
    expectTypeOf(async () => {
      expectTypeOf(client.me()).resolves.toEqualTypeOf<Me>();
      expectTypeOf(client.providers.get('p')).resolves.toEqualTypeOf<Provider>();
      expectTypeOf(client.providers.signingSecret('p')).resolves.toEqualTypeOf<SigningSecret>();
      expectTypeOf(client.providers.delete('p')).resolves.toEqualTypeOf<void>();
      expectTypeOf((await client.listings.list()).data).toEqualTypeOf<Listing[]>();
      expectTypeOf(client.marketplace.listing('l')).resolves.toEqualTypeOf<CatalogueListing>();
      for await (const each of client.marketplace.listings()) {
        expectTypeOf(each).toEqualTypeOf<CatalogueListing>();
      }
      for await (const each of client.providers.orders('p')) {
        expectTypeOf(each).toEqualTypeOf<SellerOrder & OrderTexts>();
      }
    }).toBeFunction();
  });

  it('can be changed and sent back', () => {
    expectTypeOf(async () => {
      const listing = await client.listings.get('l');
      await client.listings.update(listing.id, { ...listing, title: 'New' });
    }).toBeFunction();
  });

  it('take durations, and no other texts', () => {
    expectTypeOf(() => {
      void client.orders.wait('o', { timeout: '1.5s' });
      // @ts-expect-error -- no such unit
      void client.orders.wait('o', { timeout: '1 day' });
    }).toBeFunction();
  });
});
