import type { OrderSummary } from '@mkt/client';
import { csvLine } from '@mkt/protocol/csv';
import { expect, it, test } from 'vitest';
import { problemOf, reasonInShort } from '../../../src/orders/problem-words.ts';
import { csvColumns } from '../../../src/pages/orders/words.ts';

const COMMON = {
  id: '0190c1f2-7a00-7000-8000-000000000001',
  listingId: '0190c1f2-7a00-7000-8000-000000000002',
  listing: { slug: 'rates', title: '=HYPERLINK("https://example.com")' },
  price: { amount: 0.005, currency: 'EUR', unit: 'call' },
  revision: 1,
  createdAt: '2026-11-20T10:00:00.000Z',
  startedAt: '2026-11-20T10:00:00.010Z',
  completedAt: '2026-11-20T10:00:00.050Z',
  durationMs: 40,
  keyId: 'k1',
  metadata: { job: 'nightly' },
  outputErrors: null,
};

const FAILED: OrderSummary = {
  ...COMMON,
  orderState: 'failed',
  errorMessage: 'Upstream service returned 503',
  failure: { kind: 'seller_status', sellerStatus: 503, sellerMessage: '+1 try again' },
  charged: false,
  outputValid: null,
};

const completed = (outputValid: boolean): OrderSummary => ({
  ...COMMON,
  orderState: 'completed',
  failure: null,
  charged: true,
  outputValid,
});

test.each([
  [{ kind: 'seller_status', sellerStatus: 422 }, 'Returned 422'],
  [{ kind: 'timeout' }, 'No response within 30 s'],
  [{ kind: 'connection', reason: 'dns' }, 'Host name not found'],
  [{ kind: 'connection' }, 'Connection failed'],
] as const)('the reason of %j is “%s” in a row', (failure, words) => {
  expect(reasonInShort(failure)).toBe(words);
});

it('a row shows a result that is not what was promised as a problem, and no other result', () => {
  expect(problemOf(completed(true))).toBeUndefined();
  expect(problemOf(completed(false))?.reason).toBe('Does not match the output schema');
});

it('a line of the file has every value of an order, and no text that is a formula', () => {
  const columns = csvColumns(new Map([['k1', '@ci']]));
  expect(csvLine(columns.map(([head]) => head))).toBe(
    'id,listing,title,state,failure,errorMessage,sellerMessage,currency,price,charged,createdAt,startedAt,completedAt,durationMs,outputValid,keyId,keyName,metadata\r\n',
  );
  expect(csvLine(columns.map(([, cell]) => cell(FAILED)))).toBe(
    `${FAILED.id},rates,"'=HYPERLINK(""https://example.com"")",failed,seller_status,Upstream service returned 503,"'+1 try again",EUR,0.005,0,2026-11-20T10:00:00.000Z,2026-11-20T10:00:00.010Z,2026-11-20T10:00:00.050Z,40,,k1,"'@ci","{""job"":""nightly""}"\r\n`,
  );
});
