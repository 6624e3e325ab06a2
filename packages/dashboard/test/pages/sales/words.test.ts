import type { SalesStats, SellerOrder } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import {
  buyerName,
  csvNameOf,
  durationInWords,
  durationsInWords,
  mismatchInWords,
  periodQuery,
  salesCsv,
  saleProblemOf,
} from '../../../src/pages/sales/words.ts';

const sale = (of: object) => of as SellerOrder;

describe('the figures of sales', () => {
  it('have the mismatches among the results that were checked', () => {
    expect(mismatchInWords({ valid: 1_950, invalid: 50, unchecked: 7 })).toEqual({
      count: '50',
      note: 'of 2,000 results with a schema',
    });
    expect(mismatchInWords({ valid: 0, invalid: 0, unchecked: 3 })).toEqual({
      count: '–',
      note: 'no results checked',
    });
  });

  it('have both durations, or none if no call completed', () => {
    expect(durationsInWords({ p50Ms: 144, p95Ms: 1_840 })).toEqual({
      p95: '1.84 s',
      note: 'median 144 ms',
    });
    expect(durationsInWords({ p50Ms: null, p95Ms: null })).toEqual({ p95: '–', note: '' });
  });
});

describe('a call', () => {
  it('has a duration once it was made', () => {
    expect(durationInWords(sale({ orderState: 'completed', durationMs: 41 }))).toBe('41 ms');
    expect(durationInWords(sale({ orderState: 'failed', durationMs: null }))).toBe('–');
    expect(durationInWords(sale({ orderState: 'running', durationMs: null }))).toBe('…');
  });
});

describe('a call', () => {
  it('that failed says why, with what the service said', () => {
    const failed = { orderState: 'failed', outputValid: null, errorMessage: 'It timed out.' };
    expect(saleProblemOf(sale({ ...failed, failure: { kind: 'timeout' } }))).toEqual({
      reason: 'No response within 30 s',
      detail: '',
    });
    const failure = { kind: 'seller_status', sellerStatus: 503, sellerMessage: 'Loading.' };
    expect(saleProblemOf(sale({ ...failed, failure }))?.detail).toBe('Loading.');
    const unknownHost = { kind: 'connection', reason: 'dns' };
    expect(saleProblemOf(sale({ ...failed, failure: unknownHost }))?.detail).toBe(
      'Check the DNS records of the host name.',
    );
  });

  it('names its buyer by the beginning of a pseudonym, and the seller’s own as such', () => {
    expect(buyerName('buyer_i0igFxrmQ2', 'buyer_Y90IPl_kQ2')).toBe('Buyer i0ig');
    expect(buyerName('buyer_i0igFxrmQ2', null)).toBe('Buyer i0ig');
    expect(buyerName('buyer_i0igFxrmQ2', 'buyer_i0igFxrmQ2')).toBe('You');
  });

  it('whose result does not match says where', () => {
    const completed = { orderState: 'completed', outputErrors: null };
    expect(saleProblemOf(sale({ ...completed, outputValid: true }))).toBeUndefined();
    expect(saleProblemOf(sale({ ...completed, outputValid: null }))).toBeUndefined();
    const outputErrors = [{ path: '', message: 'must be an object' }];
    expect(saleProblemOf(sale({ ...completed, outputValid: false, outputErrors }))).toEqual({
      reason: 'Does not match the output schema',
      detail: '/ must be an object',
    });
  });
});

it('figures of any time cover the two years that are kept', () => {
  const nowMs = Date.parse('2026-11-22T10:00:42.123Z');
  expect(periodQuery('any', nowMs)).toEqual({
    by: 'day',
    from: '2024-11-23T00:00:00.000Z',
    to: '2026-11-23T00:00:00.000Z',
  });
});

it('the figures of a period are saved with a row for each day and a column for each currency', () => {
  const day = { calls: 3, completed: 2, failed: 1, p50Ms: 12, p95Ms: null };
  const eur = { amount: 0.5, currency: 'EUR' };
  const usd = { amount: 2, currency: 'USD' };
  const stats = {
    by: 'day',
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-03T00:00:00.000Z',
    totals: { revenue: [usd, eur] },
    data: [
      { ...day, start: '2026-11-01T00:00:00.000Z', revenue: [usd] },
      { ...day, start: '2026-11-02T00:00:00.000Z', revenue: [eur] },
    ],
  } as unknown as SalesStats;
  expect(salesCsv(stats).split('\r\n')).toEqual([
    'day,calls,completed,failed,p50Ms,p95Ms,revenue EUR,revenue USD',
    '2026-11-01,3,2,1,12,,0,2',
    '2026-11-02,3,2,1,12,,0.5,0',
    '',
  ]);
  expect(csvNameOf(stats, 'rates')).toBe('sales-rates-by-day-2026-11-01-2026-11-02.csv');
});
