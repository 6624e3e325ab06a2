import { describe, expect, it } from 'vitest';
import {
  countText,
  filterOf,
  ignoredPrice,
  readShown,
  writeShown,
} from '../../../src/pages/catalogue/filter.ts';

const addressOf = (address: string) => readShown(new URLSearchParams(address));

describe('the filters of the catalogue', () => {
  it.each([
    '',
    'query=weather',
    'sort=calls',
    'sort=quality',
    'query=a+b&category=data&tag=text&currency=EUR&maxPrice=0.05&sort=price&health=healthy',
  ])('are in the address: %s', (address) => {
    expect(writeShown(addressOf(address)).toString()).toBe(address);
  });

  it('ask the API for what is set', () => {
    const set = 'query=+a+&currency=EUR&maxPrice=0.05&health=healthy&sort=calls';
    expect(filterOf(addressOf(set))).toEqual({
      query: 'a',
      currency: 'EUR',
      maxPrice: 0.05,
      health: 'healthy',
      sort: 'calls',
    });
  });

  it('never compare prices without a currency', () => {
    expect(filterOf(addressOf('maxPrice=1&sort=price'))).toEqual({});
    expect(ignoredPrice(addressOf('maxPrice=1'))).toBeUndefined();
  });

  it.each(['maxPrice=x&currency=USD', 'maxPrice=-1&currency=USD', 'maxPrice=1e999&currency=USD'])(
    'leave out an invalid price: %s',
    (address) => {
      const shown = addressOf(address);
      expect(filterOf(shown)).toEqual({ currency: 'USD', sort: 'calls' });
      expect(ignoredPrice(shown)).toBe(shown.maxPrice);
    },
  );

  it('begin with what is used most, and with the best match of words', () => {
    expect(filterOf(addressOf(''))).toEqual({ sort: 'calls' });
    expect(filterOf(addressOf('query=weather'))).toEqual({ query: 'weather' });
  });

  it('ignore an order that the API does not have', () => {
    expect(addressOf('sort=random').sort).toBeUndefined();
  });
});

it('hits are counted as far as they are known', () => {
  expect(countText(1, false)).toBe('1 listing');
  expect(countText(12, false)).toBe('12 listings');
  expect(countText(24, true)).toBe('24+ listings');
});
