// Who can see a listing, and the guards of an activation: docs/buy/orders.md#guarding-price-and-revision.
import { PROVIDER_STATUSES, type ProviderStatus } from '@mkt/protocol';
import { describe, expect, it } from 'vitest';
import {
  isVisibleTo,
  checkActivation,
  type ActivationGuards,
  type ActivationTarget,
} from '../../src/orders/activation.ts';
import type { Refusal } from '../../src/market/refusal.ts';
import { refused } from '../market/refused.ts';

const target = (differing: Partial<ActivationTarget> = {}): ActivationTarget => ({
  listingId: '01900000-0000-7000-8000-000000000001',
  name: { slug: 'weather', title: 'Weather' },
  sellerId: 'seller',
  status: 'published',
  revision: 3,
  version: 5,
  price: { amountMicros: 100_000, currency: 'USD', unit: 'call' },
  method: 'POST',
  endpointPath: 'https://seller.example.com/run',
  inputSchemaHash: null,
  outputSchemaHash: null,
  secrets: [],
  ...differing,
});

describe('a listing', () => {
  const visibleToAll = new Set<ProviderStatus>(['published', 'paused']);
  for (const status of PROVIDER_STATUSES) {
    const isVisible = visibleToAll.has(status);
    it(`a listing that is ${status} ${isVisible ? 'exists for everyone' : 'exists only for its owner'}`, () => {
      expect(isVisibleTo(target({ status }), 'another account')).toBe(isVisible);
      expect(isVisibleTo(target({ status }), 'seller')).toBe(true);
    });

    if (status !== 'published') {
      it(`a listing that is ${status} is not for sale, and the refusal names its status`, () => {
        const { type, message } = refused(() => checkActivation(target({ status }), {}));
        expect(type).toBe('listing_not_active');
        expect(message).toContain(status);
      });
    }
  }

  it('is for sale when it is published', () => {
    expect(() => checkActivation(target(), {})).not.toThrow();
  });

  it('is reported as not for sale before its price is checked', () => {
    const paused = target({ status: 'paused' });
    expect(refused(() => checkActivation(paused, { maxPrice: 0 })).type).toBe('listing_not_active');
  });
});

describe('maxPrice', () => {
  it('accepts a price that is equal to it', () => {
    expect(() => checkActivation(target(), { maxPrice: 0.1 })).not.toThrow();
  });

  it('refuses a higher price, and names the current one', () => {
    const { type, extras, message } = refused(() => checkActivation(target(), { maxPrice: 0.09 }));
    expect(type).toBe('listing_changed');
    // True whether or not the price was ever different.
    expect(message).toBe('The listing costs 0.1 USD per call, more than your maxPrice of 0.09.');
    expect(extras.details).toEqual([
      { path: '/maxPrice', message: 'must be >= 0.1', keyword: 'maxPrice' },
    ]);
  });

  it('accepts a free listing when it is 0', () => {
    const free = target({ price: { amountMicros: 0, currency: 'USD', unit: 'call' } });
    expect(() => checkActivation(free, { maxPrice: 0 })).not.toThrow();
  });
});

describe('revision', () => {
  it('refuses a listing at a different revision, older or newer', () => {
    for (const revision of [2, 4]) {
      const { type, extras } = refused(() => checkActivation(target(), { revision }));
      expect(type).toBe('listing_changed');
      expect(extras.details?.[0]).toMatchObject({ path: '/revision', message: 'must be 3' });
    }
  });

  it('accepts a listing at the same revision', () => {
    expect(() => checkActivation(target(), { revision: 3 })).not.toThrow();
  });
});

describe('the price guards', () => {
  const free = { amountMicros: 0, currency: 'EUR', unit: 'call' };
  const euros = { amountMicros: 20_000, currency: 'EUR', unit: 'page' };
  const outcome = (price: ActivationTarget['price'], guards: ActivationGuards) => {
    try {
      checkActivation(target({ price }), guards);
      return 'fits';
    } catch (error) {
      const { type, extras } = error as Refusal;
      expect(type).toBe('listing_changed');
      expect(extras.price).toEqual({
        amount: price.amountMicros / 1_000_000,
        currency: price.currency,
        unit: price.unit,
      });
      return `${extras.details?.[0]?.path} ${extras.reason}`;
    }
  };

  it.each<[ActivationGuards, string]>([
    [{ maxPrice: 0.02 }, '/maxPrice currency'],
    [{ maxPrice: 1_000_000 }, '/maxPrice currency'],
    [{ maxPrice: 0.02, currency: 'eur' }, 'fits'],
    [{ maxPrice: 0.019999, currency: 'EUR' }, '/maxPrice max_price'],
    [{ maxPrice: 0.06 - 0.04, currency: 'EUR' }, 'fits'],
    [{ maxPrice: 5, currency: 'USD' }, '/currency currency'],
    [{ currency: 'EUR' }, 'fits'],
    [{ currency: 'JPY' }, '/currency currency'],
    [{ unit: 'page' }, 'fits'],
    [{ unit: 'call' }, '/unit unit'],
    [{ revision: 3 }, 'fits'],
    [{ revision: 4 }, '/revision revision'],
  ])('compare a price in euros with %j: %s', (guards, expected) => {
    expect(outcome(euros, guards)).toBe(expected);
  });

  it.each<[ActivationGuards, string]>([
    [{ maxPrice: 0 }, 'fits'],
    [{ maxPrice: 0, currency: 'EUR' }, 'fits'],
    [{ maxPrice: 0, currency: 'USD' }, '/currency currency'],
    [{ currency: 'USD' }, '/currency currency'],
    [{ unit: 'page' }, '/unit unit'],
  ])(
    'accept a free listing for every maxPrice, but not in a different currency, with %j: %s',
    (guards, expected) => {
      expect(outcome(free, guards)).toBe(expected);
    },
  );
});
