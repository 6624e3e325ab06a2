import { readFileSync } from 'node:fs';
import type {
  CatalogueListing,
  CreateOrderRequest,
  CreateProviderRequest,
  ErrorBody,
  Order,
  RunContract,
  RunContractInput,
  UpdateListingRequest,
} from '@mkt/protocol';
import { describe, expect, expectTypeOf, it } from 'vitest';

describe('the types of the wire', () => {
  it('are unknown where any JSON is allowed', () => {
    expectTypeOf<Order['requestBody']>().toEqualTypeOf<unknown>();
    expectTypeOf<Order['result']>().toEqualTypeOf<unknown>();
    expectTypeOf<CreateOrderRequest['requestBody']>().toEqualTypeOf<unknown>();
  });

  it('are objects of any members for JSON Schemas', () => {
    expectTypeOf<RunContract['inputSchema']>().toEqualTypeOf<Record<string, unknown> | undefined>();
    expectTypeOf<RunContractInput['outputSchema']>().toEqualTypeOf<
      Record<string, unknown> | null | undefined
    >();
  });

  it('are plain arrays for lists with limits', () => {
    expectTypeOf<CreateProviderRequest['tags']>().toEqualTypeOf<string[] | null | undefined>();
    expectTypeOf<NonNullable<ErrorBody['details']>>().toBeArray();
  });

  it('distinguish null, which is sent, from absent, which is not', () => {
    expectTypeOf<{ description: null }>().toExtend<UpdateListingRequest>();
    // @ts-expect-error a title may be absent, not null
    const title: UpdateListingRequest = { title: null };
    // @ts-expect-error nor undefined: JSON has no such value
    const undefinedTitle: UpdateListingRequest = { title: undefined };
    // @ts-expect-error an order always has startedAt: null until it starts
    const order: Pick<Order, 'startedAt'> = {};
    expect([title, undefinedTitle, order]).toHaveLength(3);
  });

  it('hide the address of a service from buyers', () => {
    expectTypeOf<CatalogueListing>().not.toHaveProperty('userId');
    expectTypeOf<CatalogueListing['runContract']>().not.toHaveProperty('endpointPath');
  });
});

describe('the generated names', () => {
  const read = (path: string) => readFileSync(new URL(`../src/${path}`, import.meta.url), 'utf8');

  it('are unique, and none is shadowed by an explicit export of index.ts', () => {
    const names = [
      ...read('generated/wire-types.ts').matchAll(/^export (?:type|interface) (\w+)/gm),
    ];
    const generated = names.map(([, name]) => name);
    expect(generated.length).toBeGreaterThan(50);
    expect(new Set(generated).size).toBe(generated.length);
    // An explicit export silently takes precedence over `export type *`.
    const explicit = [...read('index.ts').matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(
      ([, list = '']) => list.split(',').map((each) => each.replace('type ', '').trim()),
    );
    expect(explicit).toContain('ROUTES');
    expect(generated.filter((name) => name && explicit.includes(name))).toEqual([]);
  });

  it('are the names of the schemas, without numeric suffixes added by the generator', () => {
    expect(read('generated/wire-types.ts')).not.toMatch(/^export (?:type|interface) \w*\d/m);
  });
});
