import { describe, expect, it } from 'vitest';
import {
  countText,
  filterOf,
  firstCurrency,
  ignoredPrice,
  readShown,
  withoutCurrency,
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

it('hits are counted as far as they are known, in the currency in which prices are compared', () => {
  const any = { currency: '', maxPrice: '', sort: undefined };
  expect(countText(1, false, any)).toBe('1 listing');
  expect(countText(12, false, any)).toBe('12 listings');
  expect(countText(24, true, any)).toBe('24+ listings');
  expect(countText(2, false, { ...any, currency: 'EUR' })).toBe('2 listings priced in EUR');
  const compared = '1 listing priced in EUR; prices in other currencies are not compared';
  expect(countText(1, false, { ...any, currency: 'EUR', maxPrice: '1' })).toBe(compared);
  expect(countText(1, false, { ...any, currency: 'EUR', sort: 'price' })).toBe(compared);
});

it('prices are compared in US dollars first, unless no listing has such a price', () => {
  const [dollars, euros] = ['USD', 'EUR'].map((currency) => ({ price: { currency } }));
  expect(firstCurrency([])).toBe('USD');
  expect(firstCurrency([euros!, dollars!])).toBe('USD');
  expect(firstCurrency([euros!])).toBe('EUR');
});

it('without a currency there is no highest price, and the cheapest are not first', () => {
  const before = addressOf('currency=EUR&maxPrice=1&sort=price&tag=text');
  expect(writeShown(withoutCurrency(before)).toString()).toBe('tag=text');
  const newest = addressOf('currency=EUR&sort=newest');
  expect(writeShown(withoutCurrency(newest)).toString()).toBe('sort=newest');
});
