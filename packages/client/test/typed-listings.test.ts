import {
  createClient,
  type Client,
  type CompletedOrder,
  type Order,
  type SettledOrder,
} from '@mkt/client';
import { describe, expectTypeOf, it } from 'vitest';

interface WordCount {
  words: number;
}

// #region listings
declare module '@mkt/client' {
  interface Listings {
    'word-count': { input: { text: string }; output: { words: number } };
  }
}
// #endregion

declare module '@mkt/client' {
  interface Listings {
    'typed-nothing': { input?: unknown; output: null };
  }
}

type Run = Client['run'];
const client: Client = createClient({ apiKey: null });

// Types only: tsc checks these, and nothing inside the functions runs.

describe('a listing with declared types', () => {
  it('has its input and its output in run and activate', () => {
    expectTypeOf(() => {
      expectTypeOf(client.run('word-count', { text: 'Hi' })).resolves.toEqualTypeOf<WordCount>();
      expectTypeOf(client.activate('word-count', { text: 'Hi' })).resolves.toEqualTypeOf<
        Order<WordCount>
      >();
      expectTypeOf<CompletedOrder<WordCount>['result']>().toEqualTypeOf<WordCount>();
    }).toBeFunction();
  });

  it('rejects input of a different type, and missing input', () => {
    expectTypeOf(() => {
      // @ts-expect-error -- text is a string
      void client.run('word-count', { text: 7 });
      // @ts-expect-error -- text is required
      void client.activate('word-count', {});
      // @ts-expect-error -- the input is required
      void client.run('word-count');
      // @ts-expect-error -- no such option
      void client.run('word-count', { text: 'Hi' }, { timeOut: '1s' });
      void client.run('word-count', { text: 'Hi' }, { timeout: '1s', maxPrice: 1 });
    }).toBeFunction();
  });

  it('has its output in orders.wait, if that is given the order', () => {
    expectTypeOf(async () => {
      const order = await client.activate('word-count', { text: 'Hi' });
      expectTypeOf(client.orders.wait(order)).resolves.toEqualTypeOf<SettledOrder<WordCount>>();
      const settled = await client.orders.wait(order, { timeout: '5s' });
      if (settled.orderState === 'completed') {
        expectTypeOf(settled.result.words).toBeNumber();
        // @ts-expect-error -- no such member
        void settled.result.letters;
      }
      expectTypeOf(client.orders.wait(order.id)).resolves.toEqualTypeOf<SettledOrder>();
      expectTypeOf(client.orders.wait<WordCount>('o')).resolves.toEqualTypeOf<
        SettledOrder<WordCount>
      >();
      // @ts-expect-error -- neither an id nor an order
      void client.orders.wait({ id: 7 });
    }).toBeFunction();
  });

  it('may be run without an input of unknown type', () => {
    expectTypeOf(() => {
      expectTypeOf(client.run('typed-nothing')).resolves.toEqualTypeOf<null>();
    }).toBeFunction();
  });
});

describe('any other listing', () => {
  it('takes any input and returns unknown', () => {
    expectTypeOf(() => {
      expectTypeOf(client.run('other')).resolves.toBeUnknown();
      expectTypeOf(client.run('other', [1], { timeout: 5 })).resolves.toBeUnknown();
      const slug: string = 'word-count';
      expectTypeOf(client.activate(slug, null)).resolves.toEqualTypeOf<Order>();
    }).toBeFunction();
  });

  it('may have any name', () => {
    expectTypeOf<Run>().toBeCallableWith('0190c1f2-7a00-7000-8000-000000000001', {});
  });
});

describe('a client with an interface of its own', () => {
  interface Own {
    'qr-code': { input: { text: string }; output: { svg: string } };
    anything: { input: unknown; output: unknown };
  }
  const own = createClient<Own>({ apiKey: null });

  it('has the types of its listings', () => {
    expectTypeOf(() => {
      expectTypeOf(own.run('qr-code', { text: 'Hi' })).resolves.toEqualTypeOf<{ svg: string }>();
      expectTypeOf(own.activate('qr-code', { text: 'Hi' })).resolves.toEqualTypeOf<
        Order<{ svg: string }>
      >();
      expectTypeOf(own.run('anything')).resolves.toBeUnknown();
      // @ts-expect-error -- text is a string
      void own.run('qr-code', { text: 7 });
    }).toBeFunction();
  });

  it('calls no other listing, so that a misspelt slug does not compile', () => {
    expectTypeOf(() => {
      // @ts-expect-error -- misspelt
      void own.run('qr-cod', { text: 'Hi' });
      // @ts-expect-error -- of the global interface
      void own.run('word-count', { text: 'Hi' });
    }).toBeFunction();
  });
});
