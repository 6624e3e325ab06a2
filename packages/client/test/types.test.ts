import {
  createClient,
  type Client,
  type ApiPromise,
  type ApiResponse,
  type CatalogueListing,
  type CatalogueQuery,
  type CatalogueSummary,
  type CompletedOrder,
  type CreateApiKeyRequest,
  type CreateListingRequest,
  type FailedOrder,
  type Listing,
  type ListQuery,
  type Me,
  type OpenOrder,
  type Order,
  type OrderFailure,
  type OrderFailedError,
  type OrderListQuery,
  type OrderSummary,
  type OwnListing,
  type RequestOptions,
  type RunOptions,
  type SellerOrder,
  type SellerOrderSummary,
  type SettledOrder,
  type SigningSecret,
  type UpdateListingRequest,
  type WaitTimeoutError,
  type WithResponse,
} from '@mkt/client';
import type { Order as WireOrder, SellerOrder as WireSellerOrder } from '@mkt/protocol';
import { describe, expectTypeOf, it } from 'vitest';

const client = createClient({ apiKey: null });
declare const anyQuery: CatalogueQuery;
declare const anyOrders: OrderListQuery;
declare const order: Order<{ words: number }>;

// Types only: tsc checks these, and nothing inside the functions runs.

describe('an order', () => {
  it('is discriminated by its state', () => {
    expectTypeOf(() => {
      switch (order.orderState) {
        case 'completed':
          expectTypeOf(order).toEqualTypeOf<CompletedOrder<{ words: number }>>();
          expectTypeOf(order.result).toEqualTypeOf<{ words: number }>();
          expectTypeOf(order.failure).toBeNull();
          expectTypeOf(order.durationMs).toBeNumber();
          return order.resultText;
        case 'failed':
          expectTypeOf(order).toEqualTypeOf<FailedOrder>();
          expectTypeOf(order.failure).toEqualTypeOf<OrderFailure>();
          return order.errorMessage;
        case 'pending':
          expectTypeOf(order.startedAt).toBeNull();
          return undefined;
        case 'running':
          expectTypeOf(order.startedAt).toBeString();
          return undefined;
        default:
          return expectTypeOf(order).toBeNever();
      }
    }).toBeFunction();
  });

  it('has a result or an error message only after its state was checked', () => {
    expectTypeOf(() => {
      // @ts-expect-error -- it may not be completed
      void order.result;
      // @ts-expect-error -- it may not have failed
      void order.errorMessage;
      // @ts-expect-error -- a failed order has no result
      if (order.orderState === 'failed') void order.result;
      expectTypeOf(order.failure).toEqualTypeOf<OrderFailure | null>();
      expectTypeOf(order.charged).toBeBoolean();
    }).toBeFunction();
  });

  it('is a record of the wire in every state', () => {
    expectTypeOf<Order>().toExtend<WireOrder>();
    expectTypeOf<SellerOrder>().toExtend<WireSellerOrder>();
  });

  it('is settled after a wait, open in a timeout, and failed in the error of run', () => {
    expectTypeOf(() => {
      expectTypeOf(client.orders.wait('o')).resolves.toEqualTypeOf<SettledOrder>();
      expectTypeOf<WaitTimeoutError['order']>().toEqualTypeOf<OpenOrder | undefined>();
      expectTypeOf<OrderFailedError['order']>().toEqualTypeOf<FailedOrder>();
    }).toBeFunction();
  });

  it('is also discriminated in the seller’s view', () => {
    expectTypeOf(async () => {
      for await (const each of client.listings.orders('p')) {
        expectTypeOf(each).toEqualTypeOf<SellerOrder>();
        expectTypeOf(each.buyerId).toBeString();
        if (each.orderState === 'completed') expectTypeOf(each.result).toBeUnknown();
      }
    }).toBeFunction();
  });
});

describe('a record', () => {
  it('is exported, and what its methods return', () => {
    expectTypeOf(async () => {
      expectTypeOf(client.me()).toEqualTypeOf<ApiPromise<Me>>();
      expectTypeOf(client.listings.get('p')).resolves.toEqualTypeOf<OwnListing>();
      expectTypeOf(client.listings.signingSecret('p')).resolves.toEqualTypeOf<SigningSecret>();
      expectTypeOf(client.listings.delete('p')).resolves.toEqualTypeOf<void>();
      expectTypeOf(client.request('GET', '/v1/x')).resolves.toBeUnknown();
      expectTypeOf((await client.listings.list()).data).toEqualTypeOf<OwnListing[]>();
      expectTypeOf(client.listings.pause('l')).resolves.toEqualTypeOf<Listing>();
      expectTypeOf(client.listing('l')).resolves.toEqualTypeOf<CatalogueListing>();
    }).toBeFunction();
  });

  it('comes with its response on request', () => {
    expectTypeOf(() => {
      const call = client.me().withResponse();
      expectTypeOf(call).resolves.toEqualTypeOf<WithResponse<Me>>();
      expectTypeOf<WithResponse<Me>['response']>().toEqualTypeOf<ApiResponse>();
    }).toBeFunction();
  });

  it('an order of a list is whole, unless the query asks for summaries', () => {
    expectTypeOf(async () => {
      const { listings, orders, sales } = client;
      expectTypeOf((await orders.list({ limit: 1 })).data).toEqualTypeOf<Order[]>();
      const short = await orders.list({ view: 'summary' });
      expectTypeOf(short.data).toEqualTypeOf<OrderSummary[]>();
      // @ts-expect-error -- a summary has no input
      void short.data[0]?.requestBody;
      const either = await orders.list(anyOrders);
      expectTypeOf(either.data).toEqualTypeOf<(Order | OrderSummary)[]>();
      expectTypeOf((await sales.list()).data).toEqualTypeOf<SellerOrder[]>();
      const sold = await sales.list({ view: 'summary' });
      expectTypeOf(sold.data).toEqualTypeOf<SellerOrderSummary[]>();
      const ofOne = await listings.orders('p', { view: 'summary' });
      expectTypeOf(ofOne.data).toEqualTypeOf<SellerOrderSummary[]>();
    }).toBeFunction();
  });

  it('a record of the catalogue is a summary, unless the query includes the contract', () => {
    expectTypeOf(async () => {
      const { search } = client;
      expectTypeOf((await search()).data).toEqualTypeOf<CatalogueSummary[]>();
      expectTypeOf((await search({ query: 'a' })).data).toEqualTypeOf<CatalogueSummary[]>();
      const whole = await search({ include: 'contract' });
      expectTypeOf(whole.data).toEqualTypeOf<CatalogueListing[]>();
      const either = await search(anyQuery);
      expectTypeOf(either.data).toEqualTypeOf<(CatalogueSummary | CatalogueListing)[]>();
      // @ts-expect-error -- no such parameter
      void search({ maxprice: 1 });
    }).toBeFunction();
  });
});

describe('under exactOptionalPropertyTypes', () => {
  const nothing = undefined as string | undefined;
  const noNumber = undefined as number | undefined;

  it('a query takes undefined', () => {
    expectTypeOf({ limit: noNumber, cursor: nothing }).toExtend<ListQuery>();
    expectTypeOf({ listingId: nothing, createdAfter: nothing }).toExtend<OrderListQuery>();
    expectTypeOf(() => client.search({ query: nothing, maxPrice: noNumber })).toBeFunction();
    expectTypeOf(() =>
      client.orders.list({ orderState: undefined, limit: noNumber }),
    ).toBeFunction();
  });

  it('a request takes undefined where a member is optional', () => {
    expectTypeOf(() => {
      void client.listings.update('l', {
        title: nothing,
        price: { amount: noNumber, unit: nothing },
        runContract: { endpointPath: nothing, inputSchema: undefined },
      });
      void client.apiKeys.create({ name: 'k', scopes: [], expiresAt: nothing });
      void client.listings.create({
        title: 'T',
        slug: nothing,
        price: undefined,
        runContract: { method: 'POST', endpointPath: 'u', healthEndpoint: nothing },
      });
      // @ts-expect-error -- the title is required
      void client.listings.create({ title: nothing, runContract: {} as never });
      expectTypeOf<CreateApiKeyRequest['name']>().toBeString();
    }).toBeFunction();
  });

  it('options take undefined', () => {
    expectTypeOf(() => {
      const options = { timeout: noNumber, retries: noNumber, headers: { 'x-a': nothing } };
      expectTypeOf(options).toExtend<RequestOptions>();
      void client.run(
        'l',
        {},
        { maxPrice: noNumber, idempotencyKey: nothing, onUpdate: undefined },
      );
      void createClient({ baseUrl: nothing, backoff: { minDelay: undefined }, logger: undefined });
    }).toBeFunction();
  });
});

describe('a request', () => {
  it('has no member that the marketplace sets', () => {
    type ReadOnly =
      | 'id'
      | 'userId'
      | 'status'
      | 'reviewRejectionReason'
      | 'reviewChecks'
      | 'revision'
      | 'health'
      | 'createdAt'
      | 'updatedAt'
      | 'warnings';
    expectTypeOf<Extract<keyof CreateListingRequest, ReadOnly>>().toBeNever();
    expectTypeOf<Extract<keyof UpdateListingRequest, ReadOnly | 'slug'>>().toBeNever();
    expectTypeOf<keyof UpdateListingRequest>().toEqualTypeOf<
      'title' | 'description' | 'category' | 'tags' | 'listingState' | 'price' | 'runContract'
    >();
    expectTypeOf(() => {
      // @ts-expect-error -- the marketplace sets it
      void client.listings.update('l', { status: 'published' });
    }).toBeFunction();
  });

  it('has a slug only where the listing is created', () => {
    expectTypeOf(() => {
      void client.listings.preview('https://seller.example', { slug: 'insights', timeout: '5s' });
      void client.listings.importFromService('https://seller.example', { slug: undefined });
      // @ts-expect-error -- a slug never changes
      void client.listings.update('l', { slug: 'insights' });
      // @ts-expect-error -- it is a text
      void client.listings.importFromService('https://seller.example', { slug: 7 });
    }).toBeFunction();
  });

  it('may be a record that was read and changed', () => {
    expectTypeOf(async () => {
      const listing = await client.listings.get('l');
      await client.listings.update(listing.id, { ...listing, title: 'New' });
    }).toBeFunction();
  });
});

describe('durations', () => {
  it('are milliseconds or a text with a unit, wherever one is taken', () => {
    expectTypeOf(() => {
      void createClient({ timeout: '10s', backoff: { minDelay: 100, maxRetryAfter: '1m' } });
      void client.me({ timeout: '1.5s' });
      void client.orders.wait('o', { timeout: 500 });
      void client.activate('a', {}, { wait: '10s', timeout: '1m' });
      void client.listings.rotateSigningSecret('p', { gracePeriod: '24h' });
      // @ts-expect-error -- no such unit
      void client.orders.wait('o', { timeout: '1 day' });
      // @ts-expect-error -- run waits by itself
      void client.run('a', {}, { wait: '10s' });
      expectTypeOf<RunOptions['timeout']>().toEqualTypeOf<RequestOptions['timeout']>();
    }).toBeFunction();
  });
});

describe('what is left of a budget, and the filter of a webhook', () => {
  it('are typed', () => {
    expectTypeOf(async (client: Client) => {
      const { keyName, budget } = await client.me();
      expectTypeOf(keyName).toEqualTypeOf<string | null>();
      expectTypeOf(budget?.remaining?.amount).toEqualTypeOf<number | undefined>();
      void client.webhooks.create({ url: '', filter: { orderState: 'failed', keyId: undefined } });
      // @ts-expect-error -- no such state
      void client.webhooks.create({ url: '', filter: { orderState: 'lost' } });
    }).toBeFunction();
  });
});

describe('a query', () => {
  it('takes times as a text or a Date, and nothing else as one', () => {
    expectTypeOf((client: Client) => {
      void client.orders.list({ createdAfter: new Date(), createdBefore: '2026-01-01T00:00:00Z' });
      void client.stats.usage({ from: new Date() });
      // @ts-expect-error -- not a time
      void client.orders.list({ listingId: new Date() });
    }).toBeFunction();
  });
});
