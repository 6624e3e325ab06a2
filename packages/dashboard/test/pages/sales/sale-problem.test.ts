import type { SellerOrder } from '@mkt/client';
import { describe, expect, it } from 'vitest';
import { problemOf } from '../../../src/pages/sales/sale-problem.ts';

const problemSale = (of: object) => of as SellerOrder;

describe('a call', () => {
  it('that failed says why, with what the service said', () => {
    const failed = { orderState: 'failed', outputValid: null, errorMessage: 'It timed out.' };
    expect(problemOf(problemSale({ ...failed, failure: { kind: 'timeout' } }))).toEqual({
      title: 'It timed out.',
      detail: '',
    });
    const failure = { kind: 'seller_status', sellerStatus: 503, sellerMessage: 'Loading.' };
    expect(problemOf(problemSale({ ...failed, failure }))?.detail).toBe('Loading.');
  });

  it('whose result does not match says where', () => {
    const completed = { orderState: 'completed', outputErrors: null };
    expect(problemOf(problemSale({ ...completed, outputValid: true }))).toBeUndefined();
    expect(problemOf(problemSale({ ...completed, outputValid: null }))).toBeUndefined();
    const outputErrors = [{ path: '', message: 'must be an object' }];
    expect(problemOf(problemSale({ ...completed, outputValid: false, outputErrors }))).toEqual({
      title: 'The result does not match outputSchema',
      detail: '/ must be an object',
    });
  });
});
