import type { PreviewListing, Provider } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import { differencesOf, updateOf } from '../src/publish/differences.ts';

const runContract = { method: 'POST', endpointPath: 'https://api.example.com/run' } as const;
const published = {
  slug: 'text-insights',
  title: 'Text insights',
  description: null,
  category: null,
  tags: null,
  price: { amount: 0, unit: 'call', currency: 'USD' },
  runContract,
} satisfies PreviewListing;

describe('the update of a listing', () => {
  it('removes members of the run contract that the service no longer has', () => {
    const healthEndpoint = 'https://api.example.com/health';
    const current = {
      ...published,
      runContract: { ...runContract, healthEndpoint, inputSchema: { type: 'object' } },
    } as unknown as Provider;
    const inputSchema = { type: 'array' };
    const service = { ...published, runContract: { ...runContract, inputSchema } };
    expect(updateOf(differencesOf(current, service))).toEqual({
      runContract: { ...runContract, inputSchema, healthEndpoint: null },
    });
  });

  it('is empty when nothing differs', () => {
    expect(updateOf(differencesOf(published as unknown as Provider, published))).toEqual({});
  });
});
