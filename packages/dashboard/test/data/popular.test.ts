import type { CatalogueListing, CatalogueSummary } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { exampleCallOf, popularOf } from '../../src/data/popular.ts';

function listing(
  slug: string,
  quality: { calls: number; successRate: number } | null,
  status = 'healthy',
): CatalogueSummary {
  return { slug, quality, health: { status } } as CatalogueSummary;
}

it('puts the listings of which most calls succeeded first, and those that do not answer last', () => {
  const listings = [
    listing('new', null),
    listing('down', { calls: 9_000, successRate: 1 }, 'unhealthy'),
    listing('failing', { calls: 1_000, successRate: 0.02 }),
    listing('unwatched', null, 'not_configured'),
    listing('busy', { calls: 400, successRate: 0.99 }),
  ];
  const slugs = popularOf(listings).map(({ slug }) => slug);
  expect(slugs).toEqual(['busy', 'failing', 'new', 'unwatched', 'down']);
});

it('shows six at most', () => {
  const many = Array.from({ length: 20 }, (_, index) => listing(`l${index}`, null));
  expect(popularOf(many).map(({ slug }) => slug)).toEqual(['l0', 'l1', 'l2', 'l3', 'l4', 'l5']);
});

describe('the example of a call', () => {
  const INPUT = '{"text":"Hello."}';
  const withExample = (
    summary: CatalogueSummary,
    requestExampleJson: string | undefined = INPUT,
    responseExampleJson: string | undefined = '{"words":1}',
  ) =>
    ({
      ...summary,
      runContract: { requestExampleJson, responseExampleJson },
    }) as unknown as CatalogueListing;

  it('is that of the most used listing that works', () => {
    const call = exampleCallOf([
      withExample(listing('new', null)),
      withExample(listing('down', { calls: 9_000, successRate: 1 }, 'unhealthy')),
      withExample(listing('failing', { calls: 8_000, successRate: 0.9 })),
      withExample(listing('busy', { calls: 400, successRate: 0.99 })),
    ]);
    expect(call?.listing.slug).toBe('busy');
    expect(call).toMatchObject({ input: { json: INPUT }, result: { json: '{"words":1}' } });
  });

  it('is, while none is used, the one that shows most', () => {
    const call = exampleCallOf([
      withExample(listing('short', null)),
      withExample(listing('long', null), INPUT, '{"words":1,"sentences":1}'),
    ]);
    expect(call?.listing.slug).toBe('long');
  });

  it('is, before others, one that shows what it returns', () => {
    const used = { calls: 400, successRate: 1 };
    const call = exampleCallOf([
      withExample(listing('no-result', used), INPUT, 'one word'),
      withExample(listing('new', null)),
    ]);
    expect(call?.listing.slug).toBe('new');
  });

  it('has a schema where there is no example, or one that is not JSON', () => {
    const inputSchema = { type: 'object' };
    const outputSchema = { type: 'string' };
    const runContract = { inputSchema, outputSchema, requestExampleJson: '{' };
    const described = { ...listing('described', null), runContract } as unknown as CatalogueListing;
    expect(exampleCallOf([described])).toEqual({
      listing: described,
      input: { schema: inputSchema },
      result: { schema: outputSchema },
    });
  });

  it('is that of a schema if the seller gives no other', () => {
    const runContract = {
      inputSchema: { default: { text: 'Hi' } },
      outputSchema: { examples: [{ words: 1 }] },
    };
    const call = exampleCallOf([
      { ...listing('in-schema', null), runContract } as unknown as CatalogueListing,
    ]);
    expect(JSON.parse(call?.input.json ?? '')).toEqual({ text: 'Hi' });
    expect(JSON.parse(call?.result.json ?? '')).toEqual({ words: 1 });
  });

  it('is none where no listing says what it takes', () => {
    const nothing = { ...listing('nothing', null), runContract: {} } as CatalogueListing;
    expect(exampleCallOf([nothing])).toBeNull();
  });
});
