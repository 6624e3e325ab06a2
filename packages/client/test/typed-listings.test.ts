import { createClient, type Client, type CompletedOrder, type Order } from '@mkt/client';
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

// Types only: tsc checks these, and nothing inside the functions runs.

describe('a listing with declared types', () => {
  it('has its input and its output in run and activate', () => {
    expectTypeOf(() => {
      expectTypeOf(client.run('typed-insights', { text: 'Hi' })).resolves.toEqualTypeOf<Insights>();
      expectTypeOf(client.activate('typed-insights', { text: 'Hi' })).resolves.toEqualTypeOf<
        Order<Insights>
      >();
      expectTypeOf<CompletedOrder<Insights>['result']>().toEqualTypeOf<Insights>();
    }).toBeFunction();
  });

  it('rejects another input, and a missing one', () => {
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
      const slug: string = 'typed-insights';
      expectTypeOf(client.activate(slug, null)).resolves.toEqualTypeOf<Order>();
    }).toBeFunction();
  });

  it('may have any name', () => {
    expectTypeOf<Run>().toBeCallableWith('0190c1f2-7a00-7000-8000-000000000001', {});
  });
});
